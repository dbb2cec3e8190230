/**
 * `npm run build`: builds the pages, the server and the documentation into `dist`, and prints the size of the
 * borrower's page (not with --quiet). Names of builds as arguments build only these. `buildStale()` builds only what
 * changed; it compares contents.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { recordPackages } from './record-packages.mjs';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** The server reads the product's contracts at run time, so a new contract makes no build stale. */
export const NOT_SOURCES = [join(root, 'schemas/api')];

/**
 * Packages that stay outside the bundle of the server, because they load files of their own: native code, WebAssembly, lists
 * of passwords. `npm run package` installs them; all others are part of the bundles.
 */
export const INSTALLED = [
  '@jsquash/jpeg',
  '@jsquash/png',
  '@node-rs/argon2',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'libsql',
];

/** The builds that a server needs to start. */
export const PAGES = ['borrower', 'studio', 'devtools', 'server'];
/** With the documentation. */
export const ALL = [...PAGES, 'docs'];

/** Inputs of every build: the installed packages, the TypeScript settings, the plugin that lists packages. */
const COMMON = ['package-lock.json', 'tsconfig.json', 'bin/record-packages.mjs'];

const builds = {
  borrower: {
    sources: ['renderer', 'src/borrower', 'src/shared', 'schemas', 'screens/theme', 'screens/app.json'],
    settings: ['CAPIZ_REACT'],
    result: 'dist/borrower/index.html',
    options: { root: join(root, 'src/borrower'), configFile: join(root, 'src/borrower/vite.config.ts') },
  },
  // For staff; its preview frame contains the borrower's page and the simulator.
  studio: {
    sources: [
      'renderer',
      'src/studio',
      'src/borrower',
      'src/language-service',
      'src/review',
      'src/shared',
      'src/simulator',
      'src/testing/concerned-states.ts',
      'src/testing/inline.ts',
      'src/testing/read-looks.ts',
      'src/testing/read-tree.ts',
      'src/testing/roles.ts',
      'src/testing/tree-diff.ts',
      'src/devtools',
      'schemas',
      'screens/theme',
      'screens/app.json',
    ],
    result: 'dist/studio/index.html',
    options: { root: join(root, 'src/studio'), configFile: join(root, 'src/studio/vite.config.ts') },
  },
  // Scripts of pages for developers and staff.
  devtools: {
    sources: [
      'src/devtools',
      'src/shared',
      'src/simulator',
      'renderer/grammar/csv.ts',
      'renderer/runtime',
      'renderer/plan',
    ],
    result: 'dist/devtools/state.js',
    options: {
      root,
      configFile: false,
      publicDir: false,
      build: {
        outDir: 'dist/devtools',
        target: 'es2022',
        emptyOutDir: true,
        modulePreload: false,
        rolldownOptions: {
          input: ['dev', 'draft', 'draft-shell', 'gallery', 'state'].map((name) => `src/devtools/${name}.ts`),
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
  // The documentation: its pages, and the examples that run in them.
  docs: {
    sources: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'README.md',
      'SECURITY.md',
      'docs',
      'fixtures/bad',
      'fixtures/examples',
      'fixtures/language',
      'fixtures/lint',
      'fixtures/scripts/README.md',
      'fixtures/states/README.md',
      'fixtures/widgets',
      'renderer',
      'src/borrower',
      'src/docs-site',
      'src/extensions',
      'src/library',
      'src/shared',
      'src/simulator',
      'schemas',
      'screens',
    ],
    result: 'dist/docs/index.html',
    options: {
      root: join(root, 'src/docs-site/live'),
      configFile: join(root, 'src/docs-site/vite.config.ts'),
    },
  },
  server: {
    sources: [
      'renderer',
      'src/assistant',
      'src/review',
      'src/server',
      'src/shared',
      'src/simulator',
      'schemas',
      'docs/guide',
      'docs/reference',
      'fixtures/examples',
      'package.json',
    ],
    result: 'dist/server/main.js',
    // Node 20 cannot run TypeScript.
    options: {
      root,
      configFile: false,
      ssr: { noExternal: true, external: INSTALLED },
      build: {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        emptyOutDir: true,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: [
            'src/server/main.ts',
            'src/server/registry/compile-thread.ts',
            'src/server/content/render-thread.ts',
            'src/server/staff/password-thread.js',
            'src/server/uploads/picture-worker.mjs',
            'renderer/render-html.tsx',
          ],
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
};

/**
 * Builds what is missing or stale. Prints only errors.
 * @param names - Default: what a server needs.
 * @param logLevel - The log level of vite: `warn` also prints the bundler's warnings.
 * @returns the names of what was built.
 */
export async function buildStale(names = PAGES, logLevel = 'error') {
  const stale = listStale(names);
  if (stale.length > 0) generate();
  for (const name of stale) await build(name, logLevel);
  return stale;
}

/** Makes the files that are generated from the schemas current. */
function generate() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'schemas/generate.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** The names of the builds that are missing or stale. @param names - Default: what a server needs. */
export function listStale(names = PAGES) {
  // Several builds share most sources, so each file is read once.
  const digests = new Map();
  return names.filter((name) => {
    const stamp = stampOf(name);
    const isBuilt = existsSync(join(root, builds[name].result)) && existsSync(stamp);
    return !isBuilt || readFileSync(stamp, 'utf8') !== hashOf(name, digests);
  });
}

/** The files whose change makes a build stale. */
export function listSources(name) {
  return [...builds[name].sources, ...COMMON].flatMap((source) => listFiles(join(root, source)));
}

/** The root folder, the configuration file and the entries of a build; the last two only if its options name them. */
export function describeBuild(name) {
  const { root: folder, configFile, build: made } = builds[name].options;
  return { folder, configFile, entries: made?.rolldownOptions.input ?? [] };
}

/** The file that says which packages are in which file of a build. */
export function packagesFile(name) {
  return join(root, 'dist', `.${name}.packages.json`);
}

function stampOf(name) {
  return join(root, 'dist', `.${name}.stamp`);
}

async function build(name, logLevel) {
  // Computed before the build, so that a source that changes during the build makes it stale.
  const hash = hashOf(name);
  const { build: run } = await import('vite');
  const { options } = builds[name];
  // vite chooses React's build by NODE_ENV, so a value from the caller's shell must not apply.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await run({ ...options, plugins: [recordPackages(packagesFile(name))], mode: 'production', logLevel });
  } finally {
    // Restores the caller's NODE_ENV: a server in the same process reads it.
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(name), hash);
}

function hashOf(of, digests = new Map()) {
  const { settings = [] } = builds[of];
  const hash = createHash('sha256');
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const path of listSources(of)) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const digest = digests.get(path) ?? createHash('sha256').update(readFileSync(path)).digest('hex');
    digests.set(path, digest);
    hash.update(`${relative(root, path)} ${digest}\n`);
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path) || NOT_SOURCES.includes(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

function reportBytes() {
  const folder = join(root, 'dist/borrower');
  const files = listFiles(folder).filter((file) => /\.(js|css|html)$/.test(file));
  let sum = 0;
  console.log('Bytes of the borrower’s page, gzip:');
  for (const file of files) {
    const bytes = gzipSync(readFileSync(file), { level: 9 }).length;
    sum += bytes;
    console.log(`${String(bytes).padStart(9)}  ${relative(folder, file)}`);
  }
  console.log(`${String(sum).padStart(9)}  in all`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isQuiet = process.argv.includes('--quiet');
  const names = process.argv.slice(2).filter((name) => name !== '--quiet');
  await buildStale(names.length === 0 ? ALL : names, isQuiet ? 'error' : 'warn');
  if (!isQuiet) reportBytes();
}
