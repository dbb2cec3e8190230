import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Plan } from '#renderer/plan/plan.ts';
import { serializePlan } from '#renderer/grammar/compile.ts';
import { screenGraph } from '#renderer/grammar/screen-graph.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import { type ProjectFile } from '#src/shared/project-files.ts';
import { isPicture } from '#src/shared/project-paths.ts';
import type { DrawnState } from './drawn.ts';
import { createPool } from './pool.ts';
import { LOOKS } from './snapshot-file.ts';
import { loadTestProject, type TestProject } from './project.ts';

/** One state in one language. */
export interface StateName {
  readonly screen: string;
  readonly state: string;
  readonly language: string;
}

/** A state that two versions tell differently. */
export interface ChangedState extends StateName {
  /** What a borrower was told; absent where that version has no such state. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface Comparison {
  readonly changed: readonly ChangedState[];
  /** Drawn the same, or made of the same plans: told the same. */
  readonly unchanged: readonly StateName[];
}

/** Draws these states of a project, by screen. */
export type DrawStates = (
  root: string,
  states: ReadonlyMap<string, readonly string[]>,
) => Promise<readonly DrawnState[]>;

/**
 * Draws what two versions of a project's definitions tell a borrower in the states of its fixtures. Only screens that are
 * made of other plans are drawn, or that lead to such.
 *
 * @param root - Whose fixtures, pictures and own widgets both have.
 * @throws UnsoundProject where one of them has errors.
 */
export async function compareVersions(
  root: string,
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
  draw: DrawStates = drawInThreads,
): Promise<Comparison> {
  const folders = [before, after].map((files) => layVersion(root, files));
  try {
    const [old, young] = folders.map((folder) => loadTestProject(folder));
    if (old === undefined || young === undefined) return { changed: [], unchanged: [] };
    const affected = findAffected(old, young);
    const drawn: (readonly DrawnState[])[] = [];
    for (const project of [old, young]) {
      const states = [...project.states].map(([screen, all]) => {
        const names = all.filter((state) => affected.concerns(state)).map(({ name }) => name);
        return [screen, names] as const;
      });
      drawn.push(await draw(project.root, new Map(states.filter(([, names]) => names.length > 0))));
    }
    const languages = [...young.release.languages.keys()];
    const compared = compareDrawn(drawn[0] ?? [], drawn[1] ?? []);
    const same = [...young.states.values()]
      .flat()
      .filter((state) => !affected.concerns(state))
      .flatMap(({ screen, name, lang }) =>
        languages
          .filter((language) => lang === undefined || lang === language)
          .map((language) => ({ screen, state: name, language })),
      );
    return { changed: compared.changed, unchanged: [...same, ...compared.unchanged] };
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder with these definitions in the place of the project's own, and all else as the project has it. */
function layVersion(root: string, files: readonly ProjectFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-version-'));
  const link = (names: readonly string[], at = ''): void => {
    for (const name of names) symlinkSync(resolve(root, at, name), join(folder, at, name));
  };
  link(readdirSync(root).filter((name) => !['screens', 'schemas', '.git'].includes(name)));
  mkdirSync(join(folder, 'screens'));
  link(
    readdirSync(join(root, 'screens')).filter((name) => name === 'assets'),
    'screens',
  );
  for (const { path, text } of files) {
    if (isPicture(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

interface Affected {
  /** Whether a state may be told differently by the two. */
  concerns(state: ScreenState): boolean;
}

/**
 * What may differ: every state of a screen whose plan is another or that one of the two has not. And of screens that lead
 * to one, however far, the states that are led anywhere: by steps, or by the screen itself.
 */
function findAffected(old: TestProject, young: TestProject): Affected {
  const both = [old, young].map(({ compiled }) => compiled);
  const [oldApp, youngApp] = both.map(({ app }) => (app === undefined ? '' : serializePlan(app)));
  const screens = [...new Set([...old.states.keys(), ...young.states.keys()])];
  const others = new Set(
    screens.filter((screen) => {
      const [one, other] = both.map(({ plans }) => plans.get(screen));
      if (one === undefined || other === undefined || oldApp !== youngApp) return true;
      return serializePlan(one) !== serializePlan(other);
    }),
  );
  const leading = new Set(others);
  const edges = [old, young].flatMap(({ files }) => screenGraph(files)?.edges ?? []);
  for (let count = -1; count !== leading.size; ) {
    count = leading.size;
    for (const { from, to } of edges) if (leading.has(to)) leading.add(from);
  }
  return {
    concerns({ screen, begin, steps = [] }) {
      if (others.has(screen)) return true;
      // A state that begins on another screen may have come through any.
      if (begin !== undefined) return others.size > 0;
      if (!leading.has(screen)) return false;
      return steps.length > 0 || both.some(({ plans }) => goesByItself(plans.get(screen)));
    },
  };
}

/** Whether a screen leads on without a tap: as it opens, as its data comes, as time passes. */
function goesByItself(plan: Plan | undefined): boolean {
  return plan !== undefined && JSON.stringify([plan.on, plan.data, plan.timers]).includes('"do":"go"');
}

function compareDrawn(before: readonly DrawnState[], after: readonly DrawnState[]): Comparison {
  const keyOf = ({ screen, state, language }: StateName): string => `${screen}/${state}/${language}`;
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const young = new Map(after.map((one) => [keyOf(one), one]));
  const changed: ChangedState[] = [];
  const unchanged: StateName[] = [];
  for (const [key, one] of new Map([...old, ...young])) {
    const { screen, state, language } = one;
    const [was, is] = [old.get(key), young.get(key)].map(toldBy);
    if (was !== undefined && is !== undefined && was.join('\n') === is.join('\n'))
      unchanged.push({ screen, state, language });
    else
      changed.push({
        ...{ screen, state, language },
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      });
  }
  return { changed, unchanged };
}

/** What a borrower is told, or why it cannot be reached. */
function toldBy(drawn: DrawnState | undefined): readonly string[] | undefined {
  if (drawn?.failure !== undefined) return [`cannot be reached: ${drawn.failure}`];
  return drawn?.lines.map(({ text }) => text);
}

async function drawInThreads(
  root: string,
  states: ReadonlyMap<string, readonly string[]>,
): Promise<readonly DrawnState[]> {
  if (states.size === 0) return [];
  const pool = createPool(root);
  const jobs = [...states].map(([screen, names]) => ({ screen, names, scripts: [] }));
  const drawn = (await pool.run(jobs).finally(() => pool.close())).flat();
  return drawn.filter(({ language }) => language !== LOOKS);
}
