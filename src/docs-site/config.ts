import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { recordPackages } from '../../bin/record-packages.mjs';
import { markdown } from './markdown.ts';
import { writeSidebar } from './sidebar.ts';
import { writePages } from './write-pages.ts';

const root = resolve(import.meta.dirname, '../..');
const packages = recordPackages(resolve(root, 'dist/.docs-pages.packages.json'));

/** For the pages that `vite.config.ts` writes. */
export const config = defineConfig({
  title: 'Capiz',
  description: 'Screens as data: the guide, the reference, and how to operate it',
  lang: 'en',
  base: '/capiz/docs/',
  cleanUrls: true,
  // A link without a page stops the build.
  ignoreDeadLinks: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown,
  // The first page links fifty others.
  router: { prefetchLinks: false },
  vite: {
    // Only the browser's files are shipped.
    plugins: [{ ...packages, apply: (_config, { isSsrBuild }) => isSsrBuild !== true }],
    build: { chunkSizeWarningLimit: 5_000 },
  },
  themeConfig: {
    sidebar: [...writeSidebar(writePages(root).pages)] as never,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
