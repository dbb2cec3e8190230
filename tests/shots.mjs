/**
 * `npm run shots`: a picture of every screen in each of its states, light and dark, 390x844 at double
 * density with a phone's safe areas, in `shots/<screen>/<state>.<theme>.png`, and `shots/index.html`
 * to look at them side by side. Where content is longer than the phone, `<state>-end` is its end.
 * `npm run shots -- order repay/overdue` makes only those. The states are the gallery's (`fixtures/states`).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowsers } from './browser.mjs';

const FOLDER = 'shots';
const THEMES = ['light', 'dark'];
const PHONE = { width: 390, height: 844 };
/** The notch and the home indicator of a phone of this size. */
const SAFE_AREA = { top: 47, bottom: 34 };
const VIEWPORT_WAIT_MS = 15_000;
const AT_ONCE = 2;
/** The page says there what has become of its state. */
const ENDED = 'data-capiz-state';

/** A server of our own on any free port; resolves with its address. */
function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'capiz-shots-'));
  const server = spawn(process.execPath, ['bin/start.mjs'], {
    env: { ...process.env, PORT: '0', CAPIZ_DEMO: '1', CAPIZ_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (bytes) => {
      said += bytes;
      const found = /Capiz listens at (\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${said}`)));
  });
  return { origin, stop: () => server.kill() };
}

/** Waits for the state's end, which the page's own script tells, and pictures it in each theme. */
async function shoot(browser, origin, state) {
  const size = { ...PHONE, ...state.size };
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 2,
    hasTouch: true,
    colorScheme: THEMES[0],
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    // A worker answers from its cache; every picture starts without one.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(VIEWPORT_WAIT_MS);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: SAFE_AREA });
  try {
    const address = `${origin}/gallery/${state.screen}/${state.name}`;
    await page.goto(address);
    if (state.leaves) await page.waitForURL((url) => url.origin !== origin);
    else {
      await page.locator(`html[${ENDED}]`).waitFor({ state: 'attached' });
      const end = await page.locator('html').getAttribute(ENDED);
      if (end !== 'reached') throw new Error(end);
    }
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(250);
    const save = async (suffix = '') => {
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.screenshot({ path: join(FOLDER, state.screen, `${state.name}${suffix}.${theme}.png`) });
      }
    };
    mkdirSync(join(FOLDER, state.screen), { recursive: true });
    await save();
    const isLonger = await page.evaluate(
      () =>
        document.querySelector('dialog[open]') === null &&
        document.documentElement.scrollHeight > window.innerHeight + 8,
    );
    if (isLonger) {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(100);
      await save('-end');
    }
  } finally {
    await context.close();
  }
}

/** One page of all pictures, by screen and state; no script, no network. */
function writeIndex() {
  const screens = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts = screens.map(({ name: screen }) => {
    const files = readdirSync(join(FOLDER, screen)).sort();
    const names = [...new Set(files.map((file) => file.replace(/\.(light|dark)\.png$/, '')))];
    const figures = names.map((name) => {
      const pictures = THEMES.map((theme) => `${name}.${theme}.png`)
        .filter((file) => files.includes(file))
        .map(
          (file) =>
            `<a href="${screen}/${file}"><img loading="lazy" src="${screen}/${file}" alt="${file}"></a>`,
        );
      return `<figure><figcaption>${name}</figcaption>${pictures.join('')}</figure>`;
    });
    return `<h2>${screen}</h2><div class="states">${figures.join('\n')}</div>`;
  });
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens in their states</title>
<style>
body{margin:24px;background:#8b93a0;font:14px/20px system-ui,sans-serif}
.states{display:flex;flex-wrap:wrap;gap:24px}
figure{margin:0}figcaption{margin:0 0 4px;font-weight:600}
img{width:220px;border-radius:10px;margin-right:6px;vertical-align:top}
</style>
${parts.join('\n')}
</html>
`,
  );
}

const asked = process.argv.slice(2);

const server = startServer();
const failures = [];
let taken = 0;
try {
  const origin = await server.origin;
  const all = await (await fetch(`${origin}/capiz/gallery/states.json`)).json();
  const states = all.filter(
    ({ screen, name }) =>
      asked.length === 0 || asked.some((one) => one === screen || one === `${screen}/${name}`),
  );
  if (states.length === 0) failures.push(`There is no such state: ${asked.join(', ')}`);
  else if (asked.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findBrowsers().browser,
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });
  const left = [...states];
  const work = async () => {
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      try {
        await shoot(browser, origin, state);
        taken += 1;
      } catch (error) {
        failures.push(`${state.screen}/${state.name}: ${error.message.split('\n')[0]}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await browser.close();
  writeIndex();
} finally {
  server.stop();
}
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${taken} states pictured in ${FOLDER}/index.html, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
