// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeAside } from './aside.ts';

const NOW = 1_700_000_000_000;
/** Of the device, an hour behind the server. */
const DEVICE = NOW - 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: DEVICE });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  document.cookie = 'capiz-page=;path=/;max-age=0';
});

const say = (text: string) => {
  document.cookie = `capiz-page=${text}; Path=/; Max-Age=60; SameSite=Lax`;
};
const take = (kept?: string) => takeAside(window, localStorage, kept);

describe('what the server says to one page', () => {
  it('is its clock and how it counts, among other cookies, and is taken', () => {
    document.cookie = 'other=1/2; Path=/';
    say(`${NOW}/0123456789ab/first.control/abc.1.def`);
    document.cookie = 'zzz=3/4; Path=/';
    expect(take()).toEqual({
      clockOffsetMs: 3_600_000,
      tag: ['0123456789ab', 'first.control', 'abc.1.def'],
    });
    expect(document.cookie).not.toContain('capiz-page');
  });

  it('a page that does not count has nothing to count under', () => {
    say(`${NOW}///`);
    expect(take().tag[0]).toBe('');
  });

  it('its clock was right when the answer began, so what the page’s script took is added', () => {
    const entry = { responseStart: 400.2 } as PerformanceNavigationTiming;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
    vi.spyOn(performance, 'now').mockReturnValue(2_900.6);
    say(`${NOW}///`);
    expect(take().clockOffsetMs).toBe(3_600_000 + 2_500);
  });

  it('a document for which nobody was asked has the clock that was found last, and does not count', () => {
    say(`${NOW}/0123456789ab//`);
    take();
    vi.setSystemTime(DEVICE + 86_400_000);
    expect(take()).toEqual({ clockOffsetMs: 3_600_000, tag: [] });
  });

  it('a kept document leaves what was said to another', () => {
    say(`${NOW}/0123456789ab//`);
    expect(take('good 5 h')).toEqual({ clockOffsetMs: 0, tag: [] });
    expect(document.cookie).toContain('capiz-page');
  });

  it('a cookie without a time in it leaves the device’s clock', () => {
    say('somebody else’s');
    expect(take().clockOffsetMs).toBe(0);
  });

  it.each(['{"__proto__":1}', 'Infinity', '1e999', '', ' 5', '0x10', '9'.repeat(30)])(
    'a stored offset that is not a whole number is ignored: %j',
    (stored) => {
      localStorage.setItem('capiz-clock', stored);
      expect(take().clockOffsetMs).toBe(0);
    },
  );

  it.each(['1e999///', '/a/b/c', `${NOW}`, `${NOW}/a`, '-5///'])(
    'a cookie that the server did not write is ignored, and the last known clock stays: %j',
    (cookie) => {
      localStorage.setItem('capiz-clock', '500');
      say(cookie);
      expect(take()).toEqual({ clockOffsetMs: 500, tag: [] });
    },
  );

  it('without cookies or storage the device’s clock has to do', () => {
    vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(take()).toEqual({ clockOffsetMs: 0, tag: [] });
    expect(takeAside(window, undefined, undefined).clockOffsetMs).toBe(0);
  });
});
