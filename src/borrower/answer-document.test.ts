import { afterEach, describe, expect, it, vi } from 'vitest';
import { BORROWER_HEADER } from '#src/shared/release.ts';
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
const versionOf = (html: string) => Number(/"version":(\d+)/.exec(html)?.[1]);
/** A document of the second release, newer than every document of the first one. */
const NEWER = (await two.open()).replace(/"version":(\d+)/, (_, given) => `"version":${Number(given) + 1}`);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

afterEach(() => void vi.useRealTimers());

/** A response of the network, from the current document. */
type Answer = (current: () => Promise<string>, init: RequestInit | undefined) => Promise<Response>;

interface OpenOptions {
  readonly keepsFirst?: boolean;
  /** The response to the worker's own request for the document of the path. */
  readonly everybodys?: Answer;
  readonly isReady?: OfflineDocuments['isReady'];
}

/** A worker that has stored the first release, requests the second one, and gets this response. */
async function start(
  navigated: Answer,
  { keepsFirst = true, everybodys = navigated, isReady }: OpenOptions = {},
) {
  const storage = new MemoryCaches();
  const servers = ((address: string) =>
    two.get(address).then((reply) => (reply.ok ? reply : one.get(address)))) as typeof fetch;
  const options = { storage: storage as unknown as CacheStorage, files: [], now: () => 0 };
  const documents = createOfflineDocuments({ ...options, get: servers });
  if (keepsFirst) await documents.keep(await one.open(), new Headers(HTML));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  const get: typeof fetch = (address, init) => {
    asked.push(address instanceof Request ? 'navigation' : String(address));
    const answer = address instanceof Request ? navigated : everybodys;
    return answer(() => Promise.resolve(NEWER), init);
  };
  const { reply, done } = answerDocument(
    new Request('http://page.example/order?sessionId=canary-session'),
    '/order',
    {
      documents: { ...documents, ...(isReady && { isReady }) },
      get,
      ...{ patienceMs: PATIENCE_MS, longestMs: LONGEST_MS },
    },
  );
  const state = { isDone: false };
  void done.then(() => (state.isDone = true));
  const kept = async () => {
    const answer = await documents.answer('/order');
    return wordOf((await answer?.text()) ?? '');
  };
  const cached = async () => {
    const replies = [...storage.stored.values()].flatMap((entries) => [...entries.values()]);
    return (await Promise.all(replies.map((one) => one.clone().text()))).join('\n');
  };
  return { state, reply, kept, cached, asked };
}

/** The same, with the word that the page shows. */
async function open(navigated: Answer, options?: OpenOptions) {
  const { state: begun, reply, kept } = await start(navigated, options);
  const state = Object.assign(begun, { word: undefined as string | undefined });
  void reply.then(
    async (answer) => (state.word = wordOf(await answer.text())),
    () => undefined,
  );
  return { state, kept };
}

