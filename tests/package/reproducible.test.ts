import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/* Builds of one commit in two folders, by users with other settings, and for other platforms. Minutes: `npm run test:long`. */

const folder = mkdtempSync(join(tmpdir(), 'capiz-twice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function must(command: string, args: readonly string[], options: Parameters<typeof spawnSync>[2] = {}): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? String(stderr) + String(stdout)}`);
}

/** @returns The hashes of the package that a clone of this commit makes. */
function makePackage(name: string, umask: string, env: Readonly<Record<string, string>>): string {
  const clone = join(folder, name);
  mkdirSync(dirname(clone), { recursive: true });
  must('git', ['clone', '--quiet', '.', clone]);
  // Hard links, because a copy takes long.
  must('cp', ['-al', join(process.cwd(), 'node_modules'), join(clone, 'node_modules')]);
  const script = `umask ${umask} && node schemas/generate.mjs && node bin/package.mjs --platform linux-x64 --out out`;
  must('sh', ['-c', script], { cwd: clone, env: { ...process.env, ...env } });
  return readFileSync(join(clone, 'out/SHA256SUMS'), 'utf8');
}

it.runIf(process.env['CAPIZ_LONG'] === '1')(
  'two builds of one commit in two folders have the same bytes; another time of the commit gives others',
  { timeout: 1_200_000 },
  () => {
    const first = makePackage('one', '022', { TZ: 'Asia/Manila', LANG: 'C' });
    expect(first).toMatch(/^[\da-f]{64} {2}capiz-.*\.tgz\n[\da-f]{64} {2}capiz-.*\.sbom\.json\n$/);
    expect(makePackage('a/deeper/folder', '077', { TZ: 'UTC', LANG: 'en_US.UTF-8' })).toBe(first);
    expect(makePackage('later', '022', { SOURCE_DATE_EPOCH: '1800000000' })).not.toBe(first);
  },
);

it.runIf(process.env['CAPIZ_LONG'] === '1').each([
  ['linux-arm64', /-arm64-gnu$/],
  ['linux-x64-musl', /-x64-musl$/],
])(
  'a package for %s has native code for it, and for no other platform',
  { timeout: 300_000 },
  (platform, name) => {
    const out = join(folder, platform);
    must('node', ['bin/package.mjs', '--platform', platform, '--out', out]);
    const native = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.node'),
    );
    expect(native).toHaveLength(2);
    expect(native.filter((path) => !name.test(dirname(path)))).toEqual([]);
  },
);
