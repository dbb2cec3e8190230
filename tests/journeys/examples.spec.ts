import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from './visit.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('npm run dev serves an example', async ({ page }) => {
  const dev = spawn('node', [join(ROOT, 'bin/dev.mjs'), join(ROOT, 'fixtures/examples/list')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => dev.once('exit', done));
  try {
    const origin = await new Promise<string>((found, fail) => {
      let out = '';
      dev.once('exit', () => fail(new Error(`The server ended: ${out}`)));
      dev.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        const address = /listens at (\S+)/.exec(out)?.[1];
        if (address !== undefined) found(address);
      });
    });
    await page.goto(`${origin}/books`);
    await expect(page.getByRole('heading', { name: 'Books' })).toBeVisible();
  } finally {
    dev.kill();
    await ended;
  }
});
