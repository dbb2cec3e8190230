import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { recordPackages } from '../../bin/record-packages.mjs';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

const TARGET = ['ios15.4', 'safari15.4', 'chrome100'];

/** `CAPIZ_REACT=preact` renders the same page with Preact's compatibility layer. */
const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};

/** Preloads the engine and its imports: the first script requests data before it imports the engine. */
function preloadEngine(): Plugin {
  return {
    name: 'capiz:preload-engine',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const engine = Object.values(bundle).find(({ name }) => name === 'engine');
        const files = engine?.type === 'chunk' ? [engine.fileName, ...engine.imports] : [];
        return files
          .filter((file) => !html.includes(file))
          .map((file) => ({ rel: 'modulepreload', crossorigin: true, href: `/capiz/${file}` }))
          .map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
      },
    },
  };
}

/** Builds the service worker: one classic script that contains the names of the page's files. */
function buildWorker(): Plugin {
  return {
    name: 'capiz:worker',
    async writeBundle({ dir: outDir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      const rollupOptions = { input: 'worker.ts', output: { entryFileNames: 'worker.js' } };
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        publicDir: false,
        plugins: [recordPackages(resolve(import.meta.dirname, '../../dist/.worker.packages.json'))],
        define: { BUILT_FILES: JSON.stringify(files.sort().map((name) => `/capiz/${name}`)) },
        build: { outDir, emptyOutDir: false, target: TARGET, rollupOptions },
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/capiz/',
  plugins: [react(), tokensPlugin(resolve(import.meta.dirname, '../..')), preloadEngine(), buildWorker()],
  resolve: { alias: process.env['CAPIZ_REACT'] === 'preact' ? PREACT : {} },
  build: {
    outDir: '../../dist/borrower',
    emptyOutDir: true,
    target: TARGET,
    cssCodeSplit: false, // The server-rendered placeholder needs the styles of every widget before any script.
    // The document preloads what its first screen needs (`server/delivery/preloads.ts`); what is fetched later imports little else.
    modulePreload: false,
    assetsInlineLimit: 0,
    manifest: true,
    rollupOptions: {
      input: { page: 'index.html' },
      output: {
        // Each group includes its imports; otherwise a first visit requests eleven more files (`first-load.spec.ts`).
        codeSplitting: {
          groups: [
            { name: 'page', test: /borrower\/main\.ts/, priority: 3 },
            { name: 'engine', test: /borrower\/open-page\.ts/, priority: 2 },
            { name: 'forms', test: /renderer\/forms\/core-forms\.ts/, priority: 1 },
            { name: 'controls', test: /renderer\/widgets\/controls\.ts/ },
          ],
        },
      },
    },
  },
});
