// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawScreen, fakeNode, fakeScreen } from './testing.ts';

const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('visualViewport', viewport);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

describe('gestures and the keyboard', () => {
  it('4.56 a pull starts anywhere on a page at its top: header, bar, empty space; not in a scrolled element or a dialog', () => {
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
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

  it('detects a keyboard that is open before the screen is rendered, and one that opens and closes later', async () => {
    viewport.height -= 300;
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
    await expect.poll(isTyping).toBe(true);
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

  it('stays visible while the screen reads again', async () => {
    const live = draw();
    act(() => live.surface.set({ phase: 'content' }));
    viewport.height -= 300;
    viewport.dispatchEvent(new Event('resize'));
    act(() => live.surface.set({ phase: 'loading' }));
    await wait(0);
    expect(isTyping()).toBe(true);
  });
});
