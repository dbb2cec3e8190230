import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';
import { defineConfig, type Plugin } from 'vite';
import { recordPackages } from '../../bin/record-packages.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Writes the hashes of our source files into the bundle: bin/capiz.mjs rebuilds when one changes. */
function recordInputs(): Plugin {
  return {
    name: 'record-inputs',
    writeBundle(options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds : [],
      );
      const ours = modules
        .filter((id) => id.startsWith(root) && !id.includes('node_modules'))
        .map((id) => relative(root, id.split('?')[0] ?? id));
      const settings = ['src/cli/vite.config.ts', 'bin/record-packages.mjs', 'package-lock.json'];
      const paths = [...new Set([...ours, ...settings])].sort();
      const hashOf = (path: string) =>
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex');
      const inputs = Object.fromEntries(paths.map((path) => [path, hashOf(path)]));
      writeFileSync(join(options.dir ?? '', 'inputs.json'), `${JSON.stringify(inputs, null, 1)}\n`);
    },
  };
}

/** The command line for Node, in one folder that needs no packages, except the DOM for `capiz test`. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [tokensPlugin(root), recordInputs(), recordPackages(join(root, 'dist/.cli.packages.json'))],
  // Tests render the same build that borrowers get.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['jsdom'] },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    emptyOutDir: true,
    // All styles in one file, for pages that are written to disk.
    cssCodeSplit: false,
    ssrEmitAssets: true,
    rolldownOptions: {
      input: {
        main: 'src/cli/main.ts',
        'testing-worker': 'src/testing/worker.ts',
        'mutation-worker': 'src/testing/mutation/worker.ts',
        'count-worker': 'src/cli/language-server/count-worker.ts',
        'inspect-worker': 'src/cli/language-server/inspect-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
