/**
 * `npm run check:teeth`: plants faults in the code of `groups.mjs`, one at a time, and runs the tests that should notice.
 * `-- money path` selects groups, `--only <file>` one file of a group. `--write` stores the result in docs/contributing/teeth.jsonl and
 * rewrites docs/contributing/teeth.md. Prints a JSON line for each group, then a table. Exit 0: at least 90 % noticed in every group;
 * 1: fewer; 2: could not run. Installs Stryker next to this file first, from its own lock file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf, differsFromCommit, readLines, stop } from '../results.mjs';
import { GROUPS } from './groups.mjs';
import { keepLast, LEAST, lineOf, tableOf, writePage } from './score.mjs';

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, '../..');
const BUILT = join(ROOT, 'dist/teeth');
const LINES = 'docs/contributing/teeth.jsonl';
const PAGE = 'docs/contributing/teeth.md';

process.chdir(ROOT);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, write: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => GROUPS[name] === undefined);
if (unknown.length > 0) stop(`No group ${unknown.join(', ')}. There are ${Object.keys(GROUPS).join(', ')}`);
if (values.write && values.only) stop('--write is for whole groups');
if (values.write && differsFromCommit(LINES, PAGE))
  stop('--write says of which commit the result is: commit first');

install();
const chosen = positionals.length > 0 ? positionals : Object.keys(GROUPS);
const lines = chosen.map(measure);
console.log(`\n${tableOf(lines).join('\n')}`);
process.exit(lines.some(({ score }) => score < LEAST) ? 1 : 0);

function install() {
  if (existsSync(join(HERE, 'node_modules/@stryker-mutator/core'))) return;
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: HERE, encoding: 'utf8' });
  if (status !== 0) stop(stderr);
}

/** @returns The line of a group, which is printed and stored. */
function measure(name) {
  const began = Date.now();
  const line = {
    ...lineOf(name, plant(name, GROUPS[name])),
    seconds: Math.round((Date.now() - began) / 1000),
  };
  console.log(JSON.stringify(line));
  if (values.write) {
    const kept = keepLast(readLines(LINES), { ...line, commit: commitOf() }, Object.keys(GROUPS));
    writeFileSync(LINES, kept.map((one) => `${JSON.stringify(one)}\n`).join(''));
    writeFileSync(PAGE, writePage(kept, GROUPS));
  }
  return line;
}

/** @returns Stryker's report. */
function plant(name, { code, tests }) {
  mkdirSync(BUILT, { recursive: true });
  const report = join(BUILT, `${name}.json`);
  const config = join(BUILT, `${name}.config.json`);
  rmSync(report, { force: true });
  const mutate = values.only === undefined ? code : [values.only];
  writeFileSync(config, JSON.stringify({ ...configOf(name, report), mutate }));
  const stryker = join(HERE, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    // The standard output gets only the JSON lines and the table.
    stdio: ['ignore', 2, 2],
    // The time zone of `vite.config.ts`: the tests run in a thread, which cannot change it.
    env: { ...process.env, CAPIZ_TEETH: tests.join(','), CAPIZ_TEST_ENGINES: 'sqlite', TZ: 'Asia/Manila' },
  });
  if (status !== 0 || !existsSync(report)) stop(`${name}: Stryker ended with ${status}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

function configOf(name, report) {
  return {
    testRunner: 'vitest',
    plugins: [join(HERE, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    // All tests of the group, independent of imports.
    vitest: { configFile: 'tests/teeth/vite.config.ts', related: false },
    // Stryker would rewrite it with a compiler that this project no longer has.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // An endless loop counts as noticed; a slow run must not.
    timeoutMS: 20_000,
    ignorePatterns: ['dist', '.capiz', '.cache', 'shots', 'test-results', 'docs/start/images', 'docs/guide'],
    tempDirName: join(BUILT, `${name}.tmp`),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // `score.mjs` decides.
    thresholds: { break: null },
    allowEmpty: false,
    disableTypeChecks: false,
    checkers: [],
  };
}
