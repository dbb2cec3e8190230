import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED, root } from '../build.mjs';
import { isForOtherLibc } from './platforms.mjs';

/**
 * Installs the packages that no bundle contains, in the versions of the lock file. npm compares each download with
 * the hash there.
 *
 * @param folder - Gets `package.json` and `node_modules`.
 * @returns The installed packages: path → `{ name, version, license, integrity, dependencies }`.
 */
export function install(folder, platform, manifest) {
  const { dependencies } = manifest;
  const chosen = Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]]));
  const { name, version, description, license, type, engines, bin } = manifest;
  const own = { name, version, description, license, private: true, type, engines: { node: engines.node } };
  const { cpu, libc } = platform;
  const limits = { os: ['linux'], cpu: [cpu], libc: [libc] };
  const file = join(folder, 'package.json');
  const write = (more) =>
    writeFileSync(file, `${JSON.stringify({ ...own, ...more, bin, dependencies: chosen }, null, 2)}\n`);
  write({});
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    [
      ...['install', '--omit=dev', '--omit=peer', '--ignore-scripts', '--no-bin-links', '--prefer-offline'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
      ...['--os=linux', `--cpu=${cpu}`, `--libc=${libc}`],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm install failed: ${error?.message ?? stderr}${stdout}`);
  // Only now: npm compares the limits of this manifest with the machine that it runs on.
  write(limits);
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  // The lock files differ between versions of npm; the list of what is shipped has the same content.
  rmSync(join(folder, 'package-lock.json'));
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  for (const path of Object.keys(packages).filter((one) => isForOtherLibc(one, platform))) {
    rmSync(join(folder, path), { recursive: true });
    delete packages[path];
  }
  return new Map(Object.entries(packages).filter(([path]) => existsSync(join(folder, path))));
}
