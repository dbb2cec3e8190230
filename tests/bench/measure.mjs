import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const PHONE = { width: 390, height: 844 };
const KEYS = {
  a: { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a' },
  x: { key: 'x', code: 'KeyX', windowsVirtualKeyCode: 88, text: 'x' },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8, commands: ['DeleteBackward'] },
};
/** The first keys are the ones that the browser compiles the code for. */
const UNCOUNTED = 4;
const COUNTED = 8;
const FLIPS = 2;

/** Serves a built folder on any free port; resolves with its origin. */
export function serve(folder) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const file = join(root, new URL(request.url, 'http://bench').pathname);
    try {
      if (!file.startsWith(root + sep)) throw new Error('outside');
      const body = readFileSync(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(body);
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

/** Milliseconds of processor time that the page's main thread was busy, in all and by kind. */
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

async function during(devtools, act) {
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

/** Two frames drawn, and whatever they set off done. */
function painted(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
      }),
  );
}

async function press(devtools, page, name) {
  const { text, ...key } = KEYS[name];
  const down = text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text, unmodifiedText: text };
  await devtools.send('Input.dispatchKeyEvent', { ...down, ...key });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await painted(page);
}

/** A loop that does the same work on every machine and in every round: what it takes shows the machine's noise. */
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

const inputs = 'input[type=text]';

/**
 * One visit of one page: opened, drawn, typed into, fields hidden and shown, sent.
 *
 * @returns milliseconds of the main thread's processor time, megabytes, and counts.
 */
export async function visit(browser, address, { count, supplied, profile }) {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    const devtools = await context.newCDPSession(page);
    await page.goto(address);
    await page.waitForFunction(() => window.bench !== undefined);
    // Not the wall's time: others use the machine, too.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('HeapProfiler.enable');
    await page.evaluate(
      ([fields, isSupplied]) => window.bench.prepare(fields, isSupplied),
      [count, supplied],
    );
    await painted(page);
    const empty = await heapOf(devtools);
    const elementsBefore = await page.evaluate(() => document.querySelectorAll('body *').length);

    if (profile) await profile.start(devtools);
    const mount = await during(devtools, async () => {
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
        [count, inputs],
      );
      await painted(page);
      return took;
    });
    if (profile) await profile.stop(devtools, 'mount');
    const heap = (await heapOf(devtools)) - empty;
    const elements = (await page.evaluate(() => document.querySelectorAll('body *').length)) - elementsBefore;

    const focus = async (at) => {
      await page.evaluate(
        ([selector, index]) => {
          const input = document.querySelectorAll(selector)[index];
          input.focus();
          input.setSelectionRange(input.value.length, input.value.length);
        },
        [inputs, at],
      );
      await painted(page);
    };
    const shown = () => page.evaluate((selector) => document.querySelectorAll(selector).length, inputs);

    await focus(5);
    for (let time = 0; time < UNCOUNTED; time += 1) await press(devtools, page, 'a');
    if (profile) await profile.start(devtools);
    const keys = [];
    for (let time = 0; time < COUNTED; time += 1) {
      keys.push(await during(devtools, () => press(devtools, page, 'a')));
    }
    if (profile) await profile.stop(devtools, 'keys');
    await focus(0);
    const flips = [];
    if (profile) await profile.start(devtools);
    for (let time = 0; time < FLIPS; time += 1) {
      flips.push(await during(devtools, () => press(devtools, page, 'x')));
      if ((await shown()) !== count - 10) throw new Error('Ten fields should be hidden.');
      flips.push(await during(devtools, () => press(devtools, page, 'Backspace')));
      if ((await shown()) !== count) throw new Error('Ten fields should be shown again.');
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
    if (errors !== count / 10) throw new Error(`${errors} fields are called wrong, not ${count / 10}.`);
    if (faults.length > 0) throw new Error(faults[0]);
    return { mount, keys, flips, submit, heap, elements: elements / count };
  } finally {
    await context.close();
  }
}
