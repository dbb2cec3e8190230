import * as v from 'valibot';
import { PAGE_COOKIE } from '#src/shared/release.ts';
import { readPageCookie } from './page-cookie.ts';
import { STORED_NUMBER } from './storage.ts';

/** Data for one page. The document is the same for all visitors, so this is sent in a cookie. */
export interface ServerData {
  /** Server's clock minus this device's clock, in ms. */
  readonly clockOffsetMs: number;
  /** Release, group and token of a `CountTag`. Without them the page sends no counts. */
  readonly tag: readonly string[];
}

/** The last known offset, for documents without a server: stored documents, and documents of the history. */
const CLOCK = 'capiz-clock';

/**
 * Reads the server's data for this page and removes it, so that a cached document does not find it.
 *
 * @param kept - Set if the worker composed the document: then the server sent no data for it.
 */
export function takeServerData(
  { document, performance }: Window,
  storage: Storage | undefined,
  kept: string | undefined,
): ServerData {
  let clockOffsetMs = 0;
  let tag: string[] = [];
  try {
    const stored = v.safeParse(STORED_NUMBER, storage?.getItem(CLOCK));
    if (stored.success) clockOffsetMs = stored.output;
    const said = kept === undefined ? readPageCookie(document.cookie) : undefined;
    if (said) {
      document.cookie = `${PAGE_COOKIE}=;path=/;max-age=0`;
      const [now, ...rest] = said;
      tag = rest;
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      // The server wrote the time when the response began; the script runs later.
      const passed = entry ? performance.now() - entry.responseStart : 0;
      // An integer, because times derived from it are sent to services.
      clockOffsetMs = now - Date.now() + Math.round(passed);
      storage?.setItem(CLOCK, String(clockOffsetMs));
    }
  } catch {
    // Without cookies or storage the device's clock is used.
  }
  return { clockOffsetMs, tag };
}