const page = (html: string) => new Response(html, { headers: HTML });
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('a requested document', () => {
  it('is shown and stored if it arrives in time', async () => {
    const { state, kept } = await open(async (current) => page(await current()));
    await expect.poll(() => state).toEqual({ isDone: true, word: 'Two' });
    expect(await kept()).toBe('Two');
  });

  it('is stored for the next page if it arrives late; this page shows the stored document', async () => {
    const { state, kept } = await open(async (current) => {
      await later(PATIENCE_MS + LONGEST_MS / 2);
      return page(await current());
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
    const { state, kept } = await open(async (current) => {
      const half = new TextEncoder().encode((await current()).slice(0, -60));
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
    const { state } = await open(
      async (current) => {
        await later(2 * LONGEST_MS);
        return page(await current());
      },
      { keepsFirst: false },
    );
    await wait(2 * LONGEST_MS - 1);
    expect(state).toEqual({ isDone: false, word: undefined });
    await wait(1);
    await expect.poll(() => state.word).toBe('Two');
  });
});

/** A document with data of one borrower whose body is written by the test. */
function stream({ status = 200, version = versionOf(NEWER) } = {}) {
  const encoder = new TextEncoder();
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancelled = vi.fn();
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (out = given), cancel: cancelled });
  const headers = { ...HTML, [BORROWER_HEADER]: String(version), 'Cache-Control': 'no-store' };
  return {
    response: new Response(body, { status, headers }),
    write: (text: string) => out?.enqueue(encoder.encode(text)),
    end: () => out?.close(),
    cancelled,
  };
}

const CANARY = 'canary-amount';
const everybodys: Answer = async (current) => page(await current());
const never: Answer = () => new Promise(() => undefined);

describe('a document with data of one borrower', () => {
  it('is passed on while its body is open, and is not limited in time after its headers', async () => {
    const { response, write, end } = stream();
    const { reply } = await start(() => Promise.resolve(response), { everybodys });
    const passed = await reply;
    expect(passed).toBe(response);
    write('<html>head');
    await wait(2 * LONGEST_MS);
    expect(passed.bodyUsed).toBe(false);
    write(CANARY);
    end();
    expect(await passed.text()).toBe(`<html>head${CANARY}`);
  });

  it('is passed on before the storage answers', async () => {
    const { response } = stream();
    const isReady = () => new Promise<boolean>(() => undefined);
    const { reply } = await start(() => Promise.resolve(response), { everybodys, isReady });
    expect(await reply).toBe(response);
  });

  it.each([true, false])(
    'is not stored: everybody’s document of its path is, requested without the query (a release is stored: %s)',
    async (keepsFirst) => {
      const { response, write, end } = stream();
      const { state, reply, kept, cached, asked } = await start(
        async (current) => {
          write((await current()).replace('</body>', `<p>${CANARY}</p></body>`));
          end();
          return response;
        },
        { keepsFirst, everybodys },
      );
      await expect.poll(() => state.isDone).toBe(true);
      expect(asked).toEqual(['navigation', 'http://page.example/order']);
      expect(await kept()).toBe('Two');
      expect(await cached()).not.toContain('canary');
      expect(await (await reply).text()).toContain(CANARY);
    },
  );

  it('does not wait for everybody’s document, which is given up after a time limit', async () => {
    const { response } = stream();
    const signals: (AbortSignal | null | undefined)[] = [];
    const { state, reply, kept } = await start(() => Promise.resolve(response), {
      everybodys: (current, init) => {
        signals.push(init?.signal);
        return never(current, init);
      },
    });
    expect(await reply).toBe(response);
    await expect.poll(() => signals).toHaveLength(1);
    await wait(LONGEST_MS / 2);
    expect(state.isDone).toBe(false);
    await wait(LONGEST_MS / 2);
    await expect.poll(() => state.isDone).toBe(true);
    expect(signals[0]?.aborted).toBe(true);
    expect(await kept()).toBe('One');
  });

  it('is cancelled unread if it arrives late; everybody’s document is stored for the next page', async () => {
    const { response, cancelled } = stream();
    const { state, reply, kept } = await start(
      async () => {
        await later(2 * PATIENCE_MS);
        return response;
      },
      { everybodys },
    );
    await wait(PATIENCE_MS);
    expect(wordOf(await (await reply).text())).toBe('One');
    await wait(PATIENCE_MS);
    await expect.poll(() => state.isDone).toBe(true);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(await kept()).toBe('Two');
  });

  it('is replaced by the stored document if its status is 500, and nothing is stored', async () => {
    const { response, cancelled } = stream({ status: 500 });
    const { state, reply, kept, asked } = await start(() => Promise.resolve(response), { everybodys });
    expect(wordOf(await (await reply).text())).toBe('One');
    await expect.poll(() => state.isDone).toBe(true);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(asked).toEqual(['navigation']);
    expect(await kept()).toBe('One');
  });

  it('is replaced by the stored document if that has a newer release, and nothing is stored', async () => {
    const { response, write, cancelled } = stream({ version: versionOf(await one.open()) - 1 });
    const { state, reply, kept, cached, asked } = await start(() => Promise.resolve(response), {
      everybodys,
    });
    write(CANARY);
    expect(wordOf(await (await reply).text())).toBe('One');
    await expect.poll(() => state.isDone).toBe(true);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(asked).toEqual(['navigation']);
    expect(await kept()).toBe('One');
    expect(await cached()).not.toContain(CANARY);
  });

  it('is passed on with an older release if no document is stored', async () => {
    const { response } = stream({ version: 1 });
    const { reply } = await start(() => Promise.resolve(response), { keepsFirst: false, everybodys });
    expect(await reply).toBe(response);
  });

  it('is passed on with status 500 if no document is stored', async () => {
    const { response } = stream({ status: 500 });
    const { reply } = await start(() => Promise.resolve(response), { keepsFirst: false, everybodys });
    expect(await reply).toBe(response);
  });

  it('leaves the stored release if everybody’s document has status 500', async () => {
    const { response } = stream();
    const { state, kept } = await start(() => Promise.resolve(response), {
      everybodys: async (current) => new Response(await current(), { status: 500, headers: HTML }),
    });
    await expect.poll(() => state.isDone).toBe(true);
    expect(await kept()).toBe('One');
  });
});
