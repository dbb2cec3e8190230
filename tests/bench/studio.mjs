/**
 * `npm run bench -- studio`: Home and the studio with a project of 200 screens, one of 300 nodes open: the time until each is
 * usable with an empty cache, and from a key to the frame that shows its effect.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { during, press, probe } from './measure.mjs';
import { buildPrograms } from './programs.mjs';
import { startStudio } from './servers.mjs';
import { figureOf, judge } from './table.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const SCREENS = 200;
const NODES = 300;
const MOST = { openMs: 1200, editMs: 100, searchMs: 300, phoneMs: 5000, mapMs: 1000 };
const SIZES = {
  quick: { rounds: 1, keys: 4 },
  usual: { rounds: 5, keys: 10 },
  full: { rounds: 9, keys: 20 },
};
/** Ignored warm-up keys, at which the browser compiles the code. */
const UNCOUNTED = 3;
const WINDOW = { width: 1440, height: 900 };
/** Keys of a search, and the start of the expected result. */
const FOUND = [
  ['a', 'a: '],
  ['x', 'ax: '],
  ['Backspace', 'a: '],
];
const SECRET = 'seven boats on the river';
/** With `--plant studio`: reads the whole project again before each render, and for every letter. */
const PLANTED_MS = { opening: 3000, edit: 120, search: 300 };

/** The shipped project with more screens, one of them long, in its own folder. */
async function writeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-bench-studio-'));
  const copied = ['schemas/api', 'fixtures', 'screens', 'dist/borrower', 'dist/studio', 'dist/devtools'];
  for (const path of copied) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const { writeManyScreens } = await buildPrograms();
  for (const { path, text } of writeManyScreens(ROOT, SCREENS, NODES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** @returns The cookies of an editor. */
async function signIn(browser, { origin, env, folder }) {
  const args = [
    join(ROOT, 'bin/capiz.mjs'),
    'staff',
    'invite',
    'ana',
    '--role',
    'editor',
    '--server',
    origin,
  ];
  const said = execFileSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(/\S+\/capiz\/staff\/links\/\S+/.exec(said)[0]);
  await page.locator('input[type=password]').fill(SECRET);
  await page.getByRole('button').last().click();
  await page.waitForURL(/\/studio$/);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** In the page, before its own scripts: records the first frame with the outline and a rendered screen. */
function watchOpening() {
  if (window.parent !== window) return;
  const look = () => {
    const frame = document.querySelector('iframe.st-frame:not(.st-frame-behind)');
    const isThere =
      document.querySelector('[role=treeitem]') !== null &&
      (frame?.contentDocument?.getElementById('capiz')?.childElementCount ?? 0) > 0;
    requestAnimationFrame(() => {
      if (isThere) window.opened = performance.now();
      else look();
    });
  };
  look();
}

/** In the page, before its own scripts: records the first frame in which Home lists all screens. */
function watchHome(screens) {
  if (window.parent !== window) return;
  const look = () => {
    const isThere = document.querySelectorAll('.ho-screens li').length >= screens;
    requestAnimationFrame(() => {
      if (isThere) window.opened = performance.now();
      else look();
    });
  };
  look();
}

/** Delays each action by the time that reading the whole project takes. */
function plantSlowness({ opening, edit, search }) {
  if (window.parent !== window) return;
  const waste = (ms) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  waste(opening);
  window.addEventListener('input', ({ target }) => waste(target.type === 'search' ? search : edit));
}

/** In the page: records the time of a key, and of the first frame in which `isDone`. */
function watchNext([where, words]) {
  window.took = undefined;
  const shown = {
    preview: () =>
      document.querySelector('iframe.st-frame:not(.st-frame-behind)')?.contentDocument?.body.textContent ??
      '',
    // The text in the search box, and the message about its results.
    found() {
      const search = document.querySelector('.st-search:not([aria-busy=true])');
      return `${search?.querySelector('input')?.value}: ${search?.querySelector('[role=status]')?.textContent}`;
    },
  }[where];
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const look = () => {
        const isDone = shown().includes(words);
        requestAnimationFrame(() => {
          if (isDone) window.took = performance.now() - timeStamp;
          else look();
        });
      };
      look();
    },
    { once: true, capture: true },
  );
}

async function timeKey(devtools, page, key, where, words) {
  await page.evaluate(watchNext, [where, words]);
  await press(devtools, page, key);
  await page.waitForFunction(() => window.took !== undefined, undefined, { polling: 50, timeout: 30_000 });
  return await page.evaluate(() => window.took);
}

/** @returns Milliseconds of each counted key: wall time, and CPU time of the main thread with all effects. */
async function typeKeys(devtools, page, count, wordsAfter) {
  const took = [];
  for (let at = 0; at < count + UNCOUNTED; at += 1) {
    const type = () => timeKey(devtools, page, 'a', 'preview', wordsAfter(at + 1));
    const { task, result } = await during(devtools, type);
    took.push({ ms: result, busy: task });
  }
  return took.slice(UNCOUNTED);
}

/** Home with an empty cache. @returns Milliseconds until all screens are listed. */
async function timeHome(browser, { origin }, storageState, plant) {
  const context = await browser.newContext({ viewport: WINDOW, storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchHome, SCREENS);
    if (plant === 'studio') await page.addInitScript(plantSlowness, PLANTED_MS);
    return await timeOpening(page, `${origin}/studio`);
  } finally {
    await context.close();
  }
}

async function timeOpening(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.opened !== undefined, undefined, { polling: 50 });
  return await page.evaluate(() => window.opened);
}

