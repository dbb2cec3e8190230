// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { watchMissingCode } from './watch-missing-code.ts';

const online = vi.spyOn(window.navigator, 'onLine', 'get');
afterEach(() => void vi.clearAllMocks());

/** Whether code that cannot be loaded is reported as missing. */
async function isReported(answer: () => Promise<Response>): Promise<boolean> {
  const onMissing = vi.fn<() => void>();
  const page = Object.assign(new EventTarget(), { fetch: answer, navigator: window.navigator });
  watchMissingCode(page as unknown as Window, onMissing);
  page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await new Promise((done) => setTimeout(done));
  return onMissing.mock.calls.length > 0;
}

const well = () => Promise.resolve(new Response('ok'));

test('code that cannot be loaded although the server answers is missing', async () => {
  expect(await isReported(well)).toBe(true);
});

test('code is not missing if the server fails or cannot be reached', async () => {
  expect(await isReported(() => Promise.resolve(new Response('', { status: 503 })))).toBe(false);
  expect(await isReported(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(false);
});

test('code is not missing on a phone that is offline, even if the network comes back at once', async () => {
  online.mockReturnValue(false);
  expect(await isReported(well)).toBe(false);
});
