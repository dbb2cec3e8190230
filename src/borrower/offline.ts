import { OFFLINE_META } from '#src/shared/offline.ts';
import { trustWorkerAddress, WORKER_ADDRESS } from './trusted-types.ts';
import { watchKept } from './watch-kept.ts';

const RELOADED = 'capiz:worker-reload';
/** What the worker stores besides documents. */
const FILES = /^\/capiz\/(assets|demo\/pictures)\//;

/**
 * Registers the service worker and tells it what this visit was made of before it was there. A failure is of
 * no consequence to the visitor and says nothing.
 *
 * @param onAged - This page is of what the worker kept, and should be of something else.
 */
export async function prepareOffline(window: Window, onAged: (how: string) => void): Promise<void> {
  watchKept(window, () => onAged('aged'));
  const workers = window.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return;
  try {
    if (workers.controller !== null && (await isWorkerGone(window))) {
      await removeWorker(window, workers);
      return;
    }
    if (isOff(window.document)) return;
    await workers.register(trustWorkerAddress(window), { scope: '/' });
    tellOf(window, (await workers.ready).active);
  } catch {
    // Without a worker everything works that has a network.
  }
}

/**
 * What is on its way while the worker takes over passes it by, so files are told as they arrive. The path
 * alone: the query may name the borrower.
 */
function tellOf(window: Window, worker: ServiceWorker | null): void {
  const observer = new PerformanceObserver((list) => {
    const files = list
      .getEntries()
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === window.location.origin && FILES.test(pathname))
      .map(({ pathname }) => pathname);
    if (files.length > 0) worker?.postMessage({ path: window.location.pathname, files });
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** `npm run dev` has no worker: to register one would be a failed request in the console of every page. */
function isOff(document: Document): boolean {
  return document.querySelector(`meta[name="${OFFLINE_META}"]`)?.getAttribute('content') === 'off';
}

/** The server has no such script any more: a worker of then would answer for ever. */
async function isWorkerGone(window: Window): Promise<boolean> {
  const reply = await window.fetch(WORKER_ADDRESS, { cache: 'no-cache' });
  if (reply.status === 404) return true;
  return reply.ok && !/javascript/i.test(reply.headers.get('Content-Type') ?? '');
}

/** Unregisters and reloads, once per session: a server that keeps answering so must not keep anybody reloading. */
async function removeWorker(window: Window, workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  if (window.sessionStorage.getItem(RELOADED) !== null) return;
  window.sessionStorage.setItem(RELOADED, '1');
  window.location.reload();
}
