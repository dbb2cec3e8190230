import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFiles } from './watch-files.ts';

let root: string;
let stop: () => Promise<void>;
/** Timeout that is long enough for a busy machine. */
const PATIENT = { timeout: 10_000 };
const notified: (readonly string[])[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(async () => {
  // The project is in a hidden folder: a leading dot excludes only files and folders inside the project.
  root = mkdtempSync(join(tmpdir(), '.capiz-watch-'));
  write('screens/order.screen.json', 'one');
  write('screens/parts/fine.part.json', 'one');
  notified.length = 0;
  stop = await watchFiles(root, (paths) => void notified.push(paths));
});
afterEach(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

it('reports files that were changed at the same time together, sorted', async () => {
  write('screens/parts/fine.part.json', 'two');
  write('screens/order.screen.json', 'two');
  await expect
    .poll(() => notified, PATIENT)
    .toEqual([['screens/order.screen.json', 'screens/parts/fine.part.json']]);
});

it('reports files that are added, removed, or replaced by a rename', async () => {
  write('screens/new.screen.json', 'one');
  await expect.poll(() => notified.flat(), PATIENT).toContain('screens/new.screen.json');
  write('screens/order.screen.json~', 'two');
  renameSync(join(root, 'screens/order.screen.json~'), join(root, 'screens/order.screen.json'));
  await expect.poll(() => notified.flat(), PATIENT).toContain('screens/order.screen.json');
  rmSync(join(root, 'screens/parts/fine.part.json'));
  await expect.poll(() => notified.flat(), PATIENT).toContain('screens/parts/fine.part.json');
});

it('reports the last of several writes, also when they follow within 50 ms', async () => {
  for (const text of ['two', 'three', 'four']) {
    write('screens/order.screen.json', text);
    const before = notified.length;
    await expect.poll(() => notified.length, { ...PATIENT, interval: 5 }).toBeGreaterThan(before);
  }
});

it('reports files in a folder that did not exist at the start', async () => {
  write('fixtures/states/order/content.json', 'one');
  await expect.poll(() => notified.flat(), PATIENT).toContain('fixtures/states/order/content.json');
});

it('ignores hidden files, backups of editors, and snapshots', async () => {
  write('screens/.order.screen.json.swp', 'one');
  write('screens/order.screen.json~', 'one');
  write('fixtures/snapshots/order.txt', 'one');
  write('screens/last.screen.json', 'one');
  await expect.poll(() => notified.flat(), PATIENT).toEqual(['screens/last.screen.json']);
});
