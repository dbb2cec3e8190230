import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp } from './http.ts';

const request = {
  method: 'POST' as const,
  url: '/api/lend',
  headers: { 'X-Requested-With': 'XMLHttpRequest', swift: 's', eyes: '' },
  body: 'book=1',
  timeoutMs: 60_000,
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

function windowWith(fetch: Fetch, onLine = true): Window {
  return {
    navigator: { onLine },
    fetch,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  } as unknown as Window;
}

const onAged = vi.fn<(how: string) => void>();
const send = (fetch: Fetch, onLine?: boolean) =>
  createHttp(windowWith(fetch, onLine), onAged).send(request, new AbortController().signal);

/** Answers never, until it is aborted. */
const hang: Fetch = (_, { signal }) =>
  new Promise((_answer, refuse) => signal?.addEventListener('abort', () => refuse(new Error('aborted'))));

describe('a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('7.3 is sent to the page’s own origin with the given headers', async () => {
    const seen: unknown[] = [];
    await send(async (url, { method, headers, body, credentials }) => {
      seen.push({ url, method, headers, body, credentials });
      return new Response('{}');
    });
    expect(seen).toEqual([
      {
        url: '/api/lend',
        method: 'POST',
        headers: request.headers,
        body: 'book=1',
        credentials: 'same-origin',
      },
    ]);
  });

  it('7.7 returns only the status and the body of a response', async () => {
    const reply = new Response('{"code":0}', { headers: { 'x-secret': '1' } });
    expect(await send(async () => reply)).toMatchObject({ status: 200, body: '{"code":0}' });
  });

  it('7.8 passes on the body of a failure unchanged', async () => {
    const body = '{"code":"800006","message":"In its own words"}';
    expect(await send(async () => new Response(body, { status: 500 }))).toMatchObject({ status: 500, body });
  });

  it('notifies the page if a response says that the page is outdated', async () => {
    await send(async () => new Response('{}'));
    expect(onAged).not.toHaveBeenCalled();
    await send(async () => new Response('{}', { status: 410, headers: { 'Capiz-Page': 'closed' } }));
    expect(onAged.mock.calls).toEqual([['closed']]);
  });

  it('returns when the server received a read, and whether the server refused the call because its wish has ended', async () => {
    const received = new Response('{}', { headers: { 'Capiz-Received': '1234' } });
    expect(await send(async () => received)).toMatchObject({ receivedAt: 1234, ended: false });
    const refused = new Response('No.', { status: 409, headers: { 'Capiz-Ended': '1' } });
    expect(await send(async () => refused)).toMatchObject({ status: 409, ended: true });
    const odd = new Response('{}', { headers: { 'Capiz-Received': 'soon' } });
    expect((await send(async () => odd)).receivedAt).toBeUndefined();
  });

  it('7.4 ends after 60 s and not before', async () => {
    let ended: unknown;
    send(hang).catch((error: unknown) => {
      ended = error;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toMatchObject({ kind: 'timeout', sent: true });
  });

  it('7.8 a broken network is a separate kind of failure', async () => {
    await expect(send(() => Promise.reject(new TypeError('reset')))).rejects.toMatchObject({
      kind: 'network',
      sent: true,
    });
  });

  it('7.8 sends nothing when offline', async () => {
    const fetch = vi.fn<Fetch>();
    await expect(send(fetch, false)).rejects.toMatchObject({ kind: 'offline', sent: false });
    expect(fetch).not.toHaveBeenCalled();
  });
});
