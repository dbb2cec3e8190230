import * as v from 'valibot';
import { PAGE_COOKIE } from '#src/shared/release.ts';
import { readPageCookie } from './page-cookie.ts';
import { STORED_NUMBER } from './storage.ts';

/** What a page is told besides its document, which is the same for everybody. */
export interface Aside {
  /** How far the server's clock is ahead of this device's. */
  readonly clockOffsetMs: number;
  /** Release, group and token of a `CountTag`; without them the page does not count. */
  readonly tag: readonly string[];
}

/** The offset that was found last, for documents that no server was asked for: kept ones, and those of the history. */
const CLOCK = 'capiz-clock';

/**
 * Takes what the server said to this page. Nothing of it is left for a document that comes from a cache.
 *
 * @param kept - Of what the worker put the document together: then nobody said anything about it.
 */
export function takeAside(
  { document, performance }: Window,
  storage: Storage | undefined,
  kept: string | undefined,
): Aside {
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
      // It was said when the answer began; the page's script came since.
      const passed = entry ? performance.now() - entry.responseStart : 0;
      // Whole, as clocks are: services are sent times of it.
      clockOffsetMs = now - Date.now() + Math.round(passed);
      storage?.setItem(CLOCK, String(clockOffsetMs));
    }
  } catch {
    // Without cookies or storage the device's clock has to do.
  }
  return { clockOffsetMs, tag };
}
