import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyWithoutProduct } from '../without-product.mjs';

const tree = copyWithoutProduct();
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: tree, encoding: 'utf8' });
  return { status, output: status === 0 ? stdout : stdout + stderr };
}

/** `node tests/run.mjs unit` runs the renderer's own suite in the same tree. */
/** The output of `capiz new` must be valid at once, so it is checked with everything else. */
beforeAll(() => {
  for (const piece of ['widget gauge-of-time', 'action ring']) {
    const args = [resolve('bin/capiz.mjs'), 'new', ...piece.split(' '), '--root', tree];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
}, 120_000);

describe('without its product the engine works, with a new widget and a new action', () => {
  it('types are correct', { timeout: 120_000 }, () => {
    const { status, output } = run('tsc', '-p', '.');
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  it('the page builds', { timeout: 120_000 }, () => {
    const { status, output } = run(
      'vite',
      'build',
      '-c',
      'src/borrower/vite.config.ts',
      '--logLevel',
      'error',
    );
    expect({ status, output }).toEqual({ status: 0, output: expect.any(String) as string });
  });

  it('the new widget and action pass their tests, and the tests for all pieces', { timeout: 120_000 }, () => {
    const { status, output } = run(
      'vitest',
      'run',
      'renderer/widgets/contract.test.tsx',
      'renderer/widgets/gauge-of-time',
      'renderer/actions/contract.test.ts',
      'renderer/actions/ring',
      '-t',
      'The catalogue|known everywhere|gauge-of-time|ring|says its text',
    );
    expect(output).toMatch(/Test Files.*4 passed/);
    expect(status, `vitest: ${output}`).toBe(0);
  });
});
