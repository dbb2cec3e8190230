import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { build as buildPages } from 'vitepress';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';
import { liveDocuments } from './live/live-documents.ts';
import { writePages } from './write-pages.ts';

const root = resolve(import.meta.dirname, '../..');
/** Files that the build makes on its way; `dist/docs` changes only when all is done. */
const working = join(root, 'dist/.docs');
const site = writePages(root);

/** Builds the pages with VitePress after the live examples, and puts both together in `dist/docs`. */
function buildSite(): Plugin {
  return {
    name: 'capiz:docs-site',
    async closeBundle() {
      const folder = join(working, 'pages');
      const built = join(working, 'site');
      rmSync(folder, { recursive: true, force: true });
      for (const [path, text] of site.pages) write(join(folder, path), text);
      for (const [address, path] of site.files) copy(join(root, path), join(folder, 'public', address));
      const own = (name: string, file: string) =>
        `export { ${name} as default } from ${JSON.stringify(join(import.meta.dirname, file))};\n`;
      write(join(folder, '.vitepress/config.ts'), own('config', 'config.ts'));
      write(join(folder, '.vitepress/theme/index.ts'), own('docsTheme', 'theme/theme.ts'));
      await buildPages(folder, { outDir: built });
      cpSync(join(working, 'live'), join(built, 'live'), { recursive: true });
      rmSync(join(root, 'dist/docs'), { recursive: true, force: true });
      renameSync(built, join(root, 'dist/docs'));
      rmSync(working, { recursive: true });
    },
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** The documentation as a site: the live examples, and the pages around them. */
export default defineConfig({
  root: join(import.meta.dirname, 'live'),
  base: '/capiz/docs/live/',
  plugins: [
    react(),
    tokensPlugin(root),
    liveDocuments(join(root, 'fixtures/examples'), site.examples),
    buildSite(),
  ],
  build: {
    outDir: join(working, 'live'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
  },
});
