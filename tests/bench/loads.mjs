/**
 * `npm run bench -- loads`: bytes of a first visit, and the time until its data and first field are visible, on slow networks
 * and a CPU slowed four times. Ours are the borrowers' pages, from the server, with their data; the others are a bank's form.
 */
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FLOOR, PAGES } from './pages.mjs';
import { buildWithSecondReact } from './second-react.mjs';
import { startCapiz } from './servers.mjs';
import { figureOf, judge, median } from './table.mjs';

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
/** Budget for the time until something is seen, as a share of the fastest other library's. */
const MOST_SEEN = 0.6;
/** Budget for the time until our data is visible, as a share of the fastest other library's first field. */
const MOST_DATA = 0.65;
/** The same for our first field that keeps what is typed into it. */
const MOST_KEEPING = 0.8;
const MOST_SHIFT = 0.02;
/** How long layout shifts are counted after the engine has rendered, in ms. */
const SHIFTS_AFTER_MS = 500;
/** kB of gzip: the budgets of docs/contributing/performance.md. */
const MOST_BYTES = {
  'capiz /order': 138,
  'capiz /bindBank': 158,
  'capiz-preact /order': 80,
  'capiz-preact /bindBank': 98,
};

/** As in `src/shared/borrower-data.ts`. */
const CONTENT_ELEMENT_ID = 'capiz-content';

/** Of other pages, only the first field is measured. */
const FIELD = '#root input, #root select, #root textarea, #root [role=combobox]';
const OTHERS = { first: FIELD, engine: FIELD };
/** The engine's own rendering: the server's is in another element, and the placeholder is inert. */
const ENGINE = '#capiz > :not([inert]) footer button:not(:disabled)';
/**
 * Selectors. `first`: a field or button that can be used. `data`: an element that shows an amount. `engine`: present when
 * every button can be used. `isTyped`: a character is typed into the first field at once.
 */
const OURS = {
  '/bindBank': { first: ':not([inert]) > main input:not(:disabled)', engine: ENGINE, isTyped: true },
  '/order': { first: 'footer button:not(:disabled)', data: '.cz-row-value', engine: ENGINE },
  '/repay': { first: 'footer button:not(:disabled)', data: '.cz-amount-figure', engine: ENGINE },
  '/repayDelay': { first: 'footer button:not(:disabled)', data: '.cz-amount-figure', engine: ENGINE },
};

/** A borrower without cache. */
function addressOf(path) {
  const id = randomBytes(4).toString('hex');
  const session = { sessionId: id, deviceId: id, building: id, gather: id, swift: id, eyes: id };
  const who = { orderId: `repayable-${id}`, productId: '1203', userId: id, ...session };
  return `${path}?${new URLSearchParams(who)}`;
}

