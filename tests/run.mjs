/**
 * `npm test`: runs every part, and ends with one line of counts. A part that could not run counts as failed.
 * `node tests/run.mjs static` runs one part. `npm run test:long` runs every case instead of one of each kind, every fault in
 * every definition, and every journey, also those tagged `@long`, on both React and Preact: it takes hours.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  countBehaviours,
  countWrong,
  describeCount,
  failedOf,
  readSpecification,
  testsOf,
} from './behaviours.mjs';
import { findBrowsers } from './browser.mjs';
import { CHECKS } from './checks.mjs';
import { startPostgres } from './postgres.mjs';
import { copyWithoutProduct } from './without-product.mjs';

const results = 'dist/test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const only = process.argv.slice(2).filter((argument) => argument !== '--long');
if (process.argv.includes('--long')) process.env.CAPIZ_LONG = '1';
const isLong = process.env.CAPIZ_LONG === '1';
/** A program of node_modules, without npx, which needs half a second. */
const tool = (name) => resolve('node_modules/.bin', name);
let passed = 0;
let failed = 0;
const ran = [];
/** Failures in words, printed at the end, because a long log may be cut off at its beginning. */
const failures = [];

function fail(what, times = 1) {
  failed += times;
  failures.push(what);
}

/** Runs a command; its output goes straight to the terminal. */
function run(command, args, env = {}, cwd = '.') {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status ?? 2;
}

/** A check without a test runner: it passes or fails as one test. */
function check(title, command, args) {
  count(title, run(command, args) === 0);
}

function count(title, ok) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${title}`);
  if (ok) passed += 1;
  else fail(title);
}

/** Runs lists of checks side by side, each list in order; a check's output is printed in one piece when it ends. */
async function beside(...lists) {
  await Promise.all(
    lists.map(async (list) => {
      for (const [title, command, ...args] of list) {
        const { status, output } = await runQuietly(command, args);
        process.stdout.write(output);
        count(title, status === 0);
      }
    }),
  );
}

function runQuietly(command, args) {
  return new Promise((done) => {
    const output = [];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (piece) => output.push(piece));
    child.stderr.on('data', (piece) => output.push(piece));
    child.on('error', (error) => done({ status: 2, output: `${error.message}\n` }));
    child.on('close', (status) => done({ status: status ?? 2, output: Buffer.concat(output) }));
  });
}

function vitest(paths, options = [], cwd = '.') {
  const name = paths.join('-').replaceAll('/', '_').slice(0, 120);
  const file = resolve(`${results}/${name || 'all'}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run(tool('vitest'), ['run', ...paths, ...options, ...reports], {}, cwd);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (report !== undefined) ran.push(...testsOf(report, resolve(cwd)));
  passed += report?.numPassedTests ?? 0;
  for (const { file, title } of failedOf(report, resolve(cwd))) fail(`${file}: ${title}`);
  // A suite that could not be loaded has no failed test; it still fails.
  if (status !== 0 && !report?.numFailedTests) fail(`vitest ${paths.join(' ')}`);
}

const exclude = (patterns) => patterns.map((one) => `--exclude=${one}`);

/** The test files of a folder that replace modules, so that they cannot share a worker. */
function listReplacing(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter(
      (file) =>
        /\.test\.tsx?$/.test(file) && /vi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
    );
}

/** Journeys that also run on Preact each time: the order, the bank form, repayment, card payment, rendered screens. */
const ON_BOTH = ['order', 'bind-bank', 'repayment', 'pay-way', 'content', 'content-random'].map(
  (name) => `/${name}.spec.ts`,
);
/** All but those about screens that the server renders with their data. */
const WITHOUT_CONTENT = ['^(?!.*/content(-random)?\\.spec\\.ts)'];

/**
 * @param drawnBy - `react` or `preact`: the library under the page, see README.
 * @param files - Regular expressions of the files to run; none means all.
 * @param rendered - `CAPIZ_RENDER` of the servers.
 */
