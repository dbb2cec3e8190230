// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpFailure, type LiveScreen } from '#renderer/engine.ts';
import { createCounter, KINDS } from './counts.ts';
import type { Page } from './page.ts';
import type { PageView } from './shown-screen.ts';

const TAG = { release: '0123456789ab', group: 'first.candidate' };
/** The tag in the cookie of the page. */
const SAID = [TAG.release, TAG.group, ''];

/** Files of a folder without its tests. */
function readFolder(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

/** A page whose screens the test shows. */
function pageOf() {
  let view: PageView = { key: '' };
  const listeners = new Set<() => void>();
  const page = {
    snapshot: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Page;
  function show(id: string, phase = 'content') {
    const told = new Set<() => void>();
    const state = { phase };
    const live = {
      plan: { id },
      surface: { snapshot: () => state, subscribe: (tell: () => void) => told.add(tell) },
    } as unknown as LiveScreen;
    view = { live, key: `${id}-${Math.random()}` };
    for (const listener of listeners) listener();
    return (next: string) => {
      state.phase = next;
      for (const tell of told) tell();
    };
  }
  return { page, show };
}

describe('the counter of a page', () => {
  const sent: unknown[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    window.navigator.sendBeacon = (_address, body) => {
      sent.push(JSON.parse(body as string));
      return true;
    };
    return () => vi.useRealTimers();
  });

  function begin() {
    const counter = createCounter(window, SAID);
    const { page, show } = pageOf();
    counter.watchPage(page);
    return { counter, show };
  }

  it('sends its counts by screen, with the release and the side of the rollout', () => {
    const { show } = begin();
    const become = show('order', 'loading');
    vi.advanceTimersByTime(1_200);
    become('content');
    become('content');
    show('repay');
    vi.advanceTimersByTime(5_000);
    expect(sent).toEqual([
      {
        type: 'counts',
        ...TAG,
        screens: { order: { view: 1, load: 1, content: 1 }, repay: { view: 1 } },
        contentMs: 1_200,
      },
    ]);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(1);
  });

  it('counts each kind of fault once per visit of a screen', async () => {
    const { counter, show } = begin();
    show('order');
    for (const code of ['widget/threw', 'widget/threw', 'widget/unknown', 'reply/invalid', 'draft/too-long'])
      counter.fault({ code, screen: 'order' });
    window.dispatchEvent(new Event('error'));
    counter.call(Promise.reject(new HttpFailure('timeout', true)));
    await vi.advanceTimersByTimeAsync(1);
    show('repay');
    counter.call(Promise.resolve({ status: 502, body: '' }));
    await vi.advanceTimersByTimeAsync(1);
    show('order');
    counter.fault({ code: 'widget/threw', screen: 'order' });
    vi.advanceTimersByTime(5_000);
    expect(sent[0]).toMatchObject({
      screens: {
        order: { view: 2, render: 2, unsupported: 1, reply: 1, script: 1, request: 1 },
        repay: { view: 1, request: 1 },
      },
    });
  });

  it.each(Object.entries(KINDS))('the engine’s %s is counted as %s', (code, kind) => {
    const { counter, show } = begin();
    show('order');
    counter.fault({ code, screen: 'order' });
    vi.advanceTimersByTime(5_000);
    expect(sent[0]).toHaveProperty(['screens', 'order', kind], 1);
    const engine = readFolder('renderer') + readFolder('src/borrower').replaceAll(/^ +'.*: '\w+',$/gm, '');
    expect(engine).toContain(`'${code}'`);
  });

  it('does not count faults outside our system', async () => {
    const { counter, show } = begin();
    show('order');
    counter.call(Promise.reject(new HttpFailure('offline', false)));
    counter.call(Promise.resolve({ status: 404, body: '' }));
    await vi.advanceTimersByTimeAsync(1);
    vi.advanceTimersByTime(5_000);
    expect(sent[0]).toMatchObject({ screens: { order: { view: 1, load: 1, content: 1 } } });
    expect(JSON.stringify(sent[0])).not.toContain('request');
  });

  it('counts a tap on the enabled primary action', () => {
    const { show } = begin();
    show('order');
    document.body.innerHTML =
      '<button class="cz-button cz-button-primary" aria-disabled="true"><b>No</b></button>' +
      '<button class="cz-button cz-button-primary"><b>Yes</b></button>';
    const [no, yes] = document.querySelectorAll('b');
    no?.click();
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.stringify(sent.at(-1))).not.toContain('tap');
    yes?.click();
    window.dispatchEvent(new Event('pagehide'));
    expect(sent.at(-1)).toMatchObject({ screens: { order: { tap: 1 } } });
  });

  it('counts a view and a fault for a screen that could not be opened', () => {
    const { counter } = begin();
    counter.fault({ code: 'plan/refused', screen: 'order' });
    window.dispatchEvent(new Event('pagehide'));
    expect(sent).toEqual([{ type: 'counts', ...TAG, screens: { order: { view: 1, render: 1 } } }]);
  });
});
