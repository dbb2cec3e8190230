import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The files that a clone has before the first build. */
const NEEDED = [
  'bin',
  'src',
  'renderer',
  // The engine's grammar; the contracts come with the test project.
  ...readdirSync(join(ROOT, 'schemas'))
    .filter((name) => name !== 'api')
    .map((name) => `schemas/${name}`),
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'capiz-clone-'));
  for (const path of NEEDED) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  cpSync(join(ROOT, 'fixtures/bad/world'), clone, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

function capiz(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(clone, 'bin/capiz.mjs'), ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
}
const builtAt = () => statSync(join(clone, 'dist/cli/main.js')).mtimeMs;

describe('capiz check works in a fresh clone right after npm ci', () => {
  it('builds itself if needed, and prints only its result', () => {
    const { status, stdout, stderr } = capiz('check');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^meant .*\n1 screen, 0 errors, 0 warnings, 1 acknowledged in \d+\.\d\d s\n$/);
    expect(status).toBe(0);
  });

  it('does not build again while nothing changed', () => {
    const before = builtAt();
    expect(capiz('--help').status).toBe(0);
    expect(builtAt()).toBe(before);
  });

  it('builds again when the content of a source changed, independent of file times', () => {
    const before = builtAt();
    const source = join(clone, 'renderer/grammar/nearest.ts');
    const later = new Date(Date.now() + 2000);
    utimesSync(source, later, later);
    expect(capiz('--help').status).toBe(0);
    expect(builtAt()).toBe(before);
    appendFileSync(source, '// Another content.\n');
    expect(capiz('--help').status).toBe(0);
    expect(builtAt()).not.toBe(before);
  });

  it('ends with 1 for errors, and with 2 if it could not run', () => {
    writeFileSync(join(clone, 'screens/empty.screen.json'), '');
    expect(capiz('check').status).toBe(1);
    rmSync(join(clone, 'screens/empty.screen.json'));
    expect(capiz('chekc').status).toBe(2);
  });

  it('capiz messages lists missing translations, and imports a table that it exported', () => {
    const lacking = capiz('messages', 'missing', 'de');
    expect(lacking.stdout).toMatch(/^de: \d+\n/);
    expect(lacking.stdout).toContain('\n  "Try again"  the engine\n');
    expect(lacking).toMatchObject({ status: 1, stderr: '' });

    expect(capiz('messages', 'export', 'de', '--out', 'de.csv')).toMatchObject({ status: 0, stdout: '' });
    const table = join(clone, 'de.csv');
    writeFileSync(table, readFileSync(table, 'utf8').replace('Try again,,,,', 'Try again,,,Noch einmal,'));
    expect(capiz('messages', 'import', 'de', 'de.csv')).toMatchObject({
      status: 0,
      stdout: '1 translation differ\n',
      stderr: 'screens/messages/de.json: 1 entry changed; undo: git checkout screens/messages/de.json\n',
    });
    expect(capiz('messages', 'missing', 'de').stdout).not.toContain('"Try again"');
    expect(capiz('check').status).toBe(0);
  });

  it('ends with 2 and the reason if it cannot be built', () => {
    writeFileSync(join(clone, 'src/cli/options.ts'), 'this is no program');
    const { status, stderr } = capiz('check');
    expect(stderr).toContain('capiz could not be built or started');
    expect(status).toBe(2);
  });
});
