import { OFFLINE_META } from '#src/shared/offline.ts';
import { trustWorkerAddress, WORKER_ADDRESS } from './trusted-types.ts';
import { watchStoredRelease } from './watch-stored-release.ts';

const RELOADED = 'capiz:worker-reload';
/** What the worker stores besides documents. */
const FILES = /^\/capiz\/(assets|demo\/pictures)\//;

/**
 * Registers the service worker and sends it the files that this visit loaded before. A failure does not affect the
 * visitor and is silent.
 *
 * @param onAged - Called if this page comes from the worker's storage and is outdated.
 */
export async function prepareOffline(window: Window, onAged: (how: string) => void): Promise<void> {
  watchStoredRelease(window, () => onAged('aged'));
  const workers = window.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return;
  try {
    if (workers.controller !== null && (await isWorkerGone(window))) {
      await removeWorker(window, workers);
      return;
    }
    if (isOff(window.document)) return;
    await workers.register(trustWorkerAddress(window), { scope: '/' });
    reportFiles(window, (await workers.ready).active);
  } catch {
    // Without a worker the page needs a network.
  }
}

/**
 * Requests that run while the worker starts bypass it, so we report files as they arrive. Only the path, because the
 * query may identify the borrower.
 */
function reportFiles(window: Window, worker: ServiceWorker | null): void {
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

/** `npm run dev` has no worker; registering one would log a failed request in every page. */
function isOff(document: Document): boolean {
  return document.querySelector(`meta[name="${OFFLINE_META}"]`)?.getAttribute('content') === 'off';
}

/** Whether the server no longer has the worker script: the old worker would otherwise answer for ever. */
async function isWorkerGone(window: Window): Promise<boolean> {
  const reply = await window.fetch(WORKER_ADDRESS, { cache: 'no-cache' });
  if (reply.status === 404) return true;
  return reply.ok && !/javascript/i.test(reply.headers.get('Content-Type') ?? '');
}

/** Unregisters the workers and reloads, once per session, to prevent a reload loop. */
async function removeWorker(window: Window, workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  if (window.sessionStorage.getItem(RELOADED) !== null) return;
  window.sessionStorage.setItem(RELOADED, '1');
  window.location.reload();
}
