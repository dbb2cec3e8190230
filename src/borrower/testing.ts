import { createTestApp, serving, testAppPlan, testPlan } from '#src/server/testing.ts';
import { makeRelease } from '#src/server/delivery/release.ts';

/** Caches in memory, which record writes. */
export class MemoryCaches implements Pick<CacheStorage, 'open'> {
  readonly stored = new Map<string, Map<string, Response>>();
  /** Addresses that were written, in order. */
  readonly writes: string[] = [];
  /** Makes every call fail, as with full or blocked storage. */
  isBroken = false;

  open(name: string): Promise<Cache> {
    if (this.isBroken) return Promise.reject(new DOMException('gone', 'InvalidStateError'));
    const entries = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, entries);
    const pathOf = (key: RequestInfo | URL) =>
      new URL(key instanceof Request ? key.url : String(key), 'http://page.example').pathname;
    const cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> = {
      match: (key) => Promise.resolve(entries.get(pathOf(key))?.clone()),
      put: (key, reply) => {
        this.writes.push(pathOf(key));
        entries.set(pathOf(key), reply);
        return Promise.resolve();
      },
      delete: (key) => Promise.resolve(entries.delete(pathOf(key))),
      keys: () =>
        Promise.resolve([...entries.keys()].map((path) => new Request(`http://page.example${path}`))),
    };
    return Promise.resolve(cache as Cache);
  }
}

/** A server of one release whose screens show a word. */
export function serveWord(word: string) {
  const say = (id: string) => ({ ...testPlan(id), messages: { source: { word } } });
  const plans = new Map(['order', 'repay', 'not-found'].map((id) => [id, say(id)]));
  const { app } = createTestApp({ releases: serving(makeRelease(testAppPlan(), plans)) });
  const get = async (address: RequestInfo | URL) => {
    const path = address instanceof Request ? new URL(address.url).pathname : String(address);
    if (path.startsWith('/capiz/assets/'))
      return new Response('script', { headers: { 'Content-Type': 'text/javascript' } });
    return await app.request(path);
  };
  return { get, open: async (path = '/order') => await (await get(path)).text() };
}
