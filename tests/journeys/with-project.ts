import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Serves a project by `npm run dev` while `visit` runs.
 *
 * @param settings - Further environment variables of the server.
 */
export async function withProject(
  folder: string,
  visit: (origin: string) => Promise<void>,
  settings: { readonly [name: string]: string } = {},
): Promise<void> {
  const dev = spawn('node', [join(ROOT, 'bin/dev.mjs'), join(ROOT, folder)], {
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => dev.once('exit', done));
  try {
    const origin = await new Promise<string>((found, fail) => {
      let out = '';
      dev.once('exit', () => fail(new Error(`The server ended: ${out}`)));
      dev.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        // In words, or as the text of a record of the log; what follows shows that the address is complete.
        const address = /listens at (http[^\s"]+)[\s"]/.exec(out)?.[1];
        if (address !== undefined) found(address);
      });
    });
    await visit(origin);
  } finally {
    dev.kill();
    await ended;
  }
}
