import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Builds `publisher.ts` into a folder. @returns the path of what Node can run. */
export async function buildPublisher(folder: string): Promise<string> {
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'tests/reliability/publisher.ts',
      outDir: join(folder, 'bundle'),
      target: 'node20',
      minify: false,
    },
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bundle/publisher.js');
}
