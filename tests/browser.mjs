import { findChromium, SHELL } from '../bin/find-browser.mjs';
import { installPackages } from './apt.mjs';

/** Installs Chromium and its headless shell from Debian if possible; the limit is shorter if Chromium is there. */
function install(hasWhole) {
  const isDone = installPackages(['chromium', SHELL, 'fonts-noto-core'], hasWhole ? 120_000 : 240_000);
  if (!isDone && !hasWhole) installPackages(['chromium', 'fonts-noto-core']);
}

/**
 * Finds Chromium for tests: `CAPIZ_BROWSER`, the system's, or Playwright's. If one is missing on a build machine, it is
 * installed when the script may install packages. Without any, prints how to install one and exits with 2. `whole` is for
 * features that the headless shell lacks, such as the back/forward cache.
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
