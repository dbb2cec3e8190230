import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Packages that the project installs: React and react-hook-form, for tests a DOM with Testing Library, and the two whose
 * types are in our declarations.
 */
const EXTERNAL = /^(?:react|react-dom|react-hook-form|valibot|wouter|vite|jsdom)(?:\/|$)/;
/** Also for tests. The pages of `capiz dev` bring them along, because they run without tests. */
const TESTING = /^@testing-library\/(?:dom|user-event)(?:\/|$)/;
const GALLERY = /\/src\/(?:studio\/stage|gallery)\/|\/node_modules\//;

function isExternal(id: string, importer = ''): boolean {
  return EXTERNAL.test(id) || id.startsWith('node:') || (TESTING.test(id) && !GALLERY.test(importer));
}

/** Lists the entries, and of each file its imports and third-party packages, for the division and licence notices. */
function listContents(): Plugin {
  return {
    name: 'list-contents',
    writeBundle(options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const contents = {
        entries: chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name),
        imports: Object.fromEntries(
          chunks.map(({ fileName, imports, dynamicImports }) => [fileName, [...imports, ...dynamicImports]]),
        ),
        packages: Object.fromEntries(
          chunks.map(({ fileName, moduleIds }) => [fileName, packagesOf(moduleIds)]),
        ),
      };
      writeFileSync(join(options.dir ?? '', 'contents.json'), JSON.stringify(contents));
    },
  };
}

function packagesOf(modules: readonly string[]): string[] {
  const names = modules.flatMap(
    (id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1, 2) ?? [],
  );
  return [...new Set(names)];
}

/**
 * The npm packages: their entry points, the command and the rendering thread. One build of both, so that they share the
 * code of the renderer with its registered widgets and actions; `bin/library.mjs` divides the result.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [tokensPlugin(root), listContents()],
  resolve: {
    conditions: ['node', 'module', 'import'],
  },
  build: {
    outDir: 'dist/library/build',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    cssCodeSplit: false,
    lib: {
      entry: {
        renderer: 'src/library/renderer.ts',
        compile: 'src/library/compile.ts',
        vite: 'src/library/vite.ts',
        grammar: 'src/library/grammar.ts',
        testing: 'src/library/testing.ts',
        'command-line': 'src/library/command-line.ts',
        'gallery-shell': 'src/gallery/page/shell.tsx',
        'gallery-frame': 'src/gallery/page/frame.tsx',
        'gallery-worker': 'src/gallery/worker.ts',
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
      external: isExternal,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
