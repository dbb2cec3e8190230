import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import { type ProjectFile } from '#src/shared/project-files.ts';
import { isAsset } from '#src/shared/project-paths.ts';
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

/** A state whose text differs between the two versions. */
export interface ChangedState extends StateName {
  /** The text of the old version; absent if it has no such state. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface Comparison {
  readonly changed: readonly ChangedState[];
  /** Proven equal: rendered the same, or compiled to the same plans. */
  readonly unchanged: readonly StateName[];
}

/** Renders these states of a project, by screen. */
export type DrawStates = (
  root: string,
  states: ReadonlyMap<string, readonly string[]>,
) => Promise<readonly DrawnState[]>;

/**
 * Compares the texts of two versions of a project's definitions in the states of its fixtures. Renders only screens
 * whose plans differ, and screens that lead to them.
 *
 * @param root - The project whose fixtures, images and own widgets both versions use.
 * @throws UnsoundProject if one of the versions has errors.
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

/** Creates a folder with these definitions, and everything else from the project. */
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
    if (isAsset(path)) continue;
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

/** The text of a state, or the reason why it cannot be reached. */
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
