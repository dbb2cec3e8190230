import * as v from 'valibot';
import { answerDocument } from './answer-document.ts';
import { createOfflineDocuments, FILES_CACHE } from './offline-documents.ts';

/**
 * The service worker: renders screens without a network and without a server.
 *
 * - Built files and images of the screens never change: fetched once.
 * - The address document: from the network. If that fails, is slow, or returns no page or an older one, the document
 *   is composed from the last complete release, else from the release in the page's bundle.
 * - A document with data of one borrower: from the network, unread and never stored. Then everybody's document of its
 *   path is requested, and stored.
 * - Images of the demonstration: from the network, and stored. Images of other origins are not stored: an opaque
 *   response counts megabytes against the origin's storage.
 * - Everything else, above all calls, goes to the network unchanged: no reply is ever stored here.
 */
const IMMUTABLE = /^\/capiz\/assets\//;
const PICTURE = /^\/capiz\/demo\/pictures\//;
/** Documents that are not pages of a borrower. */
const OTHERS = /^\/(capiz|gallery|studio)(\/|$)/;
/** If a stored document exists, the network gets only this time, in ms. */
const PATIENCE_MS = 1_000;
/** Timeout for a document, in ms. Without it a waiting worker could never stop. */
const LONGEST_MS = 30_000;

/** The message of a page about its document. Any page may send it, so each member is checked. */
const VISIT = v.object({ path: v.string(), files: v.array(v.string()) });

/** Defined by the build. */
declare const BUILT_FILES: readonly string[];

/** Members of a worker's scope. The compiler knows either a worker or a window, not both in one program. */
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
const documents = createOfflineDocuments({
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
  if (IMMUTABLE.test(pathname)) event.respondWith(documents.answerFile(request));
  else if (PICTURE.test(pathname)) event.respondWith(answerPicture(event, pathname));
  else if (request.mode === 'navigate' && !OTHERS.test(pathname)) openDocument(event, pathname);
});
// The document and the files that a page loaded before it had a worker.
worker.addEventListener('message', (event) => event.waitUntil(keepVisit(event.data).catch(nothing)));

function nothing(): undefined {
  return undefined;
}

function openDocument(event: FetchEvent, path: string): void {
  const get: typeof fetch = (...call) => fetch(...call);
  const options = { documents, get, patienceMs: PATIENCE_MS, longestMs: LONGEST_MS };
  const { reply, done } = answerDocument(event.request, path, options);
  // Late answers are stored, too, unless they come after the limit.
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
  if (!(await documents.isReady())) {
    const reply = await fetch(path);
    await documents.keep(await reply.text(), reply.headers);
  }
  const cache = await caches.open(FILES_CACHE);
  for (const file of files) {
    if (!isPlainPath(file)) continue;
    if (IMMUTABLE.test(file)) await documents.answerFile(file);
    else if (PICTURE.test(file) && (await cache.match(file)) === undefined) {
      const reply = await fetch(file);
      if (reply.ok) await cache.put(file, reply);
    }
  }
}

/** Whether this is a path of our own origin without a query, which might identify a person. */
function isPlainPath(path: string): boolean {
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && pathname === path;
}

/** Removes the caches of earlier builds, which had one per release. */
async function dropFormer(): Promise<void> {
  const former = (await caches.keys()).filter((name) => /^capiz-([0-9a-f]{10}|first)$/.test(name));
  await Promise.all(former.map((name) => caches.delete(name)));
}
