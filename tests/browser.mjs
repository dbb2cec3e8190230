import { findChromium, SHELL } from '../bin/find-browser.mjs';
import { installPackages } from './apt.mjs';

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
  let { shell, whole } = findChromium();
  const lacks = whole === undefined || (process.env.CI === 'true' && shell === undefined);
  if (given === undefined && lacks) {
    install(whole !== undefined);
    ({ shell, whole } = findChromium());
  }
  const browser = given ?? shell ?? whole;
  if (browser !== undefined) return { browser, whole: whole ?? browser };
  console.error('No Chromium was found. Install one, for example: sudo apt-get install -y chromium');
  process.exit(2);
}
