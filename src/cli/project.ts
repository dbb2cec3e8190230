import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type Terminal, UsageError } from './command.ts';

/** The nearest folder at or above this one with screens/app.json; undefined if there is none. */
export function nearestProject(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, APP_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Like `nearestProject`. @throws UsageError if there is none. */
export function findProject(folder: string): string {
  const found = nearestProject(folder);
  if (found !== undefined) return found;
  throw new UsageError(`no ${APP_FILE} in ${folder} or above it; name the project with --root`);
}

/** An option of every command that reads a project. */
export const ROOT_OPTION = {
  '--root <folder>': 'the project; default: the nearest folder upwards that has screens/app.json',
};

/** The folder of `--root`, or the nearest project. @throws UsageError if there is none. */
export function rootOf(
  { folder, detail }: Pick<Terminal, 'folder' | 'detail'>,
  given: string | undefined,
): string {
  const root = given === undefined ? findProject(folder) : resolve(folder, given);
  detail?.(`project ${root}`);
  return root;
}

/**
 * Every document of a project, and the names of its images.
 *
 * @throws UsageError if one cannot be read.
 */
export function readProject(root: string): ProjectFile[] {
  try {
    return readProjectFiles(root);
  } catch (error) {
    throw new UsageError(`the project cannot be read: ${messageOf(error)}`);
  }
}

/**
 * The files of the project that paths on the command line select; a folder selects all its files.
 *
 * @param folder - The folder to which the paths are relative.
 * @throws UsageError for a path that is not a document of the project.
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

/** A project, and the files that the paths on the command line select. */
export interface OpenedProject {
  readonly root: string;
  readonly files: readonly ProjectFile[];
  readonly selected: ReadonlySet<string>;
}

/**
 * Opens the project of `--root`, or the nearest one.
 *
 * @throws UsageError if there is none, it cannot be read, or a path is not one of its documents.
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
