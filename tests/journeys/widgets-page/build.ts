import { resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { tokensPlugin } from '../../../src/shared/tokens/tokens-plugin.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export const WIDGETS_PATH = '/widgets-of-the-reference/';

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** Serves the page that renders the examples of the reference. It is built once for each worker. */
export async function serveWidgets(context: BrowserContext): Promise<void> {
  built ??= buildPage();
  const files = await built;
  await context.route(`**${WIDGETS_PATH}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(WIDGETS_PATH.length);
    const contentType = /\.js$/.test(name)
      ? 'text/javascript'
      : /\.css$/.test(name)
        ? 'text/css'
        : 'text/html';
    return route.fulfill({ contentType: `${contentType}; charset=utf-8`, body: files.get(name) ?? '' });
  });
}

async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const { output } = (await build({
    root: ROOT,
    base: WIDGETS_PATH,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), tokensPlugin(ROOT)],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'main.ts'),
        output: { entryFileNames: 'main.js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  );
  const styles = [...files.keys()].filter((name) => name.endsWith('.css'));
  files.set(
    '',
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark"><title>Widgets</title>
${styles.map((name) => `<link rel="stylesheet" href="${WIDGETS_PATH}${name}">`).join('')}
<script type="module" src="${WIDGETS_PATH}main.js"></script></head><body></body></html>`,
  );
  return files;
}
