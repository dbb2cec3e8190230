import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What screens are drawn from; not what was drawn of them. */
const FOLDERS = [
  'screens',
  'schemas/api',
  'fixtures/states',
  'fixtures/scripts',
  'fixtures/scenarios',
  'fixtures/places',
];
const LOOK_EVERY_MS = 200;

/**
 * Looks again and again which files of a project are others than before, or there no more.
 *
 * @param tell - Told the paths that changed since it was told last, relative to the project, once they rest.
 * @returns What ends it.
 */
export function watchFiles(root: string, tell: (paths: readonly string[]) => void): () => void {
  let told = signAll(root);
  let last = told;
  const timer = setInterval(() => {
    const now = signAll(root);
    // An editor may still be writing: two looks must agree.
    const isAtRest = differences(last, now).length === 0;
    last = now;
    if (!isAtRest) return;
    const changed = differences(told, now);
    told = now;
    if (changed.length > 0) tell(changed);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
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
