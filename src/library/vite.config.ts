import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { recordPackages } from '../../bin/record-packages.mjs';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

const root = resolve(import.meta.dirname, '../..');

/** Peer dependencies: React and react-hook-form, and for tests a DOM with Testing Library. */
const PEERS =
  /^(?:react|react-dom|react-hook-form|jsdom|@testing-library\/dom|@testing-library\/user-event)(?:\/|$)/;

/**
 * The npm package: its entry points, the command and the rendering thread. One build, so that they share registered
 * widgets and actions.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [tokensPlugin(root), recordPackages(resolve(root, 'dist/.library.packages.json'))],
  resolve: {
    conditions: ['node', 'module', 'import'],
  },
  build: {
    outDir: 'dist/library/dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    cssCodeSplit: false,
    lib: {
      entry: {
        index: 'src/library/index.ts',
        grammar: 'src/library/grammar.ts',
        testing: 'src/library/testing.ts',
        'command-line': 'src/library/command-line.ts',
        'testing-worker': 'src/testing/worker.ts',
        'mutation-worker': 'src/testing/mutation/worker.ts',
        'count-worker': 'src/cli/language-server/count-worker.ts',
        'inspect-worker': 'src/cli/language-server/inspect-worker.ts',
      },
      formats: ['es'],
      cssFileName: 'style',
    },
    rolldownOptions: {
      platform: 'node',
      external: [PEERS, /^node:/],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
