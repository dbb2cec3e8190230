/**
 * `npm run bench -- loads`: bytes of a first visit, and the time until its first field is visible, on slow networks and a CPU
 * slowed four times. Ours are the borrowers' pages, from the server, with their data; the others are a bank's form.
 */
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FLOOR, PAGES } from './pages.mjs';
import { buildWithSecondReact } from './second-react.mjs';
import { startCapiz } from './servers.mjs';
import { figureOf, judge } from './table.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PHONE = { width: 390, height: 844 };
const SLOWER = 4;
const NETWORKS = {
  'slow 4G, 1.6 Mbit/s, 150 ms': {
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
    most: { capiz: 1.4, 'capiz-preact': 1.15 },
  },
  '400 kbit/s, 400 ms': {
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
    most: { capiz: 1.6, 'capiz-preact': 1.15 },
  },
};
const ROUNDS = { quick: 1, usual: 3, full: 7 };
/** When our page starts to prefetch: never here, so that a slow machine counts only required files. */
const LATER_MS = 2000;
const MOST_REQUESTS = 8;
/** Budget for our time, as a share of the fastest other library's time. */
const MOST_SEEN = 0.6;
const MOST_SHIFT = 0.02;
/** kB of gzip: the budgets of docs/contributing/performance.md. */
const MOST_BYTES = {
  'capiz /order': 138,
  'capiz /bindBank': 158,
  'capiz-preact /order': 80,
  'capiz-preact /bindBank': 98,
};

const FIELD = '#root input, #root select, #root textarea, #root [role=combobox]';
/** A usable control or field; the placeholder has neither. */
const OURS = { '/bindBank': 'main input:not(:disabled)', '/order': 'footer button' };

/** A borrower without cache. */
function addressOf(path) {
  const id = randomBytes(4).toString('hex');
  const session = { sessionId: id, deviceId: id, building: id, gather: id, swift: id, eyes: id };
  const who = { orderId: `repayable-${id}`, productId: '1203', userId: id, ...session };
  return `${path}?${new URLSearchParams(who)}`;
}

/** Requests and paints of a new visitor's browser. */
async function visitOnce(browser, { address, first }, network) {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const answers = [];
    page.on('response', (response) => answers.push(response));
    await page.addInitScript(watch, { first, later: LATER_MS });
    if (network !== undefined) {
      const devtools = await context.newCDPSession(page);
      const { latency, downloadThroughput, uploadThroughput } = network;
      await devtools.send('Network.enable');
      const conditions = { offline: false, latency, downloadThroughput, uploadThroughput };
      await devtools.send('Network.emulateNetworkConditions', conditions);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    }
    await page.goto(typeof address === 'function' ? address() : address, {
      waitUntil: 'commit',
      timeout: 120_000,
    });
    // The frame with the field may come before the browser has reported its first paint.
    const isSeen = () => window.firstSeen !== undefined && performance.getEntriesByType('paint').length > 0;
    await page.waitForFunction(isSeen, undefined, { polling: 100, timeout: 120_000 });
    const seen = await page.evaluate(() => ({
      ms: window.firstSeen,
      // A page without text, such as the one with one control, has no contentful paint.
      painted: performance.getEntriesByType('paint').at(-1).startTime,
      shift: window.shifted,
      asked: window.askedBefore,
    }));
    if (network !== undefined) return seen;
    await page.waitForLoadState('networkidle');
    const loaded = answers.filter((one) =>
      ['document', 'script', 'stylesheet'].includes(one.request().resourceType()),
    );
    const bodies = await Promise.all(loaded.map((one) => one.body()));
    const sumOf = (compress) => bodies.reduce((sum, body) => sum + compress(body).length, 0) / 1000;
    return {
      ...seen,
      gzip: sumOf((body) => gzipSync(body, { level: 9 })),
      brotli: sumOf((body) => brotliCompressSync(body)),
    };
  } finally {
    await context.close();
  }
}

/** In the page, before its own scripts: records the first frame with a field, and layout shifts. */
function watch({ first, later }) {
  const { setTimeout } = window;
  Object.assign(window, { setTimeout: (run, ms) => (ms === later ? 0 : setTimeout(run, ms)), shifted: 0 });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) window.shifted += hadRecentInput ? 0 : value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const isSeen = [...document.querySelectorAll(first)].some((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    requestAnimationFrame(() => {
      if (!isSeen) look();
      else {
        // The document is one more request; images are not awaited.
        const asked = performance
          .getEntriesByType('resource')
          .filter(({ initiatorType }) => initiatorType !== 'img');
        Object.assign(window, { askedBefore: asked.length + 1, firstSeen: performance.now() });
      }
    });
  };
  look();
}

/** The limits of the journey of the same name, in kB of gzip. */
const REACHED = JSON.parse(readFileSync(join(ROOT, 'tests/journeys/first-load.json'), 'utf8'));

/** Our production page; with `--plant react`, it contains a second copy of React. */
async function startOurs(drawnBy, plant) {
  if (plant !== 'react' || drawnBy !== 'react') return startCapiz(drawnBy);
  await buildWithSecondReact();
  return startCapiz(drawnBy, 'dist/server/main.js');
}

