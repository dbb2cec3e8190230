import { once } from 'node:events';
import { basename, relative } from 'node:path';
import { watch } from 'chokidar';

/** Sources of the screens; not their snapshots. */
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
/** Debounce, in ms: an editor writes a file in steps, and may save several files. */
const REST_MS = 20;

/**
 * Watches the files from which screens are compiled and tested.
 *
 * @param notify - Called when no file has changed for `REST_MS`, with the sorted changed paths, relative to the
 * project.
 * @returns A function that stops watching. The promise is fulfilled when the watcher notices every change from then
 * on.
 * @throws Error if the system cannot watch the files, for example because of its limit of watchers.
 */
export async function watchFiles(
  root: string,
  notify: (paths: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  let rest: NodeJS.Timeout | undefined;
  // Watch the root and not the folders: for a folder that does not exist yet, chokidar reports too early that it is
  // ready.
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => isIgnored(relative(root, path)),
    // Without this option, chokidar drops a second change of a file within 50 ms.
    awaitWriteFinish: { stabilityThreshold: REST_MS, pollInterval: REST_MS / 2 },
  });
  watcher.on('all', (event, path) => {
    if (event.endsWith('Dir')) return;
    changed.add(relative(root, path));
    clearTimeout(rest);
    rest = setTimeout(() => {
      const paths = [...changed].sort();
      changed.clear();
      notify(paths);
    }, REST_MS);
  });
  await once(watcher, 'ready');
  return async () => {
    clearTimeout(rest);
    await watcher.close();
  };
}

function isIgnored(path: string): boolean {
  if (path === '') return false;
  const isPart = FOLDERS.some(
    (folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`),
  );
  return !isPart || /^\.|~$/.test(basename(path));
}
