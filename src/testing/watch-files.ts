import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** What screens are drawn from; not what was drawn of them. */
const FOLDERS = [
  'screens',
  'schemas/api',
  'fixtures/states',
  'fixtures/scripts',
  'fixtures/scenarios',
  'fixtures/api',
  'fixtures/service.json',
  'fixtures/places',
];
/** Also where the system tells nothing of a change, as over some networks. */
const LOOK_EVERY_MS = 200;
/** Between the two looks that must agree. */
const REST_MS = 20;

/**
 * Looks which files of a project are others than before, or there no more: at once where the system tells of a change,
 * otherwise again and again.
 *
 * @param tell - Told the paths that changed since it was told last, relative to the project, once they rest.
 * @returns What ends it.
 */
export function watchFiles(root: string, tell: (paths: readonly string[]) => void): () => void {
  let told = signAll(root);
  let last = told;
  let soon: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = signAll(root);
    // An editor may still be writing: two looks must agree.
    const isAtRest = differences(last, now).length === 0;
    last = now;
    if (!isAtRest) {
      lookSoon();
      return;
    }
    const changed = differences(told, now);
    told = now;
    if (changed.length > 0) tell(changed);
  };
  const lookSoon = (): void => {
    clearTimeout(soon);
    soon = setTimeout(look, REST_MS);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  const watchers = foldersIn(root).map((folder) =>
    // One that cannot be watched, or is taken away, is looked at by the clock.
    watch(folder, lookSoon).on('error', () => undefined),
  );
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    for (const watcher of watchers) watcher.close();
  };
}

/** Folders that are there, and those in them. */
function foldersIn(root: string): readonly string[] {
  const found: string[] = [];
  const add = (path: string): void => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    found.push(path);
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(path, entry.name));
  };
  for (const folder of FOLDERS) add(join(root, folder));
  return found;
}

function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const all = new Set([...before.keys(), ...now.keys()]);
  return [...all].filter((path) => before.get(path) !== now.get(path)).sort();
}

/** Size and time of every file, by path. */
function signAll(root: string): ReadonlyMap<string, string> {
  const signs = new Map<string, string>();
  const look = (path: string): void => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (!stats.isDirectory()) {
      signs.set(path, `${stats.size} ${stats.mtimeMs}`);
      return;
    }
    for (const name of readdirSync(join(root, path)))
      if (!name.startsWith('.') && !name.endsWith('~')) look(`${path}/${name}`);
  };
  for (const folder of FOLDERS) look(folder);
  return signs;
}
