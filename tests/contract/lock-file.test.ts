import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'capiz-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHA512 = `sha512-${'A'.repeat(86)}==`;

/** Runs the check of `npm test` on a lock file with one package. */
function check(entry: object, path = 'node_modules/one'): { status: number | null; said: string } {
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages: { '': { name: 'project' }, [path]: entry } }));
  const { status, stdout } = spawnSync('node', ['tests/lock-file.mjs', file], { encoding: 'utf8' });
  return { status, said: stdout };
}

describe('npm test refuses a lock file with a package that has no hash', () => {
  it('accepts a package with a sha512 hash', () => {
    expect(check({ version: '1.0.0', integrity: SHA512 })).toEqual({ status: 0, said: '' });
  });

  it.each<[string, object, string?]>([
    ['no hash', { version: '1.0.0' }],
    ['no hash, for another platform', { version: '1.0.0', optional: true, os: ['android'] }],
    ['an empty hash', { version: '1.0.0', integrity: '' }],
    ['a sha1 hash', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['a link to a folder', { resolved: '../elsewhere', link: true }],
    ['a commit of a repository', { version: '1.0.0', resolved: 'git+ssh://git@example.com/one.git#0123' }],
    [
      'no hash, inside another package',
      { version: '1.0.0', inBundle: true },
      'node_modules/one/node_modules/two',
    ],
  ])('refuses %s, and names the package', (_, entry, path = 'node_modules/one') => {
    const { status, said } = check(entry, path);
    expect([status, said]).toEqual([1, expect.stringContaining(`${path} has no sha512 integrity`)]);
  });
});
