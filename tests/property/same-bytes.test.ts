import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LONG } from './settings.ts';

/* "Two runs of capiz test give the same bytes; 20 runs in the long check." */

const ROOT = resolve(import.meta.dirname, '../..');
const RUNS = LONG ? 20 : 2;
/** One screen in a short run; in the long check all screens. */
const SCREENS = LONG ? [] : ['signed-out'];
const SNAPSHOTS = 'fixtures/snapshots';
const project = mkdtempSync(join(tmpdir(), 'capiz-same-bytes-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Renders everything without accepted snapshots. @returns A hash of all files and their content. */
function draw(): string {
  rmSync(join(project, SNAPSHOTS), { recursive: true, force: true });
  const { CI: _ci, ...env } = process.env;
  const args = [join(ROOT, 'bin/capiz.mjs'), 'test', ...SCREENS];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const hash = createHash('sha256');
  const paths = readdirSync(join(project, SNAPSHOTS), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .sort();
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(join(project, SNAPSHOTS, path)));
  return hash.digest('hex');
}

it(`${RUNS} runs of capiz test give the same bytes`, { timeout: RUNS * 120_000 }, () => {
  for (const folder of ['screens', 'schemas/api', 'fixtures'])
    cpSync(join(ROOT, folder), join(project, folder), { recursive: true });
  const first = draw();
  for (let run = 1; run < RUNS; run += 1) expect(draw()).toBe(first);
});
