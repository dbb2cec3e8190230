import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const PHONE = { width: 390, height: 844 };
const KEYS = {
  a: { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a' },
  x: { key: 'x', code: 'KeyX', windowsVirtualKeyCode: 88, text: 'x' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8, commands: ['DeleteBackward'] },
};
/** Ignored warm-up keys, at which the browser compiles the code. */
const UNCOUNTED = 4;
const COUNTED = 8;
const FLIPS = 2;
/** Number of fields that the first one hides, as `countConditional` in form.ts. */
const countConditional = (count) => Math.floor(Math.min(count, 50) / 5);

/** Serves a built folder on a free port, precompressed; resolves with its origin. */
export function serve(folder) {
  const root = resolve(folder);
  const compressed = new Map();
  const server = createServer((request, response) => {
    const file = join(root, new URL(request.url, 'http://bench').pathname);
    try {
      if (!file.startsWith(root + sep)) throw new Error('outside');
      if (!compressed.has(file)) compressed.set(file, brotliCompressSync(readFileSync(file)));
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
      response.end(compressed.get(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((started) => {
    server.listen(Number(process.env.CAPIZ_TEST_PORT ?? 0), '127.0.0.1', () =>
      started({ origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }),
    );
  });
}

/** CPU time of the page's main thread in ms, in total and by kind. */
async function busyOf(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const byName = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  return {
    task: byName.TaskDuration * 1e3,
    script: byName.ScriptDuration * 1e3,
    layout: (byName.LayoutDuration + byName.RecalcStyleDuration) * 1e3,
    heap: byName.JSHeapUsedSize / 1e6,
  };
}

/** CPU time of the main thread during an action, from the DevTools session. */
export async function during(devtools, act) {
  const before = await busyOf(devtools);
  const result = await act();
  const after = await busyOf(devtools);
  const spent = Object.fromEntries(Object.keys(before).map((name) => [name, after[name] - before[name]]));
  return { ...spent, result };
}

async function heapOf(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await busyOf(devtools)).heap;
}

/** Waits for two frames and their effects. */
function painted(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
      }),
  );
}

/** Sends one key; resolves when its effects are painted. */
export async function press(devtools, page, name) {
  const { text, ...key } = KEYS[name];
  const down = text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text, unmodifiedText: text };
  await devtools.send('Input.dispatchKeyEvent', { ...down, ...key });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await painted(page);
}

/** A constant amount of work, whose duration shows the machine's noise. */
export async function probe(browser) {
  const page = await browser.newPage();
  const took = await page.evaluate(() => {
    const work = () => {
      let sum = 0;
      for (let step = 0; step < 2e7; step += 1) sum = (sum * 31 + step) | 0;
      return sum;
    };
    work();
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  await page.close();
  return took;
}

const INPUTS = '#root input[type=text]';
/** Timeout for hiding fields, for pages that update later. */
const PATIENCE_MS = 60_000;

/** Number of visible text fields. */
function countShown(page) {
  return page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].filter((input) => input.checkVisibility()).length,
    INPUTS,
  );
}

/** Polls now, and then every 50 ms. */
async function waitUntilShown(page, count) {
  if ((await countShown(page)) === count) return;
  await page.waitForFunction(
    ([selector, wanted]) =>
      [...document.querySelectorAll(selector)].filter((input) => input.checkVisibility()).length === wanted,
    [INPUTS, count],
    { polling: 50, timeout: PATIENCE_MS },
  );
}

async function focus(page, at) {
  await page.evaluate(
    ([selector, index]) => {
      const input = document.querySelectorAll(selector)[index];
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
    },
    [INPUTS, at],
  );
  await painted(page);
}

/** From the call to two frames after all fields are rendered. */
async function mountAll(page, count) {
  const took = await page.evaluate(
    ([fields, selector]) =>
      new Promise((done) => {
        setTimeout(() => {
          const began = performance.now();
          window.bench.mount();
          const look = () => {
            const isThere = document.querySelectorAll(selector).length >= fields;
            requestAnimationFrame(() => {
              const ended = performance.now() - began;
              if (isThere) setTimeout(() => done(ended), 0);
              else look();
            });
          };
          look();
        }, 0);
      }),
    [count, INPUTS],
  );
  await painted(page);
  return took;
}

/**
 * One visit of one page: opened, rendered, typed into, fields hidden and shown, submitted.
 *
 * @param form.count - Number of fields; hiding is measured from a hundred on.
 * @param form.rate - Slowdown factor of the CPU.
 * @returns CPU time of the main thread in ms, memory in MB, and counts.
 */
export async function visit(browser, address, { count, supplied, rate = 1, profile }) {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    const devtools = await context.newCDPSession(page);
    const slow = (times) => devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
    await page.goto(address);
    await page.waitForFunction(() => window.bench !== undefined);
    // CPU time instead of wall time, because the machine has other work.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('HeapProfiler.enable');
    await page.evaluate(
      ([fields, isSupplied]) => window.bench.prepare(fields, isSupplied),
      [count, supplied],
    );
    const { quietMs, takesAtLeaving } = await page.evaluate(() => ({
      quietMs: window.bench.quietMs ?? 0,
      takesAtLeaving: window.bench.takesAtLeaving ?? false,
    }));
    await painted(page);
    const empty = await heapOf(devtools);
    const elementsBefore = await page.evaluate(() => document.querySelectorAll('body *').length);

    await slow(rate);
    if (profile) await profile.start(devtools);
    const mount = await during(devtools, () => mountAll(page, count));
    if (profile) await profile.stop(devtools, 'mount');
    await slow(1);
    const heap = (await heapOf(devtools)) - empty;
    const elements = (await page.evaluate(() => document.querySelectorAll('body *').length)) - elementsBefore;
    await slow(rate);

    const type = async (name) => {
      await press(devtools, page, name);
      if (quietMs > 0) await page.waitForTimeout(quietMs);
    };
    await focus(page, 5);
    for (let time = 0; time < UNCOUNTED; time += 1) await press(devtools, page, 'a');
    if (profile) await profile.start(devtools);
    const keys = [];
    for (let time = 0; time < COUNTED; time += 1) keys.push(await during(devtools, () => type('a')));
    if (profile) await profile.stop(devtools, 'keys');

    const flips = [];
    const flip = async (name, shown) => {
      await focus(page, 0);
      if (takesAtLeaving) await press(devtools, page, name);
      flips.push(
        await during(devtools, async () => {
          await press(devtools, page, takesAtLeaving ? 'Tab' : name);
          await waitUntilShown(page, shown);
        }),
      );
    };
    if (profile) await profile.start(devtools);
    for (let time = 0; time < FLIPS && count >= 100; time += 1) {
      await flip('x', count - countConditional(count));
      await flip('Backspace', count);
    }
    if (profile) await profile.stop(devtools, 'flips');

    if (profile) await profile.start(devtools);
    const submit = await during(devtools, async () => {
      await page.evaluate(() => window.bench.submit());
      await page.waitForFunction(() => window.bench.errors() > 0);
      await painted(page);
    });
    if (profile) await profile.stop(devtools, 'submit');
    const errors = await page.evaluate(() => window.bench.errors());
    // Each tenth field is required and empty, starting with the second.
    const wrong = Math.ceil((count - 1) / 10);
    if (errors !== wrong) throw new Error(`${errors} fields are called wrong, not ${wrong}.`);
    if (faults.length > 0) throw new Error(faults[0]);
    return { mount, keys, flips, submit, heap, elements: elements / count };
  } finally {
    await context.close();
  }
}
