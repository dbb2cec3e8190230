// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeServerData } from './server-data.ts';

const NOW = 1_700_000_000_000;
/** Device time, an hour behind the server. */
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
const take = (kept?: string) => takeServerData(window, localStorage, kept);

describe('the server’s data for one page', () => {
  it('is one cookie with the clock and the count tag, which the page deletes when it reads it', () => {
    document.cookie = 'other=1/2; Path=/';
    say(`${NOW}/0123456789ab/first.control/abc.1.def`);
    document.cookie = 'zzz=3/4; Path=/';
    expect(take()).toEqual({
      clockOffsetMs: 3_600_000,
      tag: ['0123456789ab', 'first.control', 'abc.1.def'],
    });
    expect(document.cookie).not.toContain('capiz-page');
  });

  it('has no count tag for a page that sends no counts', () => {
    say(`${NOW}///`);
    expect(take().tag[0]).toBe('');
  });

  it('the time between the start of the response and the script is added to the clock', () => {
    const entry = { responseStart: 400.2 } as PerformanceNavigationTiming;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
    vi.spyOn(performance, 'now').mockReturnValue(2_900.6);
    say(`${NOW}///`);
    expect(take().clockOffsetMs).toBe(3_600_000 + 2_500);
  });

  it('a document without a request uses the last known clock, and sends no counts', () => {
    say(`${NOW}/0123456789ab//`);
    take();
    vi.setSystemTime(DEVICE + 86_400_000);
    expect(take()).toEqual({ clockOffsetMs: 3_600_000, tag: [] });
  });

  it('a stored document does not use or delete the cookie, which is for another page', () => {
    say(`${NOW}/0123456789ab//`);
    expect(take('good 5 h')).toEqual({ clockOffsetMs: 0, tag: [] });
    expect(document.cookie).toContain('capiz-page');
  });

  it('the device’s clock is used if the cookie has no time', () => {
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
    'a cookie of another program is ignored, and the last known clock stays: %j',
    (cookie) => {
      localStorage.setItem('capiz-clock', '500');
      say(cookie);
      expect(take()).toEqual({ clockOffsetMs: 500, tag: [] });
    },
  );

  it('without cookies or storage the device’s clock is used', () => {
    vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(take()).toEqual({ clockOffsetMs: 0, tag: [] });
    expect(takeServerData(window, undefined, undefined).clockOffsetMs).toBe(0);
  });
});
