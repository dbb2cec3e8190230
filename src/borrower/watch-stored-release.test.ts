// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveWord } from './testing.ts';
import { watchStoredRelease } from './watch-stored-release.ts';

/* A page that the worker composed from the first release, and the server's later response. */

const one = serveWord('One');
const two = serveWord('Two');
const newer = (html: string) =>
  html.replace(/"version":(\d+)/, (_, version) => `"version":${Number(version) + 1}`);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function open(get: () => Promise<string>, kept = 'data-kept="good 3 h" ') {
  const [element = ''] = /<script type="application\/json".*?<\/script>/s.exec(await one.open()) ?? [];
  document.body.innerHTML = element.replace('id="capiz-release"', `${kept}id="capiz-release"`);
  const asked: string[] = [];
  const onOther = vi.fn();
  const fetch = vi.fn(async (address: string) => {
    asked.push(address);
    return new Response(await get());
  });
  vi.spyOn(window, 'fetch').mockImplementation(fetch as typeof window.fetch);
  watchStoredRelease(window, onOther);
  return { asked, onOther };
}

beforeEach(() => {
  window.fetch ??= () => Promise.reject(new Error('Nobody is asked.'));
  window.history.replaceState(null, '', '/order?orderId=1');
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a page composed from a stored release', () => {
  it('requests its document again without the query, and reports that the visit has another release', async () => {
    const { asked, onOther } = await open(async () => newer(await two.open()));
    await expect.poll(() => onOther).toHaveBeenCalledOnce();
    await pass(3_600_000);
    expect(asked).toEqual([new URL('/order', location.href).href]);
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('does nothing more if the visit has the stored release', async () => {
    const { asked, onOther } = await open(async () => newer(await one.open()));
    await pass(3_600_000);
    expect(asked.length).toBe(1);
    expect(onOther).not.toHaveBeenCalled();
  });

  it('repeats a failed request at growing intervals, and at once when the phone is online again', async () => {
    let isThere = false;
    const { asked, onOther } = await open(async () => {
      if (!isThere) throw new TypeError('Failed to fetch');
      return newer(await two.open());
    });
    await pass(5_000 + 10_000 + 20_000);
    expect(asked.length).toBe(4);
    await pass(24 * 3_600_000);
    expect(asked.length).toBeLessThan(4 + 7 + 24 * 6);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => onOther).toHaveBeenCalledOnce();
    const before = asked.length;
    window.dispatchEvent(new Event('online'));
    await pass(3_600_000);
    expect(asked.length).toBe(before);
  });

  it.each([
    ['the sign-in page of a network', () => Promise.resolve('<html>Sign in</html>')],
    ['an older document', async () => (await two.open()).replace(/"version":\d+/, '"version":-1')],
  ])('ignores %s', async (_, get) => {
    const { asked, onOther } = await open(get);
    await pass(5_000);
    expect(asked.length).toBe(2);
    expect(onOther).not.toHaveBeenCalled();
  });
});

describe('a page from the network', () => {
  it('sends no requests', async () => {
    const { asked } = await open(async () => newer(await two.open()), '');
    await pass(3_600_000);
    expect(asked).toEqual([]);
  });
});
