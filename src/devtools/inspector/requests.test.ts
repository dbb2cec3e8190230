import { describe, expect, it } from 'vitest';
import { type RecordingOptions, listenToCalls } from './requests.ts';

/** A page whose requests are answered by the test. */
function open(how?: RecordingOptions) {
  const ends: { answer(reply: Response): void; fail(): void }[] = [];
  const window = {
    location: { href: 'https://page.example/repay' },
    fetch: () =>
      new Promise<Response>((resolve, reject) => {
        ends.push({ answer: resolve, fail: () => reject(new TypeError('The line is broken.')) });
      }),
    // The members that the log reads.
  } as unknown as Window & typeof globalThis;
  const log = listenToCalls(window, how);
  return {
    ends,
    log,
    ask: (path: string, init?: RequestInit) => void window.fetch(path, init).catch(() => 0),
  };
}
const drawn = () => new Promise((resolve) => setTimeout(resolve));

describe('a recorded request', () => {
  it('is reported twice: when it starts, and with its reply', async () => {
    const told: (number | undefined)[] = [];
    const { log, ask, ends } = open({
      onChange: (calls) => void told.push(...calls.map(({ end }) => end?.reply?.status)),
    });
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Idempotency-Key': 'id-1' };
    ask('/pay?from=1', { method: 'POST', headers, body: 'a=1+2&b=%E2%82%B1' });
    const left = log.snapshot();
    expect(left).toMatchObject([{ nth: 1, method: 'POST', path: '/pay', query: '?from=1' }]);
    expect(left[0]?.headers).toEqual(Object.entries(headers));
    expect(left[0]?.body).toBe('a=1+2&b=%E2%82%B1');
    ends[0]?.answer(new Response('{"success":true}', { status: 201 }));
    await drawn();
    expect(log.snapshot()[0]?.end?.reply).toEqual({ status: 201, body: '{"success":true}' });
    // An earlier snapshot does not change.
    expect(left[0]?.end).toBeUndefined();
    expect(told).toEqual([undefined, 201]);
  });

  it('contains the parts of a body with a photo', () => {
    const { log, ask } = open();
    const body = new FormData();
    body.append('kind', 'front');
    body.append('photo', new File(['1234'], 'card.jpg', { type: 'image/jpeg' }));
    ask('/photos', { method: 'POST', body });
    expect(log.snapshot()[0]?.body).toEqual([
      { name: 'kind', text: 'front' },
      { name: 'photo', text: 'card.jpg, image/jpeg, 4 bytes' },
    ]);
  });

  it('has an end without a reply if it failed', async () => {
    const { log, ask, ends } = open();
    ask('/pay');
    ends[0]?.fail();
    await drawn();
    expect(log.snapshot()[0]?.end).toEqual({ ms: expect.any(Number) as number });
  });

  it('has a path that the option isRecorded chooses', () => {
    const { log, ask } = open({ isRecorded: (path) => !path.startsWith('/capiz/') });
    ask('/capiz/plans/repay.json');
    ask('/pay');
    expect(log.snapshot().map(({ path }) => path)).toEqual(['/pay']);
  });
});

it('a forgotten request stays forgotten when it is answered', async () => {
  const { log, ask, ends } = open();
  ask('/first');
  log.forget();
  ask('/second');
  ends[0]?.answer(new Response('late'));
  await drawn();
  expect(log.snapshot().map(({ nth, path, end }) => [nth, path, end])).toEqual([[2, '/second', undefined]]);
});
