/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** Plans and built files never change, so they are fetched once; everything else goes to the network. */
const CACHE = 'capiz-immutable';
const IMMUTABLE = /^\/capiz\/(plans|assets)\//;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin || !IMMUTABLE.test(pathname)) return;
  event.respondWith(answer(event.request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const reply = await fetch(request);
  if (reply.ok) await cache.put(request, reply.clone());
  return reply;
}
