/**
 * One reliability check by its number: `node tests/check.mjs 4`, with every case with `--long`.
 * Says what it measured as one JSON line. Exit 0: holds; 1: falls short; 2: could not run, or no planted fault was found
 * out, so that nobody knows whether it can fail.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testsOf } from './behaviours.mjs';
import { findBrowsers } from './browser.mjs';
import { CHECKS } from './checks.mjs';

const [number] = process.argv.slice(2).filter((argument) => argument !== '--long');
const isLong = process.argv.includes('--long') || process.env.CAPIZ_LONG === '1';
const check = CHECKS[number];
if (check === undefined) {
  console.error(
    `Which check? ${Object.entries(CHECKS)
      .map(([n, { title }]) => `${n} ${title}`)
      .join(', ')}`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'capiz-check-'));
const report = join(folder, 'report.json');
const figures = join(folder, 'figures.jsonl');
const began = Date.now();
/** Its JSON line is the only one on the standard output. */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, CAPIZ_FIGURES: figures, ...(isLong && { CAPIZ_LONG: '1' }), ...env },
  });
  return status === 0;
}

function readTests() {
  const tests = existsSync(report) ? testsOf(JSON.parse(readFileSync(report, 'utf8'))) : [];
  rmSync(report, { force: true });
  return tests;
}

const { files, journeys = [] } = check;
let isSound = run('npx', [
  ...['vitest', 'run', ...files],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
]);
const tests = readTests();
if (journeys.length > 0) {
  const { browser, whole } = findBrowsers();
  const paths = journeys.map((name) => `journeys/${name}`);
  isSound =
    run('npx', ['playwright', 'test', '-c', 'tests/journeys/playwright.config.ts', ...paths], {
      CAPIZ_BROWSER: browser,
      CAPIZ_WHOLE_BROWSER: whole,
      CAPIZ_JOURNEYS_REPORT: report,
    }) && isSound;
  tests.push(...readTests());
}
const passed = tests.filter((test) => test.passed);
const planted = passed.filter(({ title }) => check.planted.test(title));
const line = {
  ...{ check: Number(number), title: check.title, long: isLong },
  ...{ passed: passed.length, failed: tests.length - passed.length, planted: planted.length },
  seconds: Math.round((Date.now() - began) / 1000),
  seed: Number(process.env.CAPIZ_SEED ?? 20_261_121),
  figures: existsSync(figures)
    ? readFileSync(figures, 'utf8')
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one))
    : [],
};
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify(line));
if (planted.length === 0) process.exit(tests.length > passed.length ? 1 : 2);
process.exit(isSound ? 0 : 1);
