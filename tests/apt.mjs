import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages, if this process may: as root on Debian.
 *
 * @param limitMs - Timeout of each of the two steps.
 * @returns Whether they are installed.
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
