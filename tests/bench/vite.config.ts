import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensPlugin } from '../../src/shared/tokens/tokens-plugin.ts';
import { compileBench } from './definition.ts';

const PLANS = 'virtual:bench/plans';

function plansPlugin(): Plugin {
  return {
    name: 'bench:plans',
    resolveId: (id) => (id === PLANS ? `\0${PLANS}` : undefined),
    // Parsed from a text, as a page does: a literal of that size would be parsed as code.
    load: (id) =>
      id === `\0${PLANS}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(compileBench(500)))});`
        : undefined,
  };
}

/** Both pages of the bench, as they would be published. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tokensPlugin(resolve(import.meta.dirname, '../..')), plansPlugin()],
  build: {
    outDir: '../../dist/bench',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['floor.html', 'ours.html'] },
  },
});
