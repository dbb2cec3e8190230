import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testAppPlan, testPlan } from '../testing.ts';
import type { ScreenOfRelease, Visit } from './render-content.ts';
import { RENDER_LIMITS, type RenderLimits, renderInThread } from './render-in-thread.ts';

/** A program with the messages of `render-thread.ts`. What it does with a screen is in the visit. */
const PROGRAM = `
import { parentPort } from 'node:worker_threads';
const screens = new Map();
let jobs = 0;
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
parentPort.on('message', ({ id, name, screen, visit, isFirst }) => {
  jobs += 1;
  if (isFirst) screens.clear();
  if (screen) screens.set(name, screen);
  const { sleep, does } = visit.session;
  if (sleep) pause(Number(sleep));
  if (does === 'crash') throw new TypeError('crash');
  if (does === 'leave') process.exit(3);
  if (does === 'fill') for (const all = []; ; ) all.push(new Array(10_000).fill(Math.random()));
  const html = JSON.stringify([screens.get(name).language, jobs, screen !== undefined, screens.size]);
  parentPort.postMessage({ id, html });
});
parentPort.postMessage({ id: 0, html: '' });
`;

const folder = mkdtempSync(join(tmpdir(), 'capiz-render-'));
const program = join(folder, 'program.mjs');
writeFileSync(program, PROGRAM);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const screenIn = (language: string): ScreenOfRelease => ({
  ...{ plan: testPlan('order'), app: testAppPlan(), language, chrome: 'web' },
});
const visitWith = (session: Visit['session']): Visit => ({
  ...{ params: {}, session, now: 0, origin: 'https://page.example', replies: [] },
});
const SCREEN = screenIn('en');
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Starts a thread, and waits until it renders. */
async function start(limits: Partial<RenderLimits> = {}) {
  const ends: string[] = [];
  const render = renderInThread(program, (why) => ends.push(why), { ...RENDER_LIMITS, ...limits });
  const show = (session: Visit['session'] = {}, screen = SCREEN) => render(screen, visitWith(session));
  expect(await show()).toBe('');
  await expect.poll(() => show({}, screenIn('first')), { interval: 20 }).not.toBe('');
  return { ends, show };
}

describe('a screen', () => {
  it('is rendered by the thread, which gets its plan only once', async () => {
    const { show } = await start();
    const shown = [await show(), await show(), await show({}, screenIn('fil')), await show()];
    const sent = shown.map((html) => {
      const [language, , isSent] = JSON.parse(html) as [string, number, boolean];
      return [language, isSent];
    });
    expect(sent).toEqual([
      ['en', true],
      ['en', false],
      ['fil', true],
      ['en', false],
    ]);
  });

  it('is sent again after the thread has forgotten 300 screens', async () => {
    const { show } = await start();
    await show();
    for (let one = 0; one < 300; one += 1) await show({}, screenIn(`l${one}`));
    const [language, , isSent, stored] = JSON.parse(await show()) as [string, number, boolean, number];
    expect([language, isSent]).toEqual(['en', true]);
    expect(stored).toBeLessThan(300);
  });

  it('that takes longer than its document waits is empty, and later ones are rendered', async () => {
    const { show, ends } = await start({ ms: 100 });
    expect(await show({ sleep: '400' })).toBe('');
    await wait(500);
    expect(await show()).toContain('en');
    expect(ends).toEqual([]);
  });

  it('over the maximum number at once is empty', async () => {
    const { show } = await start({ atOnce: 2, ms: 2_000 });
    const shown = await Promise.all([show({ sleep: '100' }), show(), show()]);
    expect(shown.map((html) => html !== '')).toEqual([true, true, false]);
    expect(await show()).not.toBe('');
  });
});

describe('a thread', () => {
  it('that hangs is ended: every screen that waits is empty, and another thread is started after a rest', async () => {
    const { show, ends } = await start({ ms: 5_000, longestMs: 200 });
    const began = performance.now();
    expect(await Promise.all([show({ sleep: '60000' }), show(), show()])).toEqual(['', '', '']);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(ends).toEqual(['too slow']);
    const ended = performance.now();
    expect(await show()).toBe('');
    await expect.poll(() => show(), { interval: 20, timeout: 20_000 }).not.toBe('');
    expect(performance.now() - ended).toBeGreaterThan(950);
  });

  it('has its full time for each screen, not for all that wait', async () => {
    const { show, ends } = await start({ ms: 5_000, longestMs: 400 });
    const shown = await Promise.all(Array.from({ length: 4 }, () => show({ sleep: '200' })));
    expect(shown).not.toContain('');
    expect(ends).toEqual([]);
  });

  it.each([
    ['crashes', 'crash', 'TypeError'],
    ['ends its process', 'leave', 'exit 3'],
    ['needs too much memory', 'fill', 'Error'],
  ])('that %s ends only once, and another one is started after it', async (_, does, why) => {
    const { show, ends } = await start({ ms: 20_000, longestMs: 20_000, heapMb: 32 });
    expect(await Promise.all([show({ does }), show()])).toEqual(['', '']);
    expect(ends).toEqual([why]);
    await wait(1_100);
    await expect.poll(() => show(), { interval: 20, timeout: 20_000 }).not.toBe('');
    expect(ends).toEqual([why]);
  });

  it('whose program is missing renders nothing, and is started again only after a rest', async () => {
    const ends: string[] = [];
    const render = renderInThread(join(folder, 'missing.mjs'), (why) => ends.push(why));
    const until = performance.now() + 500;
    while (performance.now() < until) {
      expect(await render(SCREEN, visitWith({}))).toBe('');
      await wait(10);
    }
    expect(ends).toHaveLength(1);
  });
});
