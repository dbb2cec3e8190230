/**
 * Reliability checks by their numbers: `node tests/check.mjs 4 7`, all without a number. `--long` tries every case,
 * `--write` adds the result to docs/reliability.jsonl and makes docs/reliability.md anew, `--planted` runs only what
 * plants a fault, each of which must be found out.
 * Says what it measured as one line of JSON for each check, and nothing else on the standard output. Exit 0: all hold (or
 * all are red); 1: one falls short; 2: could not run, or no planted fault was found out, so that nobody knows whether it
 * can fail.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testsOf } from './behaviours.mjs';
import { findBrowsers } from './browser.mjs';
import { lineOf, redOf, writePage } from './check-results.mjs';
import { CHECKS } from './checks.mjs';

const LINES = 'docs/reliability.jsonl';
const PAGE = 'docs/reliability.md';
const FLAGS = ['--long', '--write', '--planted'];

const numbers = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument));
const [isLong, isWritten, isPlanted] = FLAGS.map((flag) => process.argv.includes(flag));
const unknown = numbers.filter((number) => CHECKS[number] === undefined);
if (unknown.length > 0) {
  const all = Object.entries(CHECKS).map(([number, { title }]) => `${number} ${title}`);
  stop(`No check ${unknown.join(', ')}. There are ${all.join(', ')}`);
}
if (isWritten && isPlanted) stop('--write is for what holds, --planted for what must not');
if (isWritten && changes() !== '') stop('--write says of which commit the result is: commit first');

const folder = mkdtempSync(join(tmpdir(), 'capiz-check-'));
const figures = join(folder, 'figures.jsonl');
const chosen = numbers.length > 0 ? numbers : Object.keys(CHECKS);
const exits = chosen.map((number) => (isPlanted ? plant : measure)(Number(number), CHECKS[number]));
rmSync(folder, { recursive: true, force: true });
process.exit(Math.max(...exits));

/** @returns The exit that it asks for. */
function measure(number, check) {
  rmSync(figures, { force: true });
  const tests = runTests(check);
  const line = lineOf(number, check, {
    ...{ long: isLong, seed: Number(process.env.CAPIZ_SEED ?? 20_261_121) },
    ...{ tests, figures: readLines(figures) },
  });
  console.log(JSON.stringify(line));
  if (isWritten) {
    appendFileSync(LINES, `${JSON.stringify({ ...line, commit: git('rev-parse', 'HEAD') })}\n`);
    writeFileSync(PAGE, writePage(readLines(LINES)));
  }
  return { holds: 0, 'falls-short': 1, 'not-shown': 2 }[line.verdict];
}

/** @returns The exit that it asks for. */
function plant(number, check) {
  const red = redOf(number, check, runTests(check, check.planted.source));
  console.log(JSON.stringify(red));
  return red.red ? 0 : 2;
}

/** @param title - Only those with this in their title. */
function runTests({ files, journeys = [] }, title) {
  const report = join(folder, 'report.json');
  const tests = [];
  const run = (command, args, env = {}) => {
    rmSync(report, { force: true });
    const { status } = spawnSync('npx', [command, ...args], {
      // Its JSON lines are the only ones on the standard output.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, CAPIZ_FIGURES: figures, ...(isLong && { CAPIZ_LONG: '1' }), ...env },
    });
    const found = existsSync(report) ? testsOf(JSON.parse(readFileSync(report, 'utf8'))) : [];
    tests.push(...found);
    // A suite that could not be loaded has no failed test, and has failed.
    if (status !== 0 && found.every(({ ran, passed }) => !ran || passed))
      tests.push({
        title: `${command} ended with ${status}`,
        file: files[0],
        passed: false,
        ran: true,
        ms: 0,
      });
  };
  run('vitest', [
    ...['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(title === undefined ? [] : ['--testNamePattern', title, '--passWithNoTests']),
  ]);
  if (journeys.length > 0) {
    const { browser, whole } = findBrowsers();
    const paths = journeys.map((name) => `journeys/${name}`);
    run(
      'playwright',
      [
        ...['test', '-c', 'tests/journeys/playwright.config.ts', ...paths],
        ...(title === undefined ? [] : ['--grep', title, '--pass-with-no-tests']),
      ],
      { CAPIZ_BROWSER: browser, CAPIZ_WHOLE_BROWSER: whole, CAPIZ_JOURNEYS_REPORT: report },
    );
  }
  return tests;
}

function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** What differs from the commit, but for the results themselves. */
function changes() {
  return git('status', '--porcelain', '--', '.', `:!${LINES}`, `:!${PAGE}`);
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

function stop(words) {
  console.error(words);
  process.exit(2);
}
