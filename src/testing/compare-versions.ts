import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import { type ProjectFile } from '#src/shared/project-files.ts';
import { isPicture } from '#src/shared/project-paths.ts';
import { type CompiledSide, findConcerned } from './concerned-states.ts';
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
    const affected = findConcerned(sideOf(old), sideOf(young));
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
    writeFile(join(folder, path), text);
  }
  return folder;
}

function sideOf({ compiled, states }: TestProject): CompiledSide {
  return { ...compiled, screens: [...states.keys()] };
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
