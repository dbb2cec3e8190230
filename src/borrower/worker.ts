import { markReceived, releaseOf } from './stored-document.ts';

/**
 * The service worker: what a screen is drawn from, so that a reload works without a network.
 *
 * - Plans and built files never change: fetched once.
 * - The address document: from the network, and stored for when there is none. Its key is the path alone,
 *   because the query names the borrower; any stored one can boot any path. Only what is the page is stored.
 * - Pictures of the demonstration: as the document. Pictures of other origins are left alone: an answer that
 *   nobody may read counts megabytes against the storage of the whole origin.
 * - Everything else, calls above all, goes to the network as if there were no worker.
 *
 * One cache per release; a document of a new one drops those of former releases.
 */
const PREFIX = 'capiz-';
const IMMUTABLE = /^\/capiz\/(plans|assets)\//;
const PICTURE = /^\/capiz\/demo\/pictures\//;
const OURS = '/capiz/';
const MOST_DOCUMENTS = 12;

/** What a worker's scope has beyond a window's; the compiler knows either, not both in one program. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { readonly data: unknown }) => void): void;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (IMMUTABLE.test(pathname)) event.respondWith(answerOnce(request));
  else if (PICTURE.test(pathname)) event.respondWith(networkFirst(event, pathname, storeFile));
  else if (request.mode === 'navigate' && !pathname.startsWith(OURS)) {
    event.respondWith(networkFirst(event, pathname, storeDocument));
  }
});
// What a page loaded before it had a worker: the document and the files that it is made of.
worker.addEventListener('message', (event) => event.waitUntil(storeVisit(event.data)));

async function answerOnce(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known !== undefined) return known;
  const reply = await fetch(request);
  if (reply.ok) await (await openCurrent()).put(request, reply.clone());
  return reply;
}

type StoreReply = (path: string, reply: Response) => Promise<void>;

/** A gateway's 502 says as little as no network: where something is stored, it is better. */
async function networkFirst(event: FetchEvent, path: string, store: StoreReply): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(event.request);
  } catch (error) {
    const stored = await findStored(path);
    if (stored === undefined) throw error;
    return stored;
  }
  if (reply.status >= 500) return (await findStored(path)) ?? reply;
  if (reply.ok) event.waitUntil(store(path, reply.clone()));
  return reply;
}

async function findStored(path: string): Promise<Response | undefined> {
  const known = await caches.match(path);
  if (known !== undefined || path.startsWith(OURS)) return known;
  const cache = await openCurrent();
  const last = (await documentsOf(cache)).at(-1);
  return last && cache.match(last);
}

async function storeFile(path: string, reply: Response): Promise<void> {
  await (await openCurrent()).put(path, reply);
}

async function storeDocument(path: string, reply: Response): Promise<void> {
  const html = await reply.text();
  const release = releaseOf(html);
  if (release === undefined) return;
  const headers = new Headers(reply.headers);
  // Of the bytes on the wire, which these no longer are.
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name);
  const name = PREFIX + release;
  const cache = await caches.open(name);
  await cache.put(path, new Response(markReceived(html, Date.now()), { headers }));
  const documents = await documentsOf(cache);
  const former = (await ourCaches()).filter((other) => other !== name);
  await Promise.all([
    ...former.map((other) => caches.delete(other)),
    ...documents.slice(0, -MOST_DOCUMENTS).map((old) => cache.delete(old)),
  ]);
}

/** @param data - `{ path, files }`, what a page says that it was opened from; nothing in it is believed. */
async function storeVisit(data: unknown): Promise<void> {
  const { path, files } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  if (typeof path !== 'string' || !isPlainPath(path) || path.startsWith(OURS)) return;
  if ((await caches.match(path)) === undefined) {
    const reply = await fetch(path);
    if (reply.ok) await storeDocument(path, reply);
  }
  if (!Array.isArray(files)) return;
  const cache = await openCurrent();
  for (const file of files as readonly unknown[]) {
    if (typeof file !== 'string' || !isPlainPath(file) || !(IMMUTABLE.test(file) || PICTURE.test(file)))
      continue;
    if ((await cache.match(file)) !== undefined) continue;
    const reply = await fetch(file);
    if (reply.ok) await cache.put(file, reply);
  }
}

/** A path of our own origin, without a query that might name somebody. */
function isPlainPath(path: string): boolean {
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && pathname === path;
}

async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

async function openCurrent(): Promise<Cache> {
  return caches.open((await ourCaches()).at(-1) ?? `${PREFIX}first`);
}

/** Documents of a cache, the one stored last at the end. */
async function documentsOf(cache: Cache): Promise<readonly Request[]> {
  return (await cache.keys()).filter(({ url }) => !new URL(url).pathname.startsWith(OURS));
}
