import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerDocument } from './answer-document.ts';
import { createOfflineDocuments, type OfflineDocuments } from './offline-documents.ts';
import { MemoryCaches, serveWord } from './testing.ts';

/* The document for an opening page on a slow network, and the end of unfinished requests. */

const one = serveWord('One');
const two = serveWord('Two');
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const PATIENCE_MS = 1_000;
const LONGEST_MS = 30_000;
const wordOf = (html: string) => /"word":"(\w+)"/.exec(html)?.[1];
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

afterEach(() => void vi.useRealTimers());

/** A worker that has stored the first release, requests the second one, and gets this response. */
async function open(get: (genuine: () => Promise<string>) => Promise<Response>, keepsFirst = true) {
  const storage = new MemoryCaches();
  const servers = ((address: string) =>
    two.get(address).then((reply) => (reply.ok ? reply : one.get(address)))) as typeof fetch;
  const options = { storage: storage as unknown as CacheStorage, files: [], now: () => 0 };
  const documents: OfflineDocuments = createOfflineDocuments({ ...options, get: servers });
  if (keepsFirst) await documents.keep(await one.open(), new Headers(HTML));
  const later = (await two.open()).replace(
    /"version":(\d+)/,
    (_, version) => `"version":${Number(version) + 1}`,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { reply, done } = answerDocument(new Request('http://page.example/order'), '/order', {
    documents,
    get: () => get(() => Promise.resolve(later)),
    ...{ patienceMs: PATIENCE_MS, longestMs: LONGEST_MS },
  });
  const state = { isDone: false, word: undefined as string | undefined };
  void done.then(() => (state.isDone = true));
  void reply.then(
    async (answer) => (state.word = wordOf(await answer.text())),
    () => undefined,
  );
  const kept = async () => {
    const answer = await documents.answer('/order');
    return wordOf((await answer?.text()) ?? '');
  };
  return { state, kept };
}

const page = (html: string) => new Response(html, { headers: HTML });
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('a requested document', () => {
  it('is shown and stored if it arrives in time', async () => {
    const { state, kept } = await open(async (genuine) => page(await genuine()));
    await expect.poll(() => state).toEqual({ isDone: true, word: 'Two' });
    expect(await kept()).toBe('Two');
  });

  it('is stored for the next page if it arrives late; this page shows the stored document', async () => {
    const { state, kept } = await open(async (genuine) => {
      await later(PATIENCE_MS + LONGEST_MS / 2);
      return page(await genuine());
    });
    await wait(PATIENCE_MS);
    // Other code needs a little time to pass.
    await expect.poll(() => state).toEqual({ isDone: false, word: 'One' });
    await wait(LONGEST_MS / 2);
    await expect.poll(() => state.isDone).toBe(true);
    expect(await kept()).toBe('Two');
  });

  it('is given up after a time limit if it never arrives; this page shows the stored document', async () => {
    const { state, kept } = await open(() => new Promise(() => undefined));
    await wait(PATIENCE_MS);
    await expect.poll(() => state.word).toBe('One');
    await wait(LONGEST_MS / 2);
    expect(state.isDone).toBe(false);
    await wait(LONGEST_MS / 2);
    await expect.poll(() => state.isDone).toBe(true);
    expect(await kept()).toBe('One');
  });

  it('is aborted and not stored if its body never ends', async () => {
    const cancelled = vi.fn();
    const { state, kept } = await open(async (genuine) => {
      const half = new TextEncoder().encode((await genuine()).slice(0, -60));
      const body = new ReadableStream({ start: (out) => out.enqueue(half), cancel: cancelled });
      return new Response(body, { headers: HTML });
    });
    await wait(PATIENCE_MS);
    await expect.poll(() => state.word).toBe('One');
    expect(cancelled).not.toHaveBeenCalled();
    await wait(LONGEST_MS);
    await expect.poll(() => state.isDone).toBe(true);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(await kept()).toBe('One');
  });

  it('is awaited without this time limit if no document is stored', async () => {
    const { state } = await open(async (genuine) => {
      await later(2 * LONGEST_MS);
      return page(await genuine());
    }, false);
    await wait(2 * LONGEST_MS - 1);
    expect(state).toEqual({ isDone: false, word: undefined });
    await wait(1);
    await expect.poll(() => state.word).toBe('Two');
  });
});
