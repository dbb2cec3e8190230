import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

/** Replaces `env(safe-area-inset-…)` by variables, because the insets are zero in a frame. The studio sets them. */
function safeArea(): Plugin {
  return {
    name: 'safe-area',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.css')) return undefined;
      return code.replaceAll(/env\(safe-area-inset-(\w+), 0px\)/g, 'var(--st-safe-$1, 0px)');
    },
  };
}

/** Build of the studio and its stage. Staff browsers are newer than borrowers' phones. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/capiz/studio/',
  plugins: [safeArea(), react(), tokensPlugin(resolve(import.meta.dirname, '../..'))],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: { studio: 'index.html', home: 'home.html', stage: 'stage.html' } },
  },
});
