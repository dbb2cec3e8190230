import { type Http, type Services, showNode } from '#renderer/engine.ts';
import { createNativePort } from './bridge.ts';
import { createClipboard } from './clipboard.ts';
import type { PageHistory } from './history.ts';
import { createHttp } from './http.ts';
import { createLocks } from './locks.ts';
import { createReporter } from './reports.ts';
import { createStoragePort } from './storage.ts';

export interface ServiceParts {
  readonly window: Window;
  readonly storage: { readonly session: Storage | undefined; readonly device: Storage | undefined };
  readonly history: PageHistory;
  readonly newId: () => string;
  /** Server's clock minus this device's clock, in ms. */
  readonly clockOffsetMs: number;
  /** Default: calls of a page whose release cannot become outdated. */
  readonly http?: Http;
}

/** The engine's services, made from browser APIs. */
export function createServices({
  window,
  storage,
  history,
  newId,
  clockOffsetMs,
  http = createHttp(window, () => undefined),
}: ServiceParts): Services {
  const locks = createLocks(window);
  return {
    http,
    clock: {
      now: () => Date.now() + clockOffsetMs,
      after(ms, run) {
        const timer = window.setTimeout(run, ms);
        return () => window.clearTimeout(timer);
      },
    },
    storage: { session: createStoragePort(storage.session), device: createStoragePort(storage.device) },
    native: createNativePort(window),
    router: {
      go: history.go,
      back: history.back,
      isFirst: history.isFirst,
      show: showNode,
      leave(url, { replace }) {
        if (replace) window.location.replace(url);
        else window.location.assign(url);
      },
      origin: window.location.origin,
    },
    clipboard: createClipboard(window),
    random: { id: newId },
    isHidden: () => window.document.hidden,
    ...(locks && { locks }),
    report: createReporter(window),
  };
}
