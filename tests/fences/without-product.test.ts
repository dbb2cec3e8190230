import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { copyWithoutProduct } from '../without-product.mjs';

const tree = copyWithoutProduct();
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: tree, encoding: 'utf8' });
  return { status, output: status === 0 ? stdout : stdout + stderr };
}

/** The renderer's own suite runs in such a tree too, and there alone: `node tests/run.mjs unit`. */
describe('without its product the engine stands', () => {
  it('types are right', { timeout: 120_000 }, () => {
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
});
