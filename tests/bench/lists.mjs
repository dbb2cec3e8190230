/**
 * `npm run bench -- lists`: scrolls a list of a thousand rows from a server on a CPU slowed four times, and compares its memory
 * with a list of sixty.
 */
import { longPathOf } from './pages.mjs';
import { figureOf, judge } from './table.mjs';

const PHONE = { width: 390, height: 844 };
const SLOWER = 4;
const ROWS = { few: 60, many: 1000 };
const MOST_FRAME_MS = 50;
/** Scroll distance in one frame, in px. */
const STEP_PX = 120;
const ROUNDS = { quick: 1, usual: 5, full: 9 };

async function heapOf(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** In the page: scrolls by a step in each frame. @returns The duration of each frame, in ms. */
function scrollDown(stepPx) {
  return new Promise((done) => {
    const frames = [];
    let before = performance.now();
    const step = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      if (isAtEnd) done(frames.slice(1));
      else {
        window.scrollBy(0, stepPx);
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  });
}

async function visitRows(browser, address, count) {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(address);
    await page.waitForFunction(() => window.bench !== undefined);
    await page.evaluate((rows) => window.bench.prepareRows(rows), count);
    const empty = await heapOf(devtools);
    await page.evaluate(() => window.bench.mount());
    await page.getByText('f0 of them').waitFor();
    const heap = (await heapOf(devtools)) - empty;
    const elements = await page.evaluate(() => document.querySelectorAll('#root *').length);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const frames = await page.evaluate(scrollDown, STEP_PX);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByText(`f${count - 1} of them`).waitFor();
    return { heap, elements, slowest: Math.max(...frames) };
  } finally {
    await context.close();
  }
}

export async function benchLists(browser, origin, { size, ids }) {
  const own = ids.filter((id) => id.startsWith('capiz'));
  const found = { few: {}, many: {} };
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    for (const [name, count] of Object.entries(ROWS))
      for (const id of own)
        (found[name][id] ??= []).push(await visitRows(browser, origin + longPathOf(id), count));
    process.stderr.write(`lists: round ${round + 1} of ${ROUNDS[size]}\n`);
  }
  return { title: 'A long list', rows: Object.keys(found).flatMap((name) => rowsOf(name, found[name])) };
}

function rowsOf(name, byPage) {
  const at = `${ROWS[name]} rows`;
  const figures = (of) =>
    Object.fromEntries(Object.entries(byPage).map(([id, visits]) => [id, figureOf(visits.map(of))]));
  const slowest = ({ slowest: ms }) => ms;
  const budget = name === 'many' &&
    byPage.capiz && { page: 'capiz', ...judge(byPage.capiz.map(slowest), MOST_FRAME_MS) };
  return [
    {
      what: `longest frame of scrolling through, processor at 1/${SLOWER}`,
      at,
      unit: 'ms',
      figures: figures(slowest),
      ...(budget && { budget }),
    },
    { what: 'heap after mount', at, unit: 'MB', figures: figures(({ heap }) => heap) },
    { what: 'elements', at, unit: 'of them', figures: figures(({ elements }) => elements) },
  ];
}
