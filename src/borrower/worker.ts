import * as v from 'valibot';
import { answerDocument } from './answer-document.ts';
import { createKeeper, FILES_CACHE } from './keeper.ts';

/**
 * The service worker: what a screen is drawn from, so that it is drawn without a network and without a server.
 *
 * - Built files and pictures of the screens never change: fetched once.
 * - The address document: from the network; where that fails, takes long, or brings what is no page or an older one,
 *   put together of the last release that was all there, else of the one that came with the page.
 * - Pictures of the demonstration: from the network, and stored. Pictures of other origins are left alone: an answer
 *   that nobody may read counts megabytes against the storage of the whole origin.
 * - Everything else, calls above all, goes to the network as if there were no worker: no reply is ever stored here.
 */
const IMMUTABLE = /^\/capiz\/assets\//;
const PICTURE = /^\/capiz\/demo\/pictures\//;
/** Documents that are no page of a borrower. */
const OTHERS = /^\/(capiz|gallery|studio)(\/|$)/;
/** Who can be shown something waits no longer for a document. */
const PATIENCE_MS = 1_000;
/** Enough for a document over the slowest of networks; a worker that waits for ever is one that cannot end. */
const LONGEST_MS = 30_000;

/** The message of a page about its document. Any page may send it, so each member is checked. */
const VISIT = v.object({ path: v.string(), files: v.array(v.string()) });

/** Written in by the build. */
declare const BUILT_FILES: readonly string[];

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
const keeper = createKeeper({
  storage: caches,
  get: (...call) => fetch(...call),
  files: BUILT_FILES,
  now: () => Date.now(),
});

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), dropFormer().catch(nothing)]));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (IMMUTABLE.test(pathname)) event.respondWith(keeper.answerFile(request));
  else if (PICTURE.test(pathname)) event.respondWith(answerPicture(event, pathname));
  else if (request.mode === 'navigate' && !OTHERS.test(pathname)) openDocument(event, pathname);
});
// What a page loaded before it had a worker: the document and the files that it is made of.
worker.addEventListener('message', (event) => event.waitUntil(keepVisit(event.data).catch(nothing)));

function nothing(): undefined {
  return undefined;
}

function openDocument(event: FetchEvent, path: string): void {
  const get: typeof fetch = (...call) => fetch(...call);
  const options = { keeper, get, patienceMs: PATIENCE_MS, longestMs: LONGEST_MS };
  const { reply, done } = answerDocument(event.request, path, options);
  // What it brings is kept whenever it comes, but for what comes when nobody can be waiting any more.
  event.waitUntil(done);
  event.respondWith(reply);
}

async function answerPicture({ request }: FetchEvent, path: string): Promise<Response> {
  const cache = await caches.open(FILES_CACHE);
  const reply = await fetch(request).catch(nothing);
  if (reply?.ok) {
    await cache.put(path, reply.clone()).catch(nothing);
    return reply;
  }
  return (await cache.match(path)) ?? reply ?? Response.error();
}

async function keepVisit(data: unknown): Promise<void> {
  const visit = v.safeParse(VISIT, data);
  if (!visit.success) return;
  const { path, files } = visit.output;
  if (!isPlainPath(path) || OTHERS.test(path)) return;
  if (!(await keeper.isReady())) {
    const reply = await fetch(path);
    await keeper.keep(await reply.text(), reply.headers);
  }
  const cache = await caches.open(FILES_CACHE);
  for (const file of files) {
    if (!isPlainPath(file)) continue;
    if (IMMUTABLE.test(file)) await keeper.answerFile(file);
    else if (PICTURE.test(file) && (await cache.match(file)) === undefined) {
      const reply = await fetch(file);
      if (reply.ok) await cache.put(file, reply);
    }
  }
}

/** A path of our own origin, without a query that might name somebody. */
function isPlainPath(path: string): boolean {
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && pathname === path;
}

/** Workers of earlier builds kept a cache for each release. */
async function dropFormer(): Promise<void> {
  const former = (await caches.keys()).filter((name) => /^capiz-([0-9a-f]{10}|first)$/.test(name));
  await Promise.all(former.map((name) => caches.delete(name)));
}
