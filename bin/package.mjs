/**
 * `npm run package`: makes what an operator installs, for one platform (`-- --platform linux-arm64`; default: this
 * machine's). dist/package/<platform>/ (`--out` names another folder) then has the folder `capiz-<version>`, the same as a tarball, the list of what is in it
 * (CycloneDX), and SHA256SUMS. The same commit, lock file and version of Node give the same bytes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import { ALL, buildStale, root } from './build.mjs';
import { listBundled, writeNotices } from './package/bundled-packages.mjs';
import { install } from './package/install.mjs';
import { ownPlatform, PLATFORMS } from './package/platforms.mjs';
import { writeSbom } from './package/sbom.mjs';

const BUILDS = ['borrower', 'worker', 'studio', 'devtools', 'docs', 'docs-pages', 'server', 'cli'];

/** What is copied: the built files, the definitions, and the fixtures that the server and `capiz check` read. */
const COPIED = [
  'LICENSE',
  'bin/can-build.mjs',
  'bin/capiz.mjs',
  ...['borrower', 'studio', 'devtools', 'docs', 'server', 'cli'].map((name) => `dist/${name}`),
  ...['api', 'places', 'scenarios', 'scripts', 'service.json', 'states'].map((name) => `fixtures/${name}`),
  'schemas',
  'screens',
];
/** Not for operators: generators, pages about the folders, the list of sources that `bin/capiz.mjs` compares. */
const LEFT_OUT = /^(?:schemas\/generate(?:\.mjs)?|dist\/cli\/inputs\.json|.*\/README\.md|.*\/\.[^/]*)$/;

async function makePackage(platform, out = join(root, 'dist/package', platform)) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `${own.name}-${own.version}`;
  const folder = join(out, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  await build();
  for (const path of COPIED) copy(path, folder);
  cpSync(join(root, 'bin/package/server.js'), join(folder, 'server.js'));
  cpSync(join(root, 'docs/operating/deploy'), join(folder, 'deploy'), { recursive: true });
  // Secrets that an operator stores beside the compose file must not become part of an image.
  writeFileSync(join(folder, '.dockerignore'), 'deploy\n.capiz\n');
  const page = readFileSync(join(root, 'docs/operating/deploy.md'), 'utf8');
  // Other pages are not part of the package.
  writeFileSync(join(folder, 'README.md'), page.replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1'));
  withoutSources(join(folder, 'dist/server'));
  const installed = [...install(folder, PLATFORMS[platform], own).keys()];
  const bundled = listBundled(BUILDS);
  writeFileSync(join(folder, 'NOTICES.txt'), writeNotices([...bundled.keys()]));
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { commit, date } = describeCommit();
  const archive = join(out, `${name}-${platform}.tgz`);
  const list = join(out, `${name}-${platform}.sbom.json`);
  writeFileSync(list, writeSbom({ own, locked, installed, bundled, folder, commit, date }));
  pack(out, name, archive, date);
  const sums = [archive, list].map((file) => `${hashOf(file)}  ${basename(file)}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  return { archive, installed: installed.length, bundled: bundled.size };
}

async function build() {
  // The page is built with React, whatever the caller's shell says.
  delete process.env.CAPIZ_REACT;
  await buildStale(ALL);
  // Builds the command line.
  run('node', [join(root, 'bin/capiz.mjs'), 'help']);
}

function copy(path, folder) {
  const filter = (from) => !LEFT_OUT.test(from.slice(root.length + 1));
  cpSync(join(root, path), join(folder, path), { recursive: true, filter });
}

/** The log names lines of our sources by the source maps; it does not need the sources themselves. */
function withoutSources(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.map'))) {
    const file = join(folder, name);
    const { sourcesContent: _left, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(map));
  }
}

/** `SOURCE_DATE_EPOCH` is the usual name for the time that a reproducible build uses. */
function describeCommit() {
  const { SOURCE_DATE_EPOCH } = process.env;
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [commit, seconds] = status === 0 ? stdout.trim().split(' ') : [];
  const date = new Date(Number(SOURCE_DATE_EPOCH ?? seconds) * 1000);
  if (!Number.isNaN(date.getTime())) return { commit, date };
  throw new Error(
    'The time of the package is not known: set SOURCE_DATE_EPOCH, or build in a clone with git.',
  );
}

/** The order of the entries, their times and modes are always the same. */
function pack(out, name, file, date) {
  const entries = readdirSync(join(out, name), { recursive: true, encoding: 'utf8' }).map(
    (one) => `${name}/${one}`,
  );
  const paths = [name, ...entries.sort()];
  for (const path of paths) {
    const isProgram = statSync(join(out, path)).isDirectory() || path === `${name}/bin/capiz.mjs`;
    chmodSync(join(out, path), isProgram ? 0o755 : 0o644);
  }
  const options = { gzip: { level: 9 }, portable: true, mtime: date, noDirRecurse: true };
  create({ cwd: out, file, sync: true, ...options }, paths);
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { platform: { type: 'string' }, out: { type: 'string' } };
  const { platform = ownPlatform(), out } = parseArgs({ options }).values;
  if (platform === undefined || PLATFORMS[platform] === undefined) {
    console.error(`Choose the platform: npm run package -- --platform ${Object.keys(PLATFORMS).join('|')}`);
    process.exit(2);
  }
  const { archive, installed, bundled } = await makePackage(platform, out);
  console.log(`${archive}: ${installed} packages installed, ${bundled} bundled`);
}
