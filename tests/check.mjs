/**
 * Runs reliability checks by number: `node tests/check.mjs 4 7`, all without a number; and programs by name, each alone:
 * `node tests/check.mjs node`. `--long` tries every case, `--write`
 * adds the result to docs/contributing/reliability.jsonl and rewrites docs/contributing/reliability.md, `--planted` runs only the tests with a planted
 * fault, in their smallest size; each fault must be found.
 * Two lists run side by side, one of them with all checks that need a browser; checks that measure times run afterwards,
 * alone.
 * Prints one JSON line for each check, and nothing else, to the standard output. Exit 0: all hold (or all are red); 1: one
 * falls short; 2: could not run, or no planted fault was found, so that the check may be unable to fail.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testsOf } from './behaviours.mjs';
import { findBrowsers } from './browser.mjs';
import { lineOf, redOf, writePage } from './check-results.mjs';
import { CHECKS, PROGRAMS } from './checks.mjs';
import { commitOf, differsFromCommit, readLines, stop } from './results.mjs';

const LINES = 'docs/contributing/reliability.jsonl';
const PAGE = 'docs/contributing/reliability.md';
const FLAGS = ['--long', '--write', '--planted'];

const numbers = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument));
const [isWhole, isWritten, isPlanted] = FLAGS.map((flag) => process.argv.includes(flag));
const isLong = isWhole && !isPlanted;
if (PROGRAMS[numbers[0]] !== undefined) runProgram(PROGRAMS[numbers[0]], numbers.slice(1));
const unknown = numbers.filter((number) => CHECKS[number] === undefined);
if (unknown.length > 0) {
  const all = Object.entries({ ...CHECKS, ...PROGRAMS }).map(([key, { title }]) => `${key} ${title}`);
  stop(`No check ${unknown.join(', ')}. There are ${all.join(', ')}`);
}
if (isWritten && isPlanted) stop('--write is for what holds, --planted for what must not');
if (isWritten && differsFromCommit(LINES, PAGE))
  stop('--write says of which commit the result is: commit first');

const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'capiz-check-'));
const chosen = (numbers.length > 0 ? numbers : Object.keys(CHECKS)).map(Number);
const [byThemselves, others] = split(chosen, (number) => CHECKS[number].measuresTimes);
const lists = split(others, (number) => CHECKS[number].journeys);
// Build the programs here, so that no two checks build them at the same time.
if (chosen.length > 1) for (const made of [['bin/build.mjs'], ['bin/capiz.mjs', 'help']]) prepare(made);
const exits = [...(await Promise.all(lists.map(runInTurn))), await runInTurn(byThemselves)].flat();
rmSync(folder, { recursive: true, force: true });
if (chosen.length > 1)
  console.error(`${chosen.length} checks in ${Math.round((Date.now() - began) / 1000)} s`);
process.exit(Math.max(...exits));

/** Runs a program with the rest of the arguments, and ends as it ends. */
function runProgram({ command: [name, ...args], env }, rest) {
  if (isWritten || isPlanted) stop('--write and --planted are for checks with a number');
  const { status } = spawnSync(name, [...args, ...rest], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exit(status ?? 2);
}

function split(numbers, isFirst) {
  return [numbers.filter((number) => isFirst(number)), numbers.filter((number) => !isFirst(number))];
}

function prepare(args) {
  const { status, stderr } = spawnSync('node', args, { encoding: 'utf8' });
  if (status !== 0) stop(stderr);
}

/** @returns The exit codes. */
async function runInTurn(numbers) {
  const exits = [];
  for (const number of numbers) exits.push(await (isPlanted ? plant : measure)(number, CHECKS[number]));
  return exits;
}

/** @returns The exit code. */
async function measure(number, check) {
  const tests = await runTests(number, check);
  const line = lineOf(number, check, {
    ...{ long: isLong, seed: Number(process.env.CAPIZ_SEED ?? 20_261_121) },
    ...{ tests, figures: readLines(figuresOf(number)) },
  });
  console.log(JSON.stringify(line));
  if (isWritten) {
    appendFileSync(LINES, `${JSON.stringify({ ...line, commit: commitOf() })}\n`);
    writeFileSync(PAGE, writePage(readLines(LINES)));
  }
  return { holds: 0, 'falls-short': 1, 'not-shown': 2 }[line.verdict];
}

/** @returns The exit code. */
async function plant(number, check) {
  const red = redOf(number, check, await runTests(number, check, check.planted.source));
  console.log(JSON.stringify(red));
  return red.red ? 0 : 2;
}

/** @param title - Runs only tests with this text in their title. */
async function runTests(number, { files, journeys = [] }, title) {
  mkdirSync(join(folder, String(number)));
  const vitest = await report(number, 'vitest', {
    args: [
      ...['run', ...files, '--reporter=default', '--reporter=json'],
      `--outputFile.json=${reportOf(number, 'vitest')}`,
      ...(title === undefined ? [] : ['--testNamePattern', title, '--passWithNoTests']),
    ],
    env: {},
  });
  if (journeys.length === 0) return vitest;
  const { browser, whole } = findBrowsers();
  const playwright = await report(number, 'playwright', {
    args: [
      ...['test', '-c', 'tests/journeys/playwright.config.ts', ...journeys.map((name) => `journeys/${name}`)],
      ...(title === undefined ? [] : ['--grep', title, '--pass-with-no-tests']),
    ],
    env: {
      ...{ CAPIZ_BROWSER: browser, CAPIZ_WHOLE_BROWSER: whole },
      CAPIZ_JOURNEYS_REPORT: reportOf(number, 'playwright'),
    },
  });
  return [...vitest, ...playwright];
}

/** @returns The tests that a runner ran. */
async function report(number, command, { args, env }) {
  const status = await run(command, args, {
    ...{ ...process.env, CAPIZ_FIGURES: figuresOf(number), ...(isLong && { CAPIZ_LONG: '1' }), ...env },
  });
  const file = reportOf(number, command);
  const found = existsSync(file) ? testsOf(JSON.parse(readFileSync(file, 'utf8'))) : [];
  // A suite that could not be loaded has no failed test, but has failed.
  if (status === 0 || found.some(({ ran, passed }) => ran && !passed)) return found;
  const title = `${command} ended with ${status}`;
  return [...found, { title, file: CHECKS[number].files[0], passed: false, ran: true, ms: 0 }];
}

/** A check's output is printed to stderr in one piece; stdout is for the JSON lines. */
function run(command, args, env) {
  return new Promise((done) => {
    const output = [];
    const child = spawn(join('node_modules/.bin', command), args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => output.push(piece));
    child.on('close', (status) => {
      process.stderr.write(Buffer.concat(output));
      done(status);
    });
  });
}

function reportOf(number, command) {
  return join(folder, String(number), `${command}.json`);
}

function figuresOf(number) {
  return join(folder, String(number), 'figures.jsonl');
}
