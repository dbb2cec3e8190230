import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** Where Playwright keeps browsers of its own. */
function ofPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return undefined;
  for (const folder of readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .sort()
    .reverse()) {
    const file = join(cache, folder, 'chrome-linux', 'chrome');
    if (existsSync(file)) return file;
  }
  return undefined;
}

/**
 * A Chromium to test in: `CAPIZ_BROWSER`, the system's, or Playwright's. Where there is none and the
 * script may install packages it does; elsewhere it says how and ends with 2, never green.
 */
export function findBrowser() {
  const found = process.env.CAPIZ_BROWSER ?? onPath() ?? ofPlaywright();
  if (found !== undefined) return found;
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (mayInstall) {
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-core'], quiet);
    const installed = onPath();
    if (installed !== undefined) return installed;
  }
  console.error('No Chromium was found. Install one, for example: sudo apt-get install -y chromium');
  process.exit(2);
}