/** Requests and paints of a new visitor's browser. */
async function visitOnce(browser, { address, marks }, network) {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const answers = [];
    page.on('response', (response) => answers.push(response));
    await page.addInitScript(watch, { marks, later: LATER_MS, content: CONTENT_ELEMENT_ID });
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
    const isKept = marks.isTyped ? await typeAtOnce(page) : undefined;
    // The frame with the field may come before the browser has reported its first paint.
    const isOver = () => window.seen.engine !== undefined && performance.getEntriesByType('paint').length > 0;
    await page.waitForFunction(isOver, undefined, { polling: 100, timeout: 120_000 });
    await page.waitForTimeout(SHIFTS_AFTER_MS);
    const seen = await page.evaluate(() => ({
      ...window.seen,
      // A page without text, such as the one with one control, has no contentful paint.
      painted: performance.getEntriesByType('paint').at(-1).startTime,
      shift: window.shifted,
      asked: window.asked,
      hasContent: window.hasContent,
    }));
    seen.isKept = await isKept?.();
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

/**
 * Types into the first field as soon as it is visible.
 *
 * @returns tells whether the typed character is still there.
 */
async function typeAtOnce(page) {
  const isSeen = () => window.seen.first !== undefined;
  await page.waitForFunction(isSeen, undefined, { polling: 'raf', timeout: 120_000 });
  const id = await page.evaluate(() => {
    window.firstField.focus();
    return window.firstField.id;
  });
  await page.keyboard.press('7');
  return () => page.evaluate((box) => document.getElementById(box)?.value === '7', id);
}

/** In the page, before its own scripts: records the first frame with each mark, and layout shifts. */
function watch({ marks, later, content }) {
  const { setTimeout } = window;
  const seen = {};
  Object.assign(window, {
    setTimeout: (run, ms) => (ms === later ? 0 : setTimeout(run, ms)),
    shifted: 0,
    seen,
  });
  new PerformanceObserver((list) => {
    // Shifts after a key are counted too.
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const find = (name) =>
    [...document.querySelectorAll(marks[name])].find(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        (name !== 'data' || /\d\.\d\d/.test(one.textContent)),
    );
  const names = ['data', 'first', 'engine'].filter((name) => marks[name] !== undefined);
  const look = () => {
    window.hasContent ||= document.getElementById(content) !== null;
    const found = names.filter((name) => seen[name] === undefined && find(name) !== undefined);
    if (found.includes('first')) window.firstField = find('first');
    requestAnimationFrame(() => {
      for (const name of found) seen[name] = performance.now();
      if (found.includes('engine')) {
        // The document is one more request; images are not awaited.
        const asked = performance
          .getEntriesByType('resource')
          .filter(({ initiatorType }) => initiatorType !== 'img');
        window.asked = asked.length + 1;
      }
      if (names.some((name) => seen[name] === undefined)) look();
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
      for (const [path, marks] of Object.entries(OURS))
        targets[`${id} ${path}`] = { address: () => server.origin + addressOf(path), marks };
    } else targets[id] = { address: `${origin}/${id}/first/index.html`, marks: OTHERS };
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
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
    await stop();
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
  const limited = own.filter((name) => Object.hasOwn(MOST_BYTES, name));
  const judged = (what, unit, of, mostOf, names = own) =>
    names.map((name) => ({
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
      limited,
    ),
    ...judged('the same, against what was reached and 2 %', 'kB', ({ gzip }) => gzip, reachedBy, limited),
    ...judged(
      'requests before every button can be used',
      'of them',
      ({ asked }) => asked,
      () => MOST_REQUESTS,
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
    const figuresBy = (of, names = Object.keys(byPage)) =>
      Object.fromEntries(names.map((name) => [name, figureOf(byPage[name].map(of))]));
    const at = `${network}, processor at 1/${SLOWER}`;
    const floor = byPage[FLOOR];
    const { most } = NETWORKS[network];
    const builds = Object.keys(most).filter((id) => byPage[`${id} /bindBank`]);
    // The hand-written page is not a library.
    const others = Object.keys(byPage).filter((name) => PAGES[name]?.by === 'library');
    const fastest = (round, of) => Math.min(...others.map((name) => of(byPage[name][round])));
    const first = (visit) => visit.first;
    const painted = (visit) => visit.painted;

    /** A row of one build's pages, by path. The worst page is compared with the budget. */
    const row = (id, what, unit, paths, of, limit) => {
      const names = paths.map((path) => `${id} ${path}`);
      const values = Object.fromEntries(names.map((name) => [name, byPage[name].map(of)]));
      const worst = names.reduce((a, b) => (median(values[b]) > median(values[a]) ? b : a));
      return {
        ...{ what, at: `${at}: ${id}`, unit },
        figures: Object.fromEntries(names.map((name) => [name, figureOf(values[name])])),
        budget: { page: worst, ...judge(values[worst], limit) },
      };
    };
    const form = ['/bindBank'];
    const paths = Object.keys(OURS);
    const withData = paths.filter((path) => OURS[path].data !== undefined);

    return [
      { what: 'something to be seen', at, unit: 'ms', figures: figuresBy(painted) },
      {
        ...{ what: 'data to be seen; without data, the first field', at, unit: 'ms' },
        figures: figuresBy(({ data, first }) => data ?? first),
      },
      { what: 'first field or button that can be used', at, unit: 'ms', figures: figuresBy(first) },
      {
        ...{ what: 'every button can be used: the engine has rendered', at, unit: 'ms' },
        figures: figuresBy(({ engine }) => engine),
      },
      ...builds.flatMap((id) => [
        ...(floor === undefined
          ? []
          : [
              row(
                ...[id, 'first field that can be used', '× of the floor', form],
                (visit, round) => visit.first / floor[round].first,
                most[id],
              ),
            ]),
        ...(others.length === 0
          ? []
          : [
              row(
                ...[id, 'something to be seen', '× of the fastest library', form],
                (visit, round) => visit.painted / fastest(round, painted),
                MOST_SEEN,
              ),
              row(
                ...[id, 'data to be seen', "× of the fastest library's first field", withData],
                (visit, round) => visit.data / fastest(round, first),
                MOST_DATA,
              ),
              row(
                ...[
                  id,
                  'first field that keeps what is typed',
                  "× of the fastest library's first field",
                  form,
                ],
                (visit, round) => visit.first / fastest(round, first),
                MOST_KEEPING,
              ),
            ]),
        row(
          ...[id, 'characters that are lost, of one typed at once', 'of them', form],
          ({ isKept }) => Number(!isKept),
          0,
        ),
        {
          ...{
            what: 'documents without content: it was not there in time',
            at: `${at}: ${id}`,
            unit: 'of one',
          },
          figures: figuresBy(
            ({ hasContent }) => Number(!hasContent),
            paths.map((path) => `${id} ${path}`),
          ),
        },
        row(
          ...[id, 'what is moved after it was drawn', 'layout shift', paths],
          ({ shift }) => shift,
          MOST_SHIFT,
        ),
      ]),
    ];
  });
}
