import { PAGE_COOKIE } from '#src/shared/release.ts';
import type { CountTag } from '#src/shared/reports.ts';

/** The page deletes the cookie when its script runs; without scripts it expires. */
const SECONDS = 60;

/**
 * A `Set-Cookie` with data for one page, so that the document is the same for everybody.
 * @param now - Milliseconds since the epoch.
 * @param tag - What the page's counts are grouped by; absent: the page does not count.
 */
export function writePageCookie(now: number, tag?: CountTag): string {
  const { release = '', group = '', token = '' } = tag ?? {};
  return `${PAGE_COOKIE}=${now}/${release}/${group}/${token}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}

/** Whether a service worker fetches the document to store it: then no page opens, and no cookie is sent. */
export function isFetchedAhead({ method, headers }: Request): boolean {
  return method !== 'GET' || headers.get('sec-fetch-dest') === 'empty';
}

/** Whether the page reports counts: not in a frame, where it is only shown for inspection. */
export function opensPage({ headers }: Request): boolean {
  return (headers.get('sec-fetch-dest') ?? 'document') === 'document';
}
