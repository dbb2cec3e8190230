import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const PRODUCT = [
  'screens',
  'schemas/api',
  'fixtures/api',
  'fixtures/scenarios',
  'fixtures/snapshots',
  'fixtures/states',
];
const LEFT_OUT = ['node_modules', '.git', 'dist', '.capiz', ...PRODUCT];

/** The tree as it would be for another product: everything but this one's screens, contracts and fixtures. */
const tree = mkdtempSync(join(tmpdir(), 'capiz-without-product-'));
cpSync('.', tree, {
  recursive: true,
  filter: (source) => !LEFT_OUT.includes(relative('.', source)),
});
symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: tree, encoding: 'utf8' });
  return { status, output: status === 0 ? stdout : stdout + stderr };
}

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

  it("the renderer's own tests pass", { timeout: 300_000 }, () => {
    const { status, output } = run('vitest', 'run', 'renderer', '--reporter=dot');
    expect({ status, output: status === 0 ? '' : output.slice(-4000) }).toEqual({ status: 0, output: '' });
  });
});
