import { SINGLE_SIGN_ON_ADDRESS, STAFF_ADDRESS } from '#src/shared/staff-addresses.ts';

/** What scripts of our own pages send with everything that changes something. */
export const CSRF_HEADER = 'X-Capiz-Csrf';

/** The prefix keeps other hosts of a domain from setting it; a browser takes it over https alone. */
const SECURE_COOKIE = '__Host-capiz-staff';
const PLAIN_COOKIE = 'capiz-staff';
const LONGEST_SECONDS = 12 * 60 * 60;

/**
 * Whether a request comes from a page of this origin. Browsers say so themselves, one way or the other; a request of
 * which nothing is known comes from elsewhere.
 *
 * @param publicOrigin - Where staff's browsers see this server; absent: at the host that the request names.
 */
export function isOwnPage({ headers, url }: Request, publicOrigin?: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  if (publicOrigin !== undefined) return origin === publicOrigin;
  // Behind somebody who speaks https for us the scheme is another.
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

/**
 * @param publicOrigin - As of `isOwnPage`. Where it is https the cookie with the prefix alone counts: the other one
 * could be anybody's who can set cookies for a host beside ours.
 */
export function readSessionCookie(request: Request, publicOrigin?: string): string | undefined {
  return readCookie(request, isHttps(publicOrigin) ? SECURE_COOKIE : PLAIN_COOKIE);
}

/** Whether staff's browsers come over https. */
export function isHttps(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') === true;
}

function readCookie({ headers }: Request, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** @param isSecure - Whether staff's browsers come over https. */
export function writeSessionCookie(secret: string, isSecure: boolean): string {
  return isSecure
    ? `${SECURE_COOKIE}=${secret}; Path=/; Max-Age=${LONGEST_SECONDS}; HttpOnly; Secure; SameSite=Lax`
    : `${PLAIN_COOKIE}=${secret}; Path=/; Max-Age=${LONGEST_SECONDS}; HttpOnly; SameSite=Lax`;
}

/** Deletes both kinds of session cookie. @param isSecure - as in `writeSessionCookie`. */
export function endCookies(isSecure: boolean): readonly string[] {
  return [
    `${SECURE_COOKIE}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
    `${PLAIN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`,
  ];
}

const SECURE_SIGN_ON_COOKIE = '__Host-capiz-sign-on';
const SIGN_ON_COOKIE = 'capiz-sign-on';
const SIGN_ON_SECONDS = 10 * 60;

/** What a browser keeps while it is with the provider of single sign-on; `''` takes it back. */
export function writeSignOnCookie(kept: string, isSecure: boolean): string {
  const age = kept === '' ? 0 : SIGN_ON_SECONDS;
  return isSecure
    ? `${SECURE_SIGN_ON_COOKIE}=${kept}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=Lax`
    : `${SIGN_ON_COOKIE}=${kept}; Path=${SINGLE_SIGN_ON_ADDRESS}; Max-Age=${age}; HttpOnly; SameSite=Lax`;
}

export function readSignOnCookie(request: Request, isSecure: boolean): string {
  return readCookie(request, isSecure ? SECURE_SIGN_ON_COOKIE : SIGN_ON_COOKIE) ?? '';
}

/** Of a page of staff's: forms of ours go to this origin, nothing runs, nobody frames it. */
export const STAFF_HEADERS: { readonly [name: string]: string } = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** Of one that is open in a session: our one script runs, and hears when that has ended. */
export const SESSION_HEADERS: { readonly [name: string]: string } = {
  ...STAFF_HEADERS,
  'Content-Security-Policy': `${STAFF_HEADERS['Content-Security-Policy']}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
};

/** Under `no-referrer` a browser's form would not say where it comes from. */
export function referrerPolicyOf(path: string): string | undefined {
  return path === STAFF_ADDRESS || path.startsWith(`${STAFF_ADDRESS}/`) ? 'same-origin' : undefined;
}
