import { SINGLE_SIGN_ON_ADDRESS, STAFF_ADDRESS } from '#src/shared/staff-addresses.ts';

/** Header that scripts of our own pages send with every change. */
export const CSRF_HEADER = 'X-Capiz-Csrf';

/** With this prefix other hosts of the domain cannot set it; browsers accept it only over https. */
const SECURE_COOKIE = '__Host-capiz-staff';
const PLAIN_COOKIE = 'capiz-staff';
const LONGEST_SECONDS = 12 * 60 * 60;

/**
 * Whether a request comes from a page of this origin. Browsers report that in one of two headers; a request
 * without both is not trusted.
 * @param publicOrigin - Origin of this server in staff's browsers; absent: the host of the request.
 */
export function isOwnPage({ headers, url }: Request, publicOrigin?: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  if (publicOrigin !== undefined) return origin === publicOrigin;
  // Behind a proxy that terminates https, the scheme differs.
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

/**
 * @param publicOrigin - As in `isOwnPage`. With https, only the cookie with the prefix counts: a neighbouring host
 * could set the other one.
 */
export function readSessionCookie(request: Request, publicOrigin?: string): string | undefined {
  return readCookie(request, isHttps(publicOrigin) ? SECURE_COOKIE : PLAIN_COOKIE);
}

/** Whether staff's browsers use https. */
export function isHttps(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') === true;
}

function readCookie({ headers }: Request, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** @param isSecure - Whether staff's browsers use https. */
export function writeSessionCookie(secret: string, isSecure: boolean): string {
  return isSecure
    ? `${SECURE_COOKIE}=${secret}; Path=/; Max-Age=${LONGEST_SECONDS}; HttpOnly; Secure; SameSite=Lax`
    : `${PLAIN_COOKIE}=${secret}; Path=/; Max-Age=${LONGEST_SECONDS}; HttpOnly; SameSite=Lax`;
}

/** Deletes both kinds of session cookie. @param isSecure - As in `writeSessionCookie`. */
export function endCookies(isSecure: boolean): readonly string[] {
  return [
    `${SECURE_COOKIE}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
    `${PLAIN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`,
  ];
}

const SECURE_SIGN_ON_COOKIE = '__Host-capiz-sign-on';
const SIGN_ON_COOKIE = 'capiz-sign-on';
const SIGN_ON_SECONDS = 10 * 60;

/** Cookie during the visit at the single sign-on provider; `''` deletes it. */
export function writeSignOnCookie(kept: string, isSecure: boolean): string {
  const age = kept === '' ? 0 : SIGN_ON_SECONDS;
  return isSecure
    ? `${SECURE_SIGN_ON_COOKIE}=${kept}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=Lax`
    : `${SIGN_ON_COOKIE}=${kept}; Path=${SINGLE_SIGN_ON_ADDRESS}; Max-Age=${age}; HttpOnly; SameSite=Lax`;
}

export function readSignOnCookie(request: Request, isSecure: boolean): string {
  return readCookie(request, isSecure ? SECURE_SIGN_ON_COOKIE : SIGN_ON_COOKIE) ?? '';
}

/** Headers of a staff page: forms go to this origin, scripts and framing are not allowed. */
export const STAFF_HEADERS: { readonly [name: string]: string } = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** Headers of a staff page with a session: only our script runs, which notices the end of the session. */
export const SESSION_HEADERS: { readonly [name: string]: string } = {
  ...STAFF_HEADERS,
  'Content-Security-Policy': `${STAFF_HEADERS['Content-Security-Policy']}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
};

/** With `no-referrer` a browser would not send the origin of forms. */
export function referrerPolicyOf(path: string): string | undefined {
  return path === STAFF_ADDRESS || path.startsWith(`${STAFF_ADDRESS}/`) ? 'same-origin' : undefined;
}