/** The address of every page: ours in both builds, and the forms of the other libraries. */
async function addressAll(origin, ids, plant) {
  const targets = {};
  const servers = [];
  for (const id of ids) {
    if (PAGES[id].file === undefined) {
      const server = await startOurs(PAGES[id].drawnBy ?? 'react', plant);
      servers.push(server);
      for (const [path, first] of Object.entries(OURS))
        targets[`${id} ${path}`] = { address: () => server.origin + addressOf(path), first };
    } else targets[id] = { address: `${origin}/${id}/first/index.html`, first: FIELD };
  }
  const stop = () => {
    for (const server of servers) server.stop();
    // Builds the shipped page again.
    spawnSync(process.execPath, [join(ROOT, 'bin/build.mjs')], { cwd: ROOT });
  };
  return { targets, stop };
}

export async function benchLoads(browser, origin, { size, ids, plant }) {
  const { targets, stop } = await addressAll(origin, ids, plant);
  const names = Object.keys(targets);
  const bytes = {};
  const times = Object.fromEntries(Object.keys(NETWORKS).map((network) => [network, {}]));
  try {
    for (const name of names) bytes[name] = await visitOnce(browser, targets[name]);
    for (let round = 0; round < ROUNDS[size]; round += 1) {
      const turned = names.map((_, at) => names[(at + round) % names.length]);
      for (const [network, conditions] of Object.entries(NETWORKS))
        for (const name of turned)
          (times[network][name] ??= []).push(await visitOnce(browser, targets[name], conditions));
      process.stderr.write(`first loads: round ${round + 1} of ${ROUNDS[size]}\n`);
    }
  } finally {
    stop();
  }
  return { title: 'A first visit', rows: [...byteRows(bytes), ...timeRows(times)], notes: NOTES };
}

const NOTES = [
  'Ours are the pages that borrowers get, with session, data of a service, overlays, translations and the rules of their forms; the others draw the same twelve fields and nothing else.',
  'What ours fetches two seconds after it stands is not counted, and nothing waits for it.',
];

function byteRows(bytes) {
  const figures = (of) =>
    Object.fromEntries(Object.entries(bytes).map(([name, found]) => [name, figureOf([of(found)])]));
  const own = Object.keys(bytes).filter((name) => name.startsWith('capiz'));
  const budgetOf = (name, of, most) => ({ page: name, ...judge([of(bytes[name])], most) });
  const judged = (what, unit, of, mostOf) =>
    own.map((name) => ({
      what,
      at: name,
      unit,
      figures: { [name]: figureOf([of(bytes[name])]) },
      budget: budgetOf(name, of, mostOf(name)),
    }));
  return [
    { what: 'all that is loaded, gzip', unit: 'kB', figures: figures(({ gzip }) => gzip) },
    { what: 'all that is loaded, brotli', unit: 'kB', figures: figures(({ brotli }) => brotli) },
    ...judged(
      'all that is loaded, gzip',
      'kB',
      ({ gzip }) => gzip,
      (name) => MOST_BYTES[name],
    ),
    ...judged('the same, against what was reached and 2 %', 'kB', ({ gzip }) => gzip, reachedBy),
    ...judged(
      'requests before the first field',
      'of them',
      ({ asked }) => asked,
      () => MOST_REQUESTS,
    ),
    ...judged(
      'what is moved after it was drawn',
      'layout shift',
      ({ shift }) => shift,
      () => MOST_SHIFT,
    ),
  ];
}

/** @param name - One of our pages and a path: `capiz-preact /order`. */
function reachedBy(name) {
  const [id, path] = name.split(' ');
  return REACHED[path].most[PAGES[id].drawnBy ?? 'react'];
}

function timeRows(times) {
  return Object.entries(times).flatMap(([network, byPage]) => {
    const figuresBy = (of) =>
      Object.fromEntries(Object.entries(byPage).map(([name, visits]) => [name, figureOf(visits.map(of))]));
    const at = `${network}, processor at 1/${SLOWER}`;
    const floor = byPage[FLOOR];
    const { most } = NETWORKS[network];
    const builds = Object.keys(most).filter((id) => byPage[`${id} /bindBank`] && floor);
    // The hand-written page is not a library.
    const others = Object.keys(byPage).filter((name) => PAGES[name]?.by === 'library');
    const fastest = (round) => Math.min(...others.map((name) => byPage[name][round].painted));
    const ratios = (id, of) => byPage[`${id} /bindBank`].map(of);
    return [
      { what: 'something to be seen', at, unit: 'ms', figures: figuresBy(({ painted }) => painted) },
      { what: 'first field that can be used', at, unit: 'ms', figures: figuresBy(({ ms }) => ms) },
      ...builds.flatMap((id) => [
        {
          what: 'first field that can be used',
          at: `${at}: ${id}`,
          unit: '× of the floor',
          figures: { [id]: figureOf(ratios(id, ({ ms }, round) => ms / floor[round].ms)) },
          budget: {
            page: id,
            ...judge(
              ratios(id, ({ ms }, round) => ms / floor[round].ms),
              most[id],
            ),
          },
        },
        ...(others.length === 0
          ? []
          : [
              {
                what: 'something to be seen',
                at: `${at}: ${id}`,
                unit: '× of the fastest library',
                figures: { [id]: figureOf(ratios(id, ({ painted }, round) => painted / fastest(round))) },
                budget: {
                  page: id,
                  ...judge(
                    ratios(id, ({ painted }, round) => painted / fastest(round)),
                    MOST_SEEN,
                  ),
                },
              },
            ]),
      ]),
    ];
  });
}
