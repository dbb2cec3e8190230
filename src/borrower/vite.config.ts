import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

/** The borrower's page: one entry, a chunk for each widget beyond the common ones, and the worker. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/capiz/',
  plugins: [react(), tokensPlugin(resolve(import.meta.dirname, '../..'))],
  // wouter asks for what React has itself since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../../dist/borrower',
    emptyOutDir: true,
    // iOS 15.4 is the oldest web view.
    target: ['ios15.4', 'safari15.4', 'chrome100'],
    cssTarget: ['ios15.4', 'safari15.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    rollupOptions: {
      input: { page: 'index.html', worker: 'worker.ts' },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // What the page and its later chunks share is one chunk: by itself it would be five, each compressed alone.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /\/react\/|oxc-project|rolldown\/runtime|renderer\/plan\/(value|expression)\.ts/,
            },
          ],
        },
      },
    },
  },
});
