import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';

/** Chromium without windows of its own: the same pages, for half the processor time. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(names) {
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
 * Installs what Debian has of both; where that cannot be done nothing is changed. The shell alone is worth
 * two minutes and no more: what it saves is not much longer.
 */
function install(hasWhole) {
  const isDone = installPackages(['chromium', SHELL, 'fonts-noto-core'], hasWhole ? 120_000 : 240_000);
  if (!isDone && !hasWhole) installPackages(['chromium', 'fonts-noto-core']);
}

/**
 * Chromium to test in: `CAPIZ_BROWSER`, the system's, or Playwright's. Where there is none, or on a build
 * machine not both, and the script may install packages, it does; without any it says how to get one and
 * ends with 2, never green. `whole` is for what the shell has not: the cache of pages for going back.
 */
export function findBrowsers() {
  const given = process.env.CAPIZ_BROWSER;
  const find = () => ({ shell: onPath([SHELL]), whole: onPath(WHOLE) ?? ofPlaywright() });
  let { shell, whole } = find();
  const lacks = whole === undefined || (process.env.CI === 'true' && shell === undefined);
  if (given === undefined && lacks) {
    install(whole !== undefined);
    ({ shell, whole } = find());
  }
  const browser = given ?? shell ?? whole;
  if (browser !== undefined) return { browser, whole: whole ?? browser };
  console.error('No Chromium was found. Install one, for example: sudo apt-get install -y chromium');
  process.exit(2);
}