/** In the page: records the time from a click to the first frame with a box of each screen and a line. */
function watchMap(screens) {
  window.addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        const isDone =
          document.querySelectorAll('.st-map-box').length >= screens &&
          document.querySelector('.react-flow__edge-path') !== null;
        requestAnimationFrame(() => {
          if (isDone) window.mapped = performance.now() - timeStamp;
          else look();
        });
      };
      look();
    },
    { once: true, capture: true },
  );
}

/** The map, whose code is not loaded yet. @returns Milliseconds. */
async function timeMap(page) {
  await page.evaluate(watchMap, SCREENS);
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await page.waitForFunction(() => window.mapped !== undefined, undefined, { polling: 50 });
  return await page.evaluate(() => window.mapped);
}

/** From the button to the rendered draft on a phone with an empty cache. @returns Milliseconds. */
async function timeLink(browser, page, plant) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const phone = await context.newPage();
    if (plant === 'studio') await phone.addInitScript(plantSlowness, PLANTED_MS);
    const pressed = performance.now();
    await page.getByRole('button', { name: 'On a phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'On a phone' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await phone.goto(await dialog.getByLabel('Address').inputValue());
    await phone.frameLocator('iframe').getByRole('main').waitFor();
    return performance.now() - pressed;
  } finally {
    await context.close();
  }
}

/** One visit with an empty cache: opened, a property and the JSON typed into, all documents searched. */
async function visitStudio(browser, { origin }, storageState, { keys, plant, profile }) {
  const context = await browser.newContext({ viewport: WINDOW, storageState });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // CPU time instead of wall time, because the machine has other work.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(watchOpening);
    if (plant === 'studio') await page.addInitScript(plantSlowness, PLANTED_MS);
    await profile?.start(devtools);
    const opened = await timeOpening(page, `${origin}/studio/new/screens/long`);
    await profile?.stop(devtools, 'opening');
    await page.frameLocator('iframe.st-frame:not(.st-frame-behind)').getByText('Words 0 0').waitFor();

    await page.getByRole('treeitem').filter({ hasText: 'Words 5 1' }).first().click();
    await page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true }).focus();
    await page.keyboard.press('End');
    await profile?.start(devtools);
    const properties = await typeKeys(devtools, page, keys, (typed) => `Words 5 1${'a'.repeat(typed)}`);
    await profile?.stop(devtools, 'properties');

    await page.keyboard.press('Control+j');
    const line = page.locator('.cm-line', { hasText: 'Words 5 1a' }).first();
    await line.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await profile?.start(devtools);
    const before = keys + UNCOUNTED;
    const json = await typeKeys(devtools, page, keys, (typed) => `Words 5 1${'a'.repeat(before + typed)}`);
    await profile?.stop(devtools, 'json');

    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByRole('searchbox').focus();
    const search = [];
    for (const [key, words] of FOUND) search.push(await timeKey(devtools, page, key, 'found', words));
    const map = await timeMap(page);
    return { opened, properties, json, search, map, phone: await timeLink(browser, page, plant) };
  } finally {
    await context.close();
  }
}

export async function benchStudio(browser, { size, plant, profile }) {
  const { rounds, keys } = SIZES[size];
  const folder = await writeProject();
  const server = await startStudio(folder);
  const visits = [];
  const probes = [];
  try {
    const state = await signIn(browser, server);
    for (let round = 0; round < rounds; round += 1) {
      probes.push(await probe(browser));
      const one = profile?.('capiz', `studio-${round}`);
      const home = await timeHome(browser, server, state, plant);
      visits.push({ home, ...(await visitStudio(browser, server, state, { keys, plant, profile: one })) });
      process.stderr.write(`studio: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { title: 'The studio', rows: rowsOf(visits), probes };
}

/** The smallest value that a share of all values does not exceed. */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1];
}

function rowsOf(visits) {
  const row = (what, values, most) => ({
    what,
    at: `${SCREENS} screens`,
    unit: 'ms',
    figures: { capiz: figureOf(values) },
    ...(most !== undefined && { budget: { page: 'capiz', ...judge(values, most) } }),
  });
  const letters = (where, of) => {
    const all = visits.flatMap(of);
    const what = `a letter of ${where}, screen of ${NODES} nodes`;
    const busy = all.map((letter) => letter.busy);
    const took = all.map(({ ms }) => ms);
    return [
      row(what, took, MOST.editMs),
      row(`${what}: 19 of 20 take at most`, [percentile(took, 0.95)]),
      row(`${what}: of the main thread, with all that follows`, busy),
    ];
  };
  const opened = visits.map((visit) => visit.opened);
  return [
    row(
      'Home opened with an empty cache, until all screens are listed',
      visits.map(({ home }) => home),
      MOST.openMs,
    ),
    row('a screen opened with an empty cache, until the phone shows it', opened, MOST.openMs),
    row(
      'the map opened, until it shows all screens',
      visits.map(({ map }) => map),
      MOST.mapMs,
    ),
    row(
      'a draft on a phone, from the button to its screen',
      visits.map(({ phone }) => phone),
      MOST.phoneMs,
    ),
    ...letters('a property', ({ properties }) => properties),
    ...letters('the JSON', ({ json }) => json),
    row(
      'a letter of a search in all documents',
      visits.flatMap(({ search }) => search),
      MOST.searchMs,
    ),
  ];
}
