import * as v from 'valibot';
import type { Context, Hono } from 'hono';
import { callerKeyOf } from '../delivery/caller-key.ts';
import type { Log } from '../log.ts';
import { FIELD, readForm } from '#src/shared/read-form.ts';
import { STATUS } from '../registry/api.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import {
  SIGN_ON_BACK_ADDRESS,
  SIGN_ON_CONFIRM_ADDRESS,
  SINGLE_SIGN_ON_ADDRESS,
} from '#src/shared/staff-addresses.ts';
import { isHttps, readSignOnCookie, STAFF_HEADERS, writeSignOnCookie } from './browser.ts';
import { type Notice, writeConfirmPage } from './page-html.ts';
import { readReturn } from './read-return.ts';
import { requirePassword, openSession, type SignedIn } from './sessions.ts';
import { findFederated, joinConfirmed, type SingleSignOn } from './single-sign-on.ts';

const CONFIRM_FORM = v.object({ password: FIELD });

interface SignOnOptions {
  readonly database: Database;
  readonly singleSignOn: SingleSignOn;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Origin of this server in staff's browsers, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
  /** Number of our own proxies in front of this server. */
  readonly proxies?: number;
  readonly log?: Log;
  /** Responds with the new session. @param to - Input of `readReturn`. */
  enter(context: Context, signedIn: SignedIn, to: string | undefined): Promise<Response>;
  /** Responds with the sign-in page, which shows the reason and keeps the same target. @param to - Input of `readReturn`. */
  refuse(context: Context, said: string, to: string | undefined): Response | Promise<Response>;
}

/** Uses links and redirects, not forms, because a page's policy also limits the redirects of a form. */
export function addSingleSignOn(
  app: Hono,
  { database, singleSignOn, now, publicOrigin, proxies = 0, log = () => {}, enter, refuse }: SignOnOptions,
): void {
  const isSecure = isHttps(publicOrigin);
  const backTo = ({ req }: Context) => (publicOrigin ?? new URL(req.url).origin) + SIGN_ON_BACK_ADDRESS;
  const open = async (name: string): Promise<SignedIn> => ({
    secret: await openSession(database, { name, by: 'single sign-on', at: now() }),
  });
  function explain(context: Context, error: unknown, to: string | undefined): Response | Promise<Response> {
    const isOurs = error instanceof RegistryRefusal;
    log('Single sign-on was refused', {
      level: 'warn',
      why: isOurs ? error.code : 'provider',
      error: error instanceof Error ? error.name : 'unknown',
    });
    return refuse(context, isOurs ? error.message : `${singleSignOn.name} did not sign you in.`, to);
  }
  app.get(SINGLE_SIGN_ON_ADDRESS, async (context) => {
    const to = context.req.query('to');
    try {
      const { address, kept } = await singleSignOn.begin(backTo(context));
      context.header('Set-Cookie', writeSignOnCookie(withReturn(kept, to), isSecure));
      context.header('Cache-Control', 'no-store');
      return context.redirect(address, 303);
    } catch (error) {
      return explain(context, error, to);
    }
  });
  app.get(SIGN_ON_BACK_ADDRESS, async (context) => {
    const here = new URL(backTo(context));
    here.search = new URL(context.req.url).search;
    context.header('Set-Cookie', writeSignOnCookie('', isSecure), { append: true });
    const { kept, to } = splitReturn(readSignOnCookie(context.req.raw, isSecure));
    try {
      const identity = await singleSignOn.end(here, kept);
      const { name, isUnconfirmed } = await findFederated(database, identity, now());
      if (isUnconfirmed) {
        const sealed = singleSignOn.seal({ name, subject: identity.subject }, now());
        context.header('Set-Cookie', writeSignOnCookie(withReturn(sealed, to), isSecure));
        return context.html(writeConfirmPage(name, singleSignOn.name), 200, { ...STAFF_HEADERS });
      }
      return await enter(context, await open(name), to);
    } catch (error) {
      return explain(context, error, to);
    }
  });
  app.post(SIGN_ON_CONFIRM_ADDRESS, async (context) => {
    const { kept, to } = splitReturn(readSignOnCookie(context.req.raw, isSecure));
    const unconfirmed = singleSignOn.unseal(kept, now());
    if (unconfirmed === undefined) return refuse(context, 'That took too long: sign in once more.', to);
    const { name } = unconfirmed;
    const { password } = await readForm(context.req, CONFIRM_FORM);
    try {
      const { signal: gone } = context.req.raw;
      const tried = { name, password, from: callerKeyOf(context, proxies), at: now(), gone };
      const weakness = await requirePassword(database, tried, 'The password is wrong.');
      await joinConfirmed(database, unconfirmed, now());
      context.header('Set-Cookie', writeSignOnCookie('', isSecure), { append: true });
      const signedIn = { ...(await open(name)), ...(weakness !== undefined && { weakness }) };
      return await enter(context, signedIn, to);
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      log('Single sign-on was refused', { level: 'warn', why: error.code });
      if (error.code === 'delayed') context.header('Retry-After', '60');
      const notice: Notice = { text: error.message, isFault: true, at: 'confirm.password' };
      const page = writeConfirmPage(name, singleSignOn.name, notice);
      return context.html(page, STATUS[error.code], { ...STAFF_HEADERS });
    }
  });
}

/**
 * Value of the cookie during the visit at the provider: the sealed state, and the address to open after the
 * sign-in.
 */
function withReturn(kept: string, asked: string | undefined): string {
  const to = readReturn(asked);
  return to === undefined ? kept : `${kept}~${Buffer.from(to).toString('base64url')}`;
}

function splitReturn(cookie: string): { readonly kept: string; readonly to: string } {
  const [kept = '', to = ''] = cookie.split('~');
  return { kept, to: Buffer.from(to, 'base64url').toString() };
}
