import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Chromium without windows: renders the same pages in half the processor time. */
export const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(names) {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** Finds Chromium in Playwright's cache. */
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

/** Paths of the installed Chromium; undefined if not installed. */
export function findChromium() {
  return { shell: onPath([SHELL]), whole: onPath(WHOLE) ?? ofPlaywright() };
}
