import { spawnSync } from 'node:child_process';

/**
 * Installs packages of the distribution, where the script may: as root on a Debian.
 *
 * @param limitMs - Of each of its two steps.
 * @returns whether they are there.
 */
export function installPackages(names, limitMs = 240_000) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: limitMs,
  };
  spawnSync('apt-get', ['update'], quiet);
  return spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet).status === 0;
}
