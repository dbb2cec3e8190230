import type { Context, Hono } from 'hono';
import type { Log } from '../log.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { SIGN_ON_BACK_ADDRESS, SINGLE_SIGN_ON_ADDRESS } from './addresses.ts';
import { isHttps, readSignOnCookie, writeSignOnCookie } from './browser.ts';
import { openSession } from './sessions.ts';
import { findFederated, type SingleSignOn } from './single-sign-on.ts';

interface SignOnOptions {
  readonly database: Database;
  readonly singleSignOn: SingleSignOn;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where staff's browsers see this server, where it differs from what requests name. */
  readonly publicOrigin?: string;
  readonly log?: Log;
  /** Answers with the new session. */
  enter(context: Context, secret: string): Promise<Response>;
  /** Answers with the sign-in page, which says why. */
  refuse(context: Context, said: string): Response | Promise<Response>;
}

/** There and back: links, not forms, since a page's policy follows where a form leads. */
export function addSingleSignOn(
  app: Hono,
  { database, singleSignOn, now, publicOrigin, log = () => {}, enter, refuse }: SignOnOptions,
): void {
  const isSecure = isHttps(publicOrigin);
  const backTo = ({ req }: Context) => (publicOrigin ?? new URL(req.url).origin) + SIGN_ON_BACK_ADDRESS;
  function explain(context: Context, error: unknown): Response | Promise<Response> {
    const isOurs = error instanceof RegistryRefusal;
    log('Single sign-on was refused', {
      why: isOurs ? error.code : 'provider',
      error: error instanceof Error ? error.name : 'unknown',
    });
    return refuse(context, isOurs ? error.message : `${singleSignOn.name} did not sign you in.`);
  }
  app.get(SINGLE_SIGN_ON_ADDRESS, async (context) => {
    try {
      const { address, kept } = await singleSignOn.begin(backTo(context));
      context.header('Set-Cookie', writeSignOnCookie(kept, isSecure));
      context.header('Cache-Control', 'no-store');
      return context.redirect(address, 303);
    } catch (error) {
      return explain(context, error);
    }
  });
  app.get(SIGN_ON_BACK_ADDRESS, async (context) => {
    const here = new URL(backTo(context));
    here.search = new URL(context.req.url).search;
    context.header('Set-Cookie', writeSignOnCookie('', isSecure), { append: true });
    try {
      const identity = await singleSignOn.end(here, readSignOnCookie(context.req.raw, isSecure));
      const name = await findFederated(database, identity, now());
      return await enter(context, await openSession(database, { name, by: 'single sign-on', at: now() }));
    } catch (error) {
      return explain(context, error);
    }
  });
}
