// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LATER_MS } from '../kit/later.ts';
import { drawScreen, fakeNode, fakeScreen } from './testing.ts';
import { gestures } from './use-gestures.ts';

const module = await gestures.fetch();
let asked = 0;
let isReachable = true;
const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('visualViewport', viewport);
  let here: typeof module | undefined;
  vi.spyOn(gestures, 'now').mockImplementation(() => here);
  vi.spyOn(gestures, 'fetch').mockImplementation(async () => {
    asked += 1;
    if (!isReachable) throw new Error('The chunk is gone.');
    here = module;
    return module;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  asked = 0;
  isReachable = true;
  viewport.height = window.innerHeight;
});

function draw() {
  const live = fakeScreen({
    body: [fakeNode('text', { props: { text: 'First', style: 'body', tone: 'neutral' } })],
    data: { books: { endpoint: 'books', with: {}, reads: [], refresh: ['pull'] } },
    surface: { phase: 'loading' },
  });
  drawScreen(live);
  return live;
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isTyping = () => document.documentElement.classList.contains('cz-typing');

function pull(): void {
  const target = page.getByText('First');
  fireEvent.touchStart(target, { touches: [{ clientY: 100 }] });
  fireEvent.touchMove(target, { touches: [{ clientY: 160 }] });
}

describe('what follows fingers and keyboards comes when a screen has stood for a while', () => {
  it('until then nothing is fetched for it, and a pull is the browser’s', async () => {
    const live = draw();
    await wait(LATER_MS);
    act(() => live.surface.set({ phase: 'content' }));
    await wait(LATER_MS - 1);
    pull();
    expect(asked).toBe(0);
    expect(page.queryByText('Release to refresh')).toBeNull();
    await wait(1);
    expect(asked).toBe(1);
    pull();
    expect(page.getByText('Release to refresh')).toBeDefined();
  });

  it('4.56 a pull begins anywhere on a page at its top: header, bar, empty space; not in what is scrolled or in a dialog', async () => {
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
    await wait(LATER_MS);
    const begins = (target: Element) => {
      fireEvent.touchStart(target, { touches: [{ clientY: 100 }] });
      fireEvent.touchMove(target, { touches: [{ clientY: 160 }] });
      const isSeen = page.queryByText('Release to refresh') !== null;
      fireEvent.touchMove(target, { touches: [{ clientY: 90 }] });
      fireEvent.touchEnd(target);
      return isSeen;
    };
    const list = document.body.appendChild(document.createElement('ul'));
    const item = list.appendChild(document.createElement('li'));
    const dialog = document.body.appendChild(document.createElement('dialog'));
    const places = ['main', '.cz-bar', '.cz-screen', 'body', 'html', 'ul'];
    expect(places.filter((place) => !begins(document.querySelector(place) as Element))).toEqual([]);
    list.scrollTop = 5;
    expect([begins(item), begins(dialog)]).toEqual([false, false]);
    list.remove();
    dialog.remove();
  });

  it('a keyboard that opened before it is seen, and one that opens and goes after it', async () => {
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
    viewport.height -= 300;
    await wait(LATER_MS);
    expect(isTyping()).toBe(true);
    expect(document.documentElement.style.getPropertyValue('--cz-keyboard-height')).toBe('300px');
    const resizeBy = (px: number) => {
      viewport.height += px;
      viewport.dispatchEvent(new Event('resize'));
    };
    resizeBy(300);
    expect(isTyping()).toBe(false);
    resizeBy(-300);
    expect(isTyping()).toBe(true);
    cleanup();
    expect(isTyping()).toBe(false);
  });

  it('where it cannot be had the screen goes without, and the next one asks again', async () => {
    isReachable = false;
    act(() => draw().surface.set({ phase: 'content' }));
    await wait(LATER_MS * 2);
    pull();
    expect(asked).toBe(1);
    expect(page.queryByText('Release to refresh')).toBeNull();
    cleanup();
    isReachable = true;
    act(() => draw().surface.set({ phase: 'content' }));
    await wait(LATER_MS);
    pull();
    expect(page.getByText('Release to refresh')).toBeDefined();
  });

  it('stays while the screen reads again', async () => {
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
    await wait(LATER_MS);
    viewport.height -= 300;
    viewport.dispatchEvent(new Event('resize'));
    act(() => live.surface.set({ phase: 'loading' }));
    await wait(0);
    expect(isTyping()).toBe(true);
    expect(asked).toBe(1);
  });
});
