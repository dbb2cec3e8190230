import { PAGE_COOKIE } from '#src/shared/release.ts';
import type { CountTag } from '#src/shared/reports.ts';

/** The page takes it when its script has come; one that never does leaves it no longer. */
const SECONDS = 60;

/**
 * What a document's page is told besides: a `Set-Cookie`, so that the document is the same for everybody.
 *
 * @param now - Milliseconds since the epoch.
 * @param tag - Under what the page counts; without one it does not.
 */
export function writePageCookie(now: number, tag?: CountTag): string {
  const { release = '', group = '', token = '' } = tag ?? {};
  return `${PAGE_COOKIE}=${now}/${release}/${group}/${token}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}

/** A service worker fetches a document to have it at hand: it is no page's, and takes nothing from one that opens. */
export function isFetchedAhead({ method, headers }: Request): boolean {
  return method !== 'GET' || headers.get('sec-fetch-dest') === 'empty';
}

/** Whether a page counts for itself: not one in a frame, which somebody shows to somebody. */
export function opensPage({ headers }: Request): boolean {
  return (headers.get('sec-fetch-dest') ?? 'document') === 'document';
}
