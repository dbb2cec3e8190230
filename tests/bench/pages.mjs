/** The bench pages: ours, hand-written ones, and those of other libraries, each built for production. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const HERE = import.meta.dirname;
const PEERS = join(HERE, 'peers');
export const BUILT = resolve(HERE, '../../dist/bench');

/** The baseline of all comparisons. */
export const FLOOR = 'hook-form';

/** The pages by id. `by`: the author. Pages without `file` are ours. */
export const PAGES = {
  capiz: { name: 'Capiz', by: 'us' },
  'capiz-preact': { name: 'Capiz on Preact', by: 'us', drawnBy: 'preact' },
  vanilla: { name: 'DOM by hand', by: 'hand', file: 'vanilla.js' },
  plain: { name: 'React by hand', by: 'hand', file: 'plain.jsx' },
  [FLOOR]: { name: 'React and react-hook-form by hand', by: 'hand', file: 'hook-form.jsx' },
  empty: { name: 'React and one control', by: 'hand', file: 'empty.jsx' },
  rjsf: { name: 'rjsf', by: 'library', file: 'rjsf.jsx' },
  'json-render': { name: 'json-render', by: 'library', file: 'json-render.jsx' },
  formily: { name: 'Formily', by: 'library', file: 'formily.jsx' },
  'form-js': { name: 'form-js', by: 'library', file: 'form-js.js' },
  'json-forms': { name: 'JSON Forms', by: 'library', file: 'json-forms.jsx' },
  survey: { name: 'SurveyJS', by: 'library', file: 'survey.jsx' },
};

/** The other libraries, from their own lock file. */
function install() {
  if (existsSync(join(PEERS, 'node_modules/react'))) return;
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: PEERS, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const ENTRY = 'virtual:bench/entry';

/** @param kind - `first` renders a bank's form at once, `long` renders a long form on request, `hostile` renders the definition in its address. */
function entryPlugin(file, kind) {
  const from = (path) => JSON.stringify(join(PEERS, path));
  const code = {
    first: `import { page } from ${from(`pages/${file}`)};
      import { BANK } from ${from('form.js')};
      page.draw(document.getElementById('root'), page.translate(BANK));`,
    long: `import { page } from ${from(`pages/${file}`)};
      import { expose } from ${from('expose.js')};
      expose(page);`,
    hostile: `import ${from(`hostile/${file}`)};`,
  };
  return {
    name: 'bench:entry',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) => (id === `\0${ENTRY}` ? code[kind] : undefined),
  };
}

function documentOf(title, styles) {
  const links = styles.map((name) => `<link rel="stylesheet" href="${name}">`).join('');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  return `<!doctype html><html lang="en"><head>${head}<title>${title}</title>${links}<script type="module" src="page.js"></script></head><body><div id="root"></div></body></html>\n`;
}

async function buildOther(id, { name, file }, kind) {
  const outDir = join(BUILT, id, kind);
  const result = await build({
    configFile: false,
    root: PEERS,
    base: './',
    logLevel: 'error',
    plugins: [react(), entryPlugin(file, kind)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      rollupOptions: {
        input: { page: ENTRY },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  });
  const styles = result.output.map(({ fileName }) => fileName).filter((path) => path.endsWith('.css'));
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'index.html'), documentOf(name, styles));
}

function buildOurs(id, { drawnBy = 'react' }, planted) {
  const preact = {
    'react-dom/client': 'preact/compat/client',
    'react-dom': 'preact/compat',
    'react/jsx-runtime': 'preact/jsx-runtime',
    react: 'preact/compat',
  };
  return build({
    configFile: join(HERE, 'vite.config.ts'),
    logLevel: 'error',
    define: { PLANTED: JSON.stringify(planted) },
    resolve: { alias: drawnBy === 'preact' ? preact : {} },
    build: { outDir: join(BUILT, id, 'long') },
  });
}

/**
 * Builds pages into dist/bench: a folder for each, with `long/`, and `first/` for other libraries; our first load comes from the
 * server.
 *
 * @param planted - A slowdown to add to ours, see capiz.tsx; empty for none.
 */
export async function buildPages(ids, planted = '') {
  install();
  process.env.NODE_ENV = 'production';
  for (const id of ids) {
    const page = PAGES[id];
    if (page.file === undefined) await buildOurs(id, page, planted);
    else for (const kind of ['first', 'long']) await buildOther(id, page, kind);
  }
}

/** Like `buildPages`, each into `hostile/` of its folder. */
export async function buildHostile(ids) {
  install();
  process.env.NODE_ENV = 'production';
  for (const id of ids) await buildOther(id, PAGES[id], 'hostile');
}

/** The installed packages of another library. */
export function versionOf(name) {
  return JSON.parse(readFileSync(join(PEERS, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** The address of the long form, relative to the folder of all pages. */
export const longPathOf = (id) => `/${id}/long/${PAGES[id].file === undefined ? 'capiz.html' : 'index.html'}`;
