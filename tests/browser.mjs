import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The first is Chromium without windows of its own: the same pages, for half the processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

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

/** Installs what Debian has of it; where that cannot be done nothing is changed. */
function install() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 240_000,
  };
  const apt = (...args) => spawnSync('apt-get', args, quiet).status === 0;
  const get = (browser) => apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-core');
  apt('update');
  if (!get('chromium-headless-shell')) get('chromium');
}

/**
 * A Chromium to test in: `CAPIZ_BROWSER`, the system's, or Playwright's. Where there is none, or on a build
 * machine only the slower one, and the script may install packages, it does; without any it says how to get
 * one and ends with 2, never green.
 */
export function findBrowser() {
  if (process.env.CAPIZ_BROWSER !== undefined) return process.env.CAPIZ_BROWSER;
  const found = onPath() ?? ofPlaywright();
  if (found === undefined || (process.env.CI === 'true' && !found.endsWith(names[0]))) install();
  const browser = onPath() ?? found;
  if (browser !== undefined) return browser;
  console.error('No Chromium was found. Install one, for example: sudo apt-get install -y chromium');
  process.exit(2);
}
