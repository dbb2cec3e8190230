import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './run.ts';
import { tellCrash } from './crash.ts';

it('a crash prints that it is a fault of Capiz and what to send, and no stack', async () => {
  let said = '';
  const err = (text: string): void => void (said += text);
  const command = {
    ...{ name: 'spill', usage: '', summary: '', details: '', options: {}, notes: '' },
    run(): never {
      throw new Error('The jar is open.\nsecond line');
    },
  };
  const terminal = { folder: '.', out: () => {}, err, hasColour: false, now: () => 0 };
  const thrown: unknown = await run([command], ['spill', 'secret'], terminal).catch(
    (error: unknown) => error,
  );
  tellCrash(thrown, 'spill', { err });
  const file = / with (\S+) and /.exec(said)?.[1] ?? '';
  const report = readFileSync(file, 'utf8');
  rmSync(file);
  expect(said).toBe(
    'capiz failed because of an error in Capiz: The jar is open.\n' +
      `Please report it, with ${file} and what npx capiz doctor prints.\n`,
  );
  expect(report).toMatch(/^capiz spill\nnode v[\s\S]+crash\.test\.ts/);
  expect(report).not.toContain('secret');
});

it('npx capiz check | head -1 ends without a stack, and the check keeps its exit code', () => {
  const program = join(import.meta.dirname, '../../bin/capiz.mjs');
  const root = join(import.meta.dirname, '../../fixtures/bad/world');
  // 70 kB of JSON into a closed pipe.
  const line = `set -o pipefail; ${process.execPath} ${program} check --format json --root ${root} | true; echo "$?"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toBe('0\n');
});
