import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tokensPlugin } from '../shared/tokens/tokens-plugin.ts';

/** In a frame nothing of the window is covered; here the studio says what would be, on a phone. */
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

/** The studio and the frame in which it draws drafts: of staff's browsers, which are newer than borrowers' phones. */
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
    rollupOptions: { input: { studio: 'index.html', stage: 'stage.html' } },
  },
});
