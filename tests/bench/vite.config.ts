import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensPlugin } from '../../src/shared/tokens/tokens-plugin.ts';
import { compileBench } from './definition.ts';
import { GROUP_SIZE } from './form.ts';

const PLANS = 'virtual:bench/plans';
/** Number of fields in a definition; larger forms are supplied by a server. */
const WRITTEN = [12, 100, 500];

function makePlans() {
  const { app, supplied, rows } = compileBench(GROUP_SIZE);
  const written = Object.fromEntries(WRITTEN.map((count) => [count, compileBench(count).written]));
  return { app, supplied, rows, written };
}

function plansPlugin(): Plugin {
  return {
    name: 'bench:plans',
    resolveId: (id) => (id === PLANS ? `\0${PLANS}` : undefined),
    // Parsed from a string, as in a page: a literal of that size would be parsed as code.
    load: (id) =>
      id === `\0${PLANS}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(makePlans()))});`
        : undefined,
  };
}

/** Our bench page, built for production; `pages.mjs` sets the output folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tokensPlugin(resolve(import.meta.dirname, '../..')), plansPlugin()],
  build: {
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['capiz.html'] },
  },
});
