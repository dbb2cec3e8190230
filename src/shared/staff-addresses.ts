/** Prefix of the pages for staff. */
export const STAFF_ADDRESS = '/capiz/staff';
export const SIGN_IN_ADDRESS = `${STAFF_ADDRESS}/sign-in`;
/** The studio, in which staff change screens. */
export const STUDIO_ADDRESS = '/studio';
/** Query of a sign-in or a one-time link that ends in the studio. */
export const TO_STUDIO = '?to=studio';

/** Query for the sign-in page. @param url - Address of the studio that opens after the sign-in. */
export function writeReturn(url: string): string {
  const { pathname, search } = new URL(url);
  return `?${new URLSearchParams({ to: pathname + search })}`;
}

/**
 * The address to open after a sign-in.
 *
 * @param to - From a query or cookie, so it may be anything.
 * @returns undefined if it is outside the studio, or too long for a cookie.
 */
export function readReturn(to: string | undefined): string | undefined {
  if (to === undefined || !URL.canParse(to, RETURN_BASE)) return undefined;
  const { origin, pathname, search } = new URL(to, RETURN_BASE);
  const isStudio = pathname === STUDIO_ADDRESS || pathname.startsWith(`${STUDIO_ADDRESS}/`);
  const address = pathname + search;
  return origin === RETURN_BASE && isStudio && address.length <= MOST_RETURN ? address : undefined;
}

/** In characters: single sign-on stores the address in a cookie, and browsers drop a cookie of more than 4 kB. */
const MOST_RETURN = 1_000;

/** Placeholder for our origin: after parsing, an address of another site has another host. */
const RETURN_BASE = 'http://own.invalid';
/** Prefix of one-time links; the secret follows. */
export const LINKS_ADDRESS = `${STAFF_ADDRESS}/links`;
export const STYLES_ADDRESS = `${STAFF_ADDRESS}/styles.css`;
/** Events for open pages of staff. */
export const EVENTS_ADDRESS = `${STAFF_ADDRESS}/events`;
/** The script that receives the events. */
export const LIVE_SCRIPT_ADDRESS = `${STAFF_ADDRESS}/live.js`;
export const SINGLE_SIGN_ON_ADDRESS = `${STAFF_ADDRESS}/single-sign-on`;
/** Redirect address of the single sign-on provider. */
export const SIGN_ON_BACK_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/back`;
/** Takes the password of an account that a person links to single sign-on. */
export const SIGN_ON_CONFIRM_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/confirm`;
