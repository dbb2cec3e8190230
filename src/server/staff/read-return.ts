import { STAFF_ADDRESS, STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';

/**
 * The address to open after a sign-in.
 *
 * @param to - From a query or cookie, so it may be anything.
 * @returns undefined if it is neither in the studio nor the page of colleagues, or too long for a cookie.
 */
export function readReturn(to: string | undefined): string | undefined {
  if (to === undefined || !URL.canParse(to, RETURN_BASE)) return undefined;
  const { origin, pathname, search } = new URL(to, RETURN_BASE);
  const isStudio = pathname === STUDIO_ADDRESS || pathname.startsWith(`${STUDIO_ADDRESS}/`);
  const isOurs = isStudio || pathname === STAFF_ADDRESS;
  const address = pathname + search;
  return origin === RETURN_BASE && isOurs && address.length <= MOST_RETURN ? address : undefined;
}

/** In characters: single sign-on stores the address in a cookie, and browsers drop a cookie of more than 4 kB. */
const MOST_RETURN = 1_000;

/** Placeholder for our origin: after parsing, an address of another site has another host. */
const RETURN_BASE = 'http://own.invalid';
