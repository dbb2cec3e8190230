import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a program of this folder.
 *
 * @param name - Its file name without the extension.
 * @returns The path of the bundle for Node.
 */
export async function buildProgram(name: 'publisher' | 'server', folder: string): Promise<string> {
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: `tests/reliability/${name}.ts`,
      outDir: join(folder, 'bundle'),
      target: 'node20',
      minify: false,
    },
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, `bundle/${name}.js`);
}
