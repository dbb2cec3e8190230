import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { inlineTokensPlugin, tokensPlugin } from '../shared/tokens/tokens-plugin.ts';
import { compileHintPlugin } from './compile-hint-plugin.ts';
import { leanReactPlugins } from './lean-react/lean-react-plugin.ts';

/** By this name and export every chunk that is fetched later asks for Vite's helper. */
const HELPER_ID = '\0vite/preload-helper.js';

/** Puts `loadChunk` in the place of Vite's own, which is several times as large. */
function chunkLoaderPlugin(): Plugin {
  const file = JSON.stringify(resolve(import.meta.dirname, 'chunk-loader.ts'));
  return {
    name: 'capiz:chunk-loader',
    enforce: 'pre',
    load: (id) => (id === HELPER_ID ? `export { loadChunk as __vitePreload } from ${file};` : undefined),
  };
}

// iOS 15.4 is the oldest web view.
const TARGET = ['ios15.4', 'safari15.4', 'chrome100'];

/**
 * Builds the service worker beside the page: one file, because a classic worker imports nothing, which knows the
 * names of the page's files.
 */
function workerPlugin(): Plugin {
  return {
    name: 'capiz:worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        publicDir: false,
        define: { BUILT_FILES: JSON.stringify(files.sort().map((name) => `/capiz/${name}`)) },
        build: {
          ...(dir !== undefined && { outDir: dir }),
          emptyOutDir: false,
          target: TARGET,
          rollupOptions: {
            input: 'worker.ts',
            output: { entryFileNames: 'worker.js', codeSplitting: false },
          },
        },
      });
    },
  };
}

