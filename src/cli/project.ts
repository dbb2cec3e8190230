import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { type Terminal, UsageError } from './command.ts';

/** The nearest folder at or above this one that has screens/app.json; undefined if there is none. */
export function nearestProject(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, APP_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** As `nearestProject`. @throws UsageError when there is none. */
export function findProject(folder: string): string {
  const found = nearestProject(folder);
  if (found !== undefined) return found;
  throw new UsageError(`no ${APP_FILE} in ${folder} or above it; name the project with --root`);
}

/** Options of every command that reads a project and prints what it found. */
export const PROJECT_OPTIONS = { root: { type: 'string' }, json: { type: 'boolean' } } as const;

/** The project of `--root`, or the nearest one. @throws UsageError when there is none. */
export function rootOf(
  { folder, detail }: Pick<Terminal, 'folder' | 'detail'>,
  given: string | undefined,
): string {
  const root = given === undefined ? findProject(folder) : resolve(folder, given);
  detail?.(`project ${root}`);
  return root;
}

/**
 * Every document of a project, and the names of its pictures.
 *
 * @throws UsageError when one cannot be read.
 */
export function readProject(root: string): ProjectFile[] {
  try {
    return readProjectFiles(root);
  } catch (error) {
    throw new UsageError(
      `the project cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Which files of the project the paths on a command line mean; a folder means all in it.
 *
 * @param folder What the paths are relative to.
 * @throws UsageError for a path that is none of the project's documents.
 */
export function selectFiles(
  files: readonly ProjectFile[],
  paths: readonly string[],
  root: string,
  folder: string,
): Set<string> {
  if (paths.length === 0) return new Set(files.map(({ path }) => path));
  const selected = new Set<string>();
  for (const path of paths) {
    const full = resolve(folder, path);
    if (!existsSync(full)) throw new UsageError(`${path} does not exist`);
    const inside = relative(root, full).split(sep).join('/');
    const prefix = inside === '' ? '' : `${inside}/`;
    const found = statSync(full).isDirectory()
      ? files.filter((file) => file.path.startsWith(prefix))
      : files.filter((file) => file.path === inside);
    if (found.length === 0) throw new UsageError(`${path} is no document of the project in ${root}`);
    for (const file of found) selected.add(file.path);
  }
  return selected;
}

/** The project that a command line means, with the files that its paths select. */
export interface OpenedProject {
  readonly root: string;
  readonly files: readonly ProjectFile[];
  readonly selected: ReadonlySet<string>;
}

/**
 * Opens the project of `--root`, or the nearest one.
 *
 * @throws UsageError when there is none, it cannot be read, or a path is none of its documents.
 */
export function openProject(
  terminal: Terminal,
  given: string | undefined,
  paths: readonly string[] = [],
): OpenedProject {
  const root = rootOf(terminal, given);
  const files = readProject(root);
  terminal.detail?.(`${files.length} files of it`);
  return { root, files, selected: selectFiles(files, paths, root, terminal.folder) };
}
