/**
 * Takes screenshots of screens in their states: the borrower's page in Chromium, with the simulated loan service,
 * on a phone of 390x844 at double density with safe areas. The same definitions give the same pixels: the clock of
 * page and server is fixed at 2026-03-06T09:00+08:00, time zone and language are those of Manila, random numbers
 * are seeded, and animations and the caret are off. Fonts and browser are the machine's: `environment` names them.
 */
import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { buildStale, listStale, root } from './build.mjs';
import { findChromium } from './find-browser.mjs';

export const THEMES = ['light', 'dark'];
const NOW = Date.UTC(2026, 2, 6, 1);
const ZONE = 'Asia/Manila';
const PHONE = { width: 390, height: 844 };
/** The notch and the home indicator of a phone of this size. */
const SAFE_AREA = { top: 47, bottom: 34 };
const WAIT_MS = 15_000;
/** A screenshot is repeated until two in a row are equal. */
const MOST_LOOKS = 20;
const LOOK_EVERY_MS = 50;
/** Attribute that the page sets when its state is reached or failed. */
const ENDED = 'data-capiz-state';
const SETTLED = 'data-capiz-still';

/** Runs first in the page and in the server: fixes the clock and seeds random numbers. */
const PIN = `{
  const Own = Date;
  globalThis.Date = class Date extends Own {
    constructor(...given) {
      if (given.length === 0) super(${NOW});
      else super(...given);
    }
    static now() {
      return ${NOW};
    }
  };
  let seed = 20261122;
  Math.random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
}`;

/**
 * Timers stop this many ms after the state is reached, so that the page can settle and a notice does not
 * disappear by chance.
 */
const SETTLES_MS = 400;

/** Runs in the page after PIN: stops the page's timers once its state has settled. */
const STILL = `{
  const set = setTimeout;
  let isStill = false;
  for (const name of ['setTimeout', 'setInterval']) {
    const own = globalThis[name];
    globalThis[name] = (act, ms, ...given) =>
      own(() => {
        if (!isStill && typeof act === 'function') act(...given);
      }, ms);
  }
  new MutationObserver((changes, observer) => {
    if (!document.documentElement?.hasAttribute('${ENDED}')) return;
    observer.disconnect();
    set(() => {
      isStill = true;
      document.documentElement.setAttribute('${SETTLED}', '');
    }, ${SETTLES_MS});
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['${ENDED}'] });
}`;

/** Chromium is missing or cannot be started, so no screenshot can be taken. */
class NoCamera extends Error {
  name = 'NoCamera';
}

/**
 *
 * @param project - Folder of the project; its definitions are read once.
 * @param tell - Called with a line before each slow step.
 * @throws NoCamera with what is missing; Error if the project cannot be served.
 */
