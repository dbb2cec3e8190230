// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHistory, type PageHistory } from './history.ts';

let ids = 0;
let history: PageHistory;

const here = () => window.location.pathname;
/** Waits for the browser, which navigates asynchronously. */
const moved = (move: () => void): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('popstate', () => setTimeout(resolve), { once: true });
    move();
  });

beforeEach(() => {
  ids = 0;
  window.history.pushState(null, '', '/before');
  history = createHistory(window, () => {
    ids += 1;
    return `entry-${ids}`;
  });
  history.go('/shelf', { replace: false });
});

describe('the second entry of the same screen', () => {
  it('has the id of the first entry, and is added only once', () => {
    const length = window.history.length;
    history.guard();
    history.guard();
    expect([window.history.length, history.current()]).toEqual([
      length + 1,
      { entry: 'entry-1', guard: true },
    ]);
  });

  it('the Back button returns to the first entry', async () => {
    history.guard();
    await moved(() => window.history.back());
    expect([here(), history.current()]).toEqual(['/shelf', { entry: 'entry-1' }]);
  });

  it('a back action leaves both entries', async () => {
    history.guard();
    await moved(() => history.back());
    expect(here()).toBe('/before');
  });

  it('a navigation with replace removes both entries: Back from the new screen shows the screen before them', async () => {
    history.guard();
    await moved(() => history.go('/book', { replace: true }));
    expect([here(), history.current()]).toEqual(['/book', { entry: 'entry-2' }]);
    await moved(() => window.history.back());
    expect(here()).toBe('/before');
  });

  it('every popstate listener sees the new screen of a navigation with replace', async () => {
    history.guard();
    const seen: unknown[] = [];
    window.addEventListener('popstate', () => seen.push(history.current(), here()), { once: true });
    await moved(() => history.go('/book', { replace: true }));
    expect(seen).toEqual([{ entry: 'entry-2' }, '/book']);
  });

  it('a navigation without replace keeps both entries', async () => {
    history.guard();
    history.go('/book', { replace: false });
    await moved(() => window.history.back());
    expect([here(), history.current()]).toEqual(['/shelf', { entry: 'entry-1', guard: true }]);
  });
});

describe('a screen with one entry', () => {
  it('is replaced by a navigation with replace', async () => {
    history.go('/book', { replace: true, at: 'rows' });
    expect(history.current()).toEqual({ entry: 'entry-2', at: 'rows' });
    await moved(() => window.history.back());
    expect(here()).toBe('/before');
  });

  it.each([
    ['theirs'],
    [{ entry: 7 }],
    [{ entry: {} }],
    [{ entry: 'e', guard: 'yes' }],
    [{ entry: 'e', at: {} }],
  ])('gets one id if another script made the entry with the state %j', (state) => {
    window.history.pushState(state, '', '/other');
    expect(history.current()).toEqual({ entry: 'entry-2' });
    expect(history.current()).toEqual({ entry: 'entry-2' });
  });
});

describe('the first entry of the history', () => {
  const { length } = Object.getOwnPropertyDescriptors(History.prototype);
  const countAs = (count: number) =>
    Object.defineProperty(History.prototype, 'length', { configurable: true, get: () => count });

  beforeEach(() => {
    window.history.pushState(null, '', '/first');
    countAs(1);
    history.current();
    countAs(2);
    return () => {
      if (length !== undefined) Object.defineProperty(History.prototype, 'length', length);
    };
  });

  it('is recognised when its screen has a second entry, and after a navigation with replace', async () => {
    expect(history.isFirst()).toBe(true);
    history.guard();
    expect(history.isFirst()).toBe(true);
    await moved(() => history.go('/book', { replace: true }));
    expect([here(), history.isFirst()]).toEqual(['/book', true]);
  });

  it('later entries are not the first', async () => {
    history.go('/book', { replace: false });
    expect(history.isFirst()).toBe(false);
    history.guard();
    expect(history.isFirst()).toBe(false);
    await moved(() => history.back());
    expect([here(), history.isFirst()]).toEqual(['/first', true]);
  });
});

describe('the location of the router', () => {
  let told: string[];
  let end: () => void;
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  beforeEach(async () => {
    await settled();
    told = [];
    const { unmount } = renderHook(() => told.push(history.useLocation()[0]));
    end = unmount;
    told.length = 0;
    return end;
  });

  it('follows every navigation, after the function that navigates has returned', async () => {
    history.go('/book', { replace: false });
    expect(told).toEqual([]);
    await settled();
    history.go('/author', { replace: true });
    await settled();
    history.guard();
    await settled();
    expect(told).toEqual(['/book', '/author', '/author']);
    await moved(() => history.back());
    expect(told.slice(3)).toEqual(['/shelf']);
  });

  it('is notified of another entry with the same path', async () => {
    history.go('/shelf?row=2', { replace: false });
    await settled();
    expect(told).toEqual(['/shelf']);
  });

  it('the router’s navigate function changes the entry', async () => {
    const { result, unmount } = renderHook(() => history.useLocation());
    const [, navigate] = result.current;
    navigate('/book', { replace: true });
    await settled();
    expect([here(), history.current().entry]).toEqual(['/book', 'entry-2']);
    unmount();
  });

  it('never shows the path of the removed entries during a navigation with replace', async () => {
    history.guard();
    await settled();
    told.length = 0;
    await moved(() => history.go('/book', { replace: true }));
    expect(told).toEqual(['/book']);
  });

  it('follows an entry that a link inside the page created', async () => {
    await moved(() => {
      window.location.hash = 'rows';
    });
    expect(told).toEqual(['/shelf']);
    expect(history.current()).toEqual({ entry: 'entry-2' });
  });

  it('stops after unmounting', async () => {
    history.go('/book', { replace: false });
    end();
    await settled();
    await moved(() => history.back());
    expect(told).toEqual([]);
  });
});