/** Names what draws in the document, beside the page's script, which asks for it. */
function drawingPlugin(): Plugin {
  return {
    name: 'capiz:drawing',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const drawing = Object.values(bundle).find(({ name }) => name === 'draw');
        if (drawing === undefined) throw new Error('There is no chunk that draws.');
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/capiz/${drawing.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Puts the bundler's few helpers into the page's chunk, which is always there before any that needs them: they are 429 bytes
 * that a first visit would ask for by themselves, and the bundler takes them into no group.
 */
function helpersPlugin(): Plugin {
  return {
    name: 'capiz:helpers',
    apply: 'build',
    generateBundle: {
      // Before what each chunk needs is written into it.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const helpers = chunks.find(({ name }) => name === 'rolldown-runtime');
        // Beside the empty one of the document, which Vite leaves out.
        const page = chunks.find(({ name, isEntry }) => name === 'page' && !isEntry);
        if (helpers === undefined || page === undefined) return;
        const written = /^(.*)export\{(.*)\};\s*$/s.exec(helpers.code);
        if (written === null)
          throw new Error(`The helpers are written otherwise than expected: ${helpers.code}`);
        const [, body, names = ''] = written;
        for (const chunk of chunks.filter(({ imports }) => imports.includes(helpers.fileName))) {
          chunk.imports = [page.fileName, ...chunk.imports].filter(
            (name, at, all) =>
              name !== helpers.fileName && name !== chunk.fileName && all.indexOf(name) === at,
          );
          const given = chunk === page ? '' : `import{$helpers}from"./${basename(page.fileName)}";`;
          chunk.code = chunk.code.replace(
            new RegExp(`import\\{([^}]*)\\}from"\\./${basename(helpers.fileName)}";`),
            (_import, taken: string) => `${given}const{${taken.replaceAll(' as ', ':')}}=$helpers;`,
          );
          if (chunk.code.includes(basename(helpers.fileName)))
            throw new Error(`${chunk.fileName} takes the helpers otherwise than expected.`);
        }
        const members = names.split(',').map((name) => name.split(' as ').reverse().join(':'));
        page.code = `const $helpers=(()=>{${body}return{${members.join()}}})();${page.code}export{$helpers};`;
        delete bundle[helpers.fileName];
      },
    },
  };
}

/**
 * What stands in the place of other modules. `CAPIZ_REACT=preact` draws the same page by Preact's compatible
 * layer, a tenth of React's bytes; React draws it without the setting.
 *
 * @throws where the setting names anything else.
 */
function aliases(drawnBy = 'react'): Record<string, string> {
  if (drawnBy === 'react') return {};
  if (drawnBy !== 'preact') throw new Error(`CAPIZ_REACT is "react" or "preact", not "${drawnBy}".`);
  return {
    'react-dom/client': 'preact/compat/client',
    'react-dom': 'preact/compat',
    'react/jsx-runtime': 'preact/jsx-runtime',
    react: 'preact/compat',
  };
}

/** What draws and checks a form of common fields, and what these share with others. */
const FORM =
  /renderer\/(widgets\/(controls|form|fields|text-field|choice|city|day)\b|forms\/(forms|rules|form-state|keep-drafts|control|text-values)\.ts|kit\/(field|same-value|options|panels|type-into|grouping|character-count|source-status)\b)/;

/** What screens have beyond a first picture: what opens above them, what follows a finger, and lists that are longer than most. */
const DRAW_LATER = /renderer\/(widgets\/overlays|kit\/modal|screen\/(long-list|gestures))/;

/** What of them only acts once somebody uses the form. */
const FORM_LATER =
  /renderer\/(widgets\/(form\/(form-news|draft-note)|choice\/choice-sheet|city\/(city-sheet|looked-up-places)|day\/day(-sheet|\.css))|kit\/(picker-sheet|found-options|calendar|typed-day)\b)/;

/** What asks for the first screen's data. */
const PAGE = /borrower\/main\.ts/;

/** What draws, and what draws forms: what they import stands before the first picture. */
const DRAWN = /renderer\/widgets\/controls\.ts|borrower\/(main|open-page)\.ts/;

/** Takes what opens a screen, and the looks of all that first pictures are made of: those of other code come with that code. */
function nameOfPage(id: string, context: Rolldown.ChunkingContext): string | null {
  const isDrawnFirst = (module: string, seen: Set<string>): boolean => {
    if (DRAWN.test(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return (context.getModuleInfo(module)?.importers ?? []).some((importer) => isDrawnFirst(importer, seen));
  };
  return PAGE.test(id) || (id.endsWith('.css') && isDrawnFirst(id, new Set())) ? 'page' : null;
}

/** The borrower's page: one entry, a chunk for each widget beyond the common ones, and the worker beside them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/capiz/',
  plugins: [
    chunkLoaderPlugin(),
    react(),
    ...leanReactPlugins(),
    tokensPlugin(resolve(import.meta.dirname, '../..')),
    inlineTokensPlugin(resolve(import.meta.dirname, '../..')),
    drawingPlugin(),
    helpersPlugin(),
    compileHintPlugin(),
    workerPlugin(),
  ],
  resolve: { alias: aliases(process.env['CAPIZ_REACT']) },
  build: {
    outDir: '../../dist/borrower',
    emptyOutDir: true,
    target: TARGET,
    cssTarget: ['ios15.4', 'safari15.4'],
    // A kilobyte less of what every visitor waits for than Vite's own: it has a second look at what the first one left.
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    rollupOptions: {
      input: { page: 'index.html' },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // Few chunks: each is compressed alone and asked for alone.
        codeSplitting: {
          groups: [
            { name: nameOfPage, debugName: 'page', priority: 2 },
            // The engine, React and common widgets, which later chunks share with it.
            { name: 'draw', test: /borrower\/open-page\.ts/, priority: 1 },
            // A screen with a form needs all of it: in chunks of their own they are nine requests in place of two.
            { name: 'form', test: (id) => FORM.test(id) && !FORM_LATER.test(id) },
            // Behind what they need as well, or they would take that along.
            { name: 'draw-later', test: DRAW_LATER },
            { name: 'form-later', test: FORM_LATER },
          ],
        },
      },
    },
  },
});