export async function openCamera(project = root, tell = () => {}) {
  const { shell, whole } = findChromium();
  const executablePath = process.env.CAPIZ_BROWSER ?? shell ?? whole;
  if (executablePath === undefined)
    throw new NoCamera(
      'no Chromium was found, so no screenshot was taken; install one (apt-get install chromium) or name it in CAPIZ_BROWSER',
    );
  const { chromium } = await import('@playwright/test').catch(() => {
    throw new NoCamera('@playwright/test is not installed, so no screenshot was taken');
  });
  const stale = listStale();
  if (stale.length > 0) tell(`Building the ${stale.join(', ')}. The first build takes about half a minute.`);
  await buildStale(stale);
  tell('Starting the server and Chromium.');
  const server = await startServer(resolve(project));
  try {
    const browser = await chromium
      .launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] })
      .catch((error) => {
        throw new NoCamera(`${executablePath} could not be started: ${firstLine(error)}`);
      });
    const reply = await fetch(`${server.origin}/capiz/gallery/states.json`);
    if (!reply.ok)
      throw new NoCamera(`the definitions in ${project} have errors, so no screenshot was taken`);
    return {
      /** Every state in the gallery, with `screen`, `name` and other members. */
      states: await reply.json(),
      environment: `chromium ${browser.version()} on ${process.platform}-${process.arch}, fonts ${nameFonts()}`,
      shoot: (state, options) => shoot(browser, server.origin, state, options),
      compare,
      async close() {
        await browser.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Starts a server for the project, on any free port. */
function startServer(project) {
  const data = mkdtempSync(join(tmpdir(), 'capiz-camera-'));
  const pin = `data:text/javascript,${encodeURIComponent(PIN)}`;
  const child = fork(join(root, 'dist/server/main.js'), ['--dev', project], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', CAPIZ_DATA: data, TZ: ZONE },
    execArgv: ['--import', pin],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = () =>
    new Promise((done) => {
      const end = () => {
        rmSync(data, { recursive: true, force: true });
        done();
      };
      if (child.exitCode !== null) return end();
      child.once('exit', end);
      child.kill();
    });
  return new Promise((resolveServer, reject) => {
    let said = '';
    const hear = (bytes) => {
      said += bytes;
      const found = /Capiz listens at (http[^\s"]+)/.exec(said);
      if (found) resolveServer({ origin: found[1], stop });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => {
      rmSync(data, { recursive: true, force: true });
      reject(new Error(`the server of the screenshots ended with ${code}: ${said.trim()}`));
    });
  });
}

/** A hash of the fonts that decide how text looks: their files and versions, from fc-list. */
function nameFonts() {
  const { stdout, status } = spawnSync('fc-list', ['--format', '%{file}:%{fontversion}\n'], {
    encoding: 'utf8',
  });
  if (status !== 0) return 'unknown';
  return hash(stdout.split('\n').sort().join('\n'));
}

/**
 * Opens a new page in the state and takes its screenshots.
 * @returns for each theme `{ part, theme, png }`; part `end` is the end of a page that is longer than the
 * phone.
 * @throws Error with the condition that was not met in time.
 */
async function shoot(browser, origin, state, { themes = THEMES, language } = {}) {
  const context = await browser.newContext({
    viewport: { ...PHONE, ...state.size },
    deviceScaleFactor: 2,
    hasTouch: true,
    colorScheme: themes[0],
    locale: 'en-PH',
    timezoneId: ZONE,
    // A service worker would answer from its cache; every screenshot starts without one.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(WAIT_MS);
  try {
    await context.addInitScript(PIN + STILL);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: SAFE_AREA });
    // Tools for developers must not be on the screenshot.
    await devtools.send('Network.enable');
    await devtools.send('Network.setBlockedURLs', { urls: ['*/capiz/devtools/dev.js*'] });
    const query = new URLSearchParams({ visit: hash(`${state.screen}/${state.name}`) });
    if (language !== undefined) query.set('lang', language);
    await page.goto(`${origin}/gallery/${state.screen}/${state.name}?${query}`);
    if (state.leaves) await page.waitForURL((url) => url.origin !== origin);
    else {
      await page.locator(`html[${ENDED}]`).waitFor({ state: 'attached' });
      const end = await page.locator('html').getAttribute(ENDED);
      if (end !== 'reached') throw new Error(end);
      await page.locator(`html[${SETTLED}]`).waitFor({ state: 'attached' });
    }
    await page.evaluate(() => document.fonts.ready);
    const pictures = [];
    const take = async (part) => {
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        pictures.push({ part, theme, png: await takeAtRest(page) });
      }
    };
    await take('');
    const isLonger = await page.evaluate(
      () =>
        document.querySelector('dialog[open]') === null &&
        document.documentElement.scrollHeight > window.innerHeight + 8,
    );
    if (isLonger) {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await take('end');
    }
    return pictures;
  } catch (error) {
    throw new Error(firstLine(error), { cause: error });
  } finally {
    await context.close();
  }
}

async function takeAtRest(page) {
  let last;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const next = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last?.equals(next)) return next;
    last = next;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  throw new Error('it never comes to rest');
}

/**
 * See `ScreenshotDifference` of src/testing/camera.ts. In a smaller image, the area that only the larger one has counts
 * as empty.
 */
function compare(before, after) {
  if (Buffer.compare(before, after) === 0) return undefined;
  const [was, is] = [PNG.sync.read(Buffer.from(before)), PNG.sync.read(Buffer.from(after))];
  const [width, height] = [Math.max(was.width, is.width), Math.max(was.height, is.height)];
  const mask = new PNG({ width, height });
  const sides = [was, is].map((one) => {
    if (one.width === width && one.height === height) return one.data;
    const whole = new PNG({ width, height });
    PNG.bitblt(one, whole, 0, 0, one.width, one.height, 0, 0);
    return whole.data;
  });
  // Exact, including anti-aliasing: the same machine renders the same pixels.
  const pixels = pixelmatch(...sides, mask.data, width, height, {
    threshold: 0,
    includeAA: true,
    diffMask: true,
  });
  if (pixels === 0) return undefined;
  const [left, top, right, bottom] = boundsOf(mask);
  return {
    pixels,
    of: width * height,
    box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
    picture: PNG.sync.write(mask),
  };
}

function boundsOf({ width, height, data }) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return [left, top, right, bottom];
}

/** Eight hexadecimal digits. */
function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function firstLine(error) {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0];
}
