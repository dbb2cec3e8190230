import type { Context } from 'hono';
import type { Database } from '../registry/database.ts';
import { STAFF_ADDRESS, STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { endCookies, isHttps, readSessionCookie, writeSessionCookie } from './browser.ts';
import { readReturn } from './read-return.ts';
import { endSession, findSession, type Session, type SignedIn } from './sessions.ts';

export interface BrowserSessionsOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Origin of this server in staff's browsers, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
  /** Whether a sign-in without a return address ends at the studio's first page; default: at the page of colleagues. */
  readonly hasStudio?: boolean;
}

/** The sessions of staff's browsers, each named by a cookie. */
export interface BrowserSessions {
  readSecret(context: Context): string | undefined;
  find(context: Context): Promise<Session | undefined>;
  /**
   * Starts a new session; the browser's former session ends, even if it was another person's.
   * @param to - Input of `readReturn`; default: the query of the request.
   */
  start(context: Context, signedIn: SignedIn, to?: string): Promise<Response>;
  end(context: Context): Promise<void>;
}

export function createBrowserSessions({
  database,
  now,
  publicOrigin,
  hasStudio = false,
}: BrowserSessionsOptions): BrowserSessions {
  const isSecure = isHttps(publicOrigin);
  const readSecret = (context: Context) => readSessionCookie(context.req.raw, publicOrigin);
  return {
    readSecret,
    find: (context) => findSession(database, readSecret(context), now()),
    async start(context, { secret, weakness }, to = context.req.query('to')) {
      const address = readReturn(to) ?? (hasStudio ? STUDIO_ADDRESS : STAFF_ADDRESS);
      await endSession(database, readSecret(context), now());
      context.header('Set-Cookie', writeSessionCookie(secret, isSecure), { append: true });
      context.header('Cache-Control', 'no-store');
      return context.redirect(weakness === undefined ? address : `${STAFF_ADDRESS}?weak`, 303);
    },
    async end(context) {
      await endSession(database, readSecret(context), now());
      for (const cookie of endCookies(isSecure)) context.header('Set-Cookie', cookie, { append: true });
    },
  };
}