function journeysOn(drawnBy, files = [], rendered = 'content') {
  const file = `${results}/journeys-${drawnBy}-${rendered}.json`;
  const { browser, whole } = findBrowsers();
  const args = ['test', '-c', 'tests/journeys/playwright.config.ts', ...files];
  if (!isLong) args.push('--grep-invert', '@long');
  const status = run(tool('playwright'), args, {
    CAPIZ_BROWSER: browser,
    CAPIZ_WHOLE_BROWSER: whole,
    CAPIZ_JOURNEYS_REPORT: resolve(file),
    CAPIZ_REACT: drawnBy,
    CAPIZ_RENDER: rendered,
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (report === undefined) return fail(`journeys on ${drawnBy}`);
  ran.push(...testsOf(report));
  const { expected, unexpected, flaky, skipped } = report.stats;
  const isBorne = flaky <= BORNE;
  passed += expected + (isBorne ? flaky : 0);
  for (const { file, title } of failedOf(report)) fail(`${file}: ${title}`);
  if (skipped > 0) fail('journeys that were skipped', skipped);
  if (!isBorne) fail('journeys that passed the second time only', flaky);
  if (status !== 0 && unexpected === 0) fail(`journeys on ${drawnBy}`);
  for (const name of secondTries(report)) console.log(`passed the second time only: ${name}`);
}

/** Allowed number of second tries in about 660 journeys: one in two hundred. */
const BORNE = 3;

/** Names of journeys that passed only after a retry, from Playwright's JSON report. */
function secondTries(suite) {
  const own = (suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [
    ...own.map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...(suite.suites ?? []).flatMap(secondTries),
  ];
}

const parts = {
  static() {
    // `npm ci` generated the files; a schema may have changed since.
    check('files generated from the schemas', 'node', ['schemas/generate.mjs']);
    // Most checks have one thread. Checks that build the command line are in one list.
    return beside(
      [
        ['types', tool('tsc'), '-p', '.'],
        ['format', tool('biome'), 'format', '.'],
        ['dead code', tool('knip'), '--no-progress'],
        ['dead code of the shipped files', tool('knip'), '--no-progress', '--production'],
        ['hashes of the lock file', 'node', 'tests/lock-file.mjs'],
      ],
      [
        [
          'lint',
          tool('oxlint'),
          '--type-aware',
          '--deny-warnings',
          'bin',
          'renderer',
          'src',
          'tests',
          'vite.config.ts',
        ],
        ['definitions', 'node', 'bin/capiz.mjs', 'check', '--max-warnings', '0'],
        ['format of definitions', 'node', 'bin/capiz.mjs', 'fmt', '--check'],
        ['build', 'node', 'bin/build.mjs'],
        ['bytes of the page', tool('size-limit')],
      ],
    );
  },
  unit() {
    // These suites leave nothing behind, so they share their workers: loading the modules again for each takes minutes.
    const shared = ['--no-isolate', '--maxWorkers=2'];
    // The renderer's suites run without this product.
    const tree = copyWithoutProduct();
    vitest(['renderer'], shared, tree);
    rmSync(tree, { recursive: true, force: true });
    // One server for all suites; each test has its own database.
    // The long form kills a hundred servers, which leaves a hundred connections.
    const postgres = startPostgres(['fsync=off', 'max_connections=300']);
    process.env.CAPIZ_TEST_POSTGRES = postgres.address;
    vitest(['src/cli', 'src/shared', 'src/studio'], shared);
    const replacing = listReplacing('src/server');
    vitest(['src/server'], [...shared, ...exclude(replacing)]);
    // The pages of the reference depend on the order of the suites before them.
    const apart = [...listReplacing('tests/contract'), 'tests/contract/reference.test.ts'];
    vitest(['tests/contract'], [...shared, ...exclude(apart)]);
    const others = ['src/cli/**', 'src/shared/**', 'src/studio/**', 'src/server/**'];
    vitest(['src', 'tests/bench', 'tests/fences', ...apart], ['--maxWorkers=2', ...exclude(others)]);
    vitest(replacing, ['--maxWorkers=2']);
    postgres.stop();
  },
  definitions() {
    process.env.CI ??= 'true';
    // Runs capiz test, and counts how much of the definitions it covers.
    check('states, scripts and coverage of the definitions', 'node', [
      'bin/capiz.mjs',
      'coverage',
      '--min',
      'conditions=100,outcomes=100',
    ]);
    if (isLong) {
      const all = ['bin/capiz.mjs', 'mutate', '--min', '95'];
      check('95 % of the faults planted in all shipped definitions are detected', 'node', all);
    }
    // Without an earlier commit, as in a shallow clone, and if no screen with a held score changed: rollover.
    check('95 % of the faults planted in changed screens are detected', 'node', [
      ...[
        'bin/capiz.mjs',
        'mutate',
        '--since',
        'HEAD~1',
        '--held',
        '--most',
        '300',
        '--min',
        '95',
        'rollover',
      ],
    ]);
  },
  // Property tests are pure and slow: they share no port and no file.
  property: () => vitest(['tests/property'], ['--maxWorkers=2']),
  // Reliability tests wait for processes that they kill; tests of the two packages use the cores meanwhile. Tests that
  // measure times run afterwards, alone.
  reliability() {
    const measured = Object.values(CHECKS).flatMap(({ files, measuresTimes }) =>
      measuresTimes ? files : [],
    );
    const unmeasured = measured.map((file) => `--exclude=${file}`);
    vitest(
      ['tests/reliability', 'tests/library', 'tests/language-server', 'tests/package'],
      ['--maxWorkers=3', ...unmeasured],
    );
    vitest(measured.filter((file) => file.startsWith('tests/reliability/')));
    if (isLong)
      check('memory use of npm start, of all screens and of 200 photos', 'node', ['tests/memory.mjs']);
  },
  journeys() {
    // The page must behave the same with both libraries. The build that ships is the last one.
    journeysOn('preact', isLong ? [] : ON_BOTH);
    journeysOn('react');
    if (isLong) journeysOn('react', WITHOUT_CONTENT, 'placeholder');
  },
};

for (const [name, part] of Object.entries(parts)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const began = Date.now();
  console.log(`\n── ${name}`);
  await part();
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Which behaviours of docs/contributing/specification.md the tests proved. */
function behaviours() {
  const document = readSpecification(readFileSync('docs/contributing/specification.md', 'utf8'));
  const count = countBehaviours(document, ran);
  console.log(
    `\n── behaviours of docs/contributing/specification.md${only.length === 0 ? '' : `, by ${only.join(' and ')} alone`}`,
  );
  console.log(describeCount(count).join('\n'));
  const wrong = countWrong(count, only.length === 0);
  if (wrong === 0) passed += 1;
  else fail('behaviours of docs/contributing/specification.md', wrong);
}
behaviours();

for (const what of failures) console.log(`FAILED ${what}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
