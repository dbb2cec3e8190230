import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { build } from 'vite';

/** What a server that renders screens loads from its own folder. */
const RENDERERS = ['src/server/content/render-thread.ts', 'renderer/render-html.tsx'];

/**
 * Bundles a program of this folder.
 *
 * @param name - Its file name without the extension.
 * @returns The path of the bundle for Node.
 */
export async function buildProgram(
  name: 'publisher' | 'server' | 'canary-server',
  folder: string,
): Promise<string> {
  // Like `npm run build`: screens are rendered with React's production build.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: join(folder, 'bundle'),
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: [`tests/reliability/${name}.ts`, ...(name === 'canary-server' ? RENDERERS : [])],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  vi.unstubAllEnvs();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, `bundle/${name}.js`);
}
