import * as v from 'valibot';
import type { Context, Hono } from 'hono';
import type { Html } from '#src/shared/html.ts';
import { FIELD, readForm } from '#src/shared/read-form.ts';
import { LINKS_ADDRESS, SIGN_IN_ADDRESS, SINGLE_SIGN_ON_ADDRESS } from '#src/shared/staff-addresses.ts';
import { callerKeyOf } from '../delivery/caller-key.ts';
import type { Log } from '../log.ts';
import { STATUS } from '../registry/api.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { STAFF_HEADERS } from './browser.ts';
import type { BrowserSessions, BrowserSessionsOptions } from './browser-sessions.ts';
import { findEmpty, noticeOf } from './form-notices.ts';
import { readStaffName } from './names.ts';
import { type Notice, writeLinkPage, writeSignInPage, writeSpentLinkPage } from './page-html.ts';
import { readReturn } from './read-return.ts';
import { findLink, signIn, takeLink } from './sessions.ts';
import { addSingleSignOn } from './sign-on-pages.ts';
import type { SingleSignOn } from './single-sign-on.ts';

export interface SignInOptions extends BrowserSessionsOptions {
  /** Number of our own proxies in front of this server. */
  readonly proxies?: number;
  readonly log?: Log;
  readonly singleSignOn?: SingleSignOn;
}

const SIGN_IN_FORM = v.object({ name: FIELD, password: FIELD });
const LINK_FORM = v.object({ password: FIELD });

const ENDED: Notice = { text: 'Your session has ended: you are signed out.', isFault: false };

/** Sign-in with a password, or with the single sign-on. */
export function addSignIn(app: Hono, sessions: BrowserSessions, options: SignInOptions): void {
  const { database, now, proxies = 0, log = () => {}, singleSignOn } = options;
  const other = singleSignOn && { name: singleSignOn.name, address: SINGLE_SIGN_ON_ADDRESS };
  app.get(SIGN_IN_ADDRESS, (context) => {
    const hasEnded = context.req.query('ended') !== undefined;
    return show(context, writeSignInPage(other, readTo(context), hasEnded ? ENDED : undefined));
  });
  if (singleSignOn) {
    addSingleSignOn(app, {
      ...options,
      singleSignOn,
      enter: sessions.start,
      refuse: (context, said, to) =>
        show(context, writeSignInPage(other, writeTo(to), { text: said, isFault: true }), 403),
    });
  }
  app.post(SIGN_IN_ADDRESS, async (context) => {
    const form = await readForm(context.req, SIGN_IN_FORM);
    const { name, password } = form;
    const empty = findEmpty('signIn', form);
    if (empty !== undefined) return show(context, writeSignInPage(other, readTo(context), empty, name), 400);
    try {
      const { signal: gone } = context.req.raw;
      const who = { name: readStaffName(name) ?? '', from: callerKeyOf(context, proxies), gone };
      return await sessions.start(context, await signIn(database, { ...who, password, at: now() }));
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      log('A sign-in was refused', { level: 'warn', why: error.code });
      if (error.code === 'delayed') context.header('Retry-After', '60');
      return show(context, writeSignInPage(other, readTo(context), noticeOf(error)), STATUS[error.code]);
    }
  });
}

/** Links that set a password, once, and sign in. */
export function addPasswordLinks(
  app: Hono,
  sessions: BrowserSessions,
  { database, now }: SignInOptions,
): void {
  async function showLink(context: Context, secret: string, refusal?: RegistryRefusal) {
    const name = await findLink(database, secret, now());
    if (name === undefined) return show(context, writeSpentLinkPage(), 404);
    const notice = refusal && { ...noticeOf(refusal), at: 'link.password' };
    const page = writeLinkPage(name, `${LINKS_ADDRESS}/${secret}${readTo(context)}`, notice);
    return show(context, page, refusal && STATUS[refusal.code]);
  }
  app.get(`${LINKS_ADDRESS}/:secret`, (context) => showLink(context, context.req.param('secret')));
  app.post(`${LINKS_ADDRESS}/:secret`, async (context) => {
    const { secret } = context.req.param();
    const { password } = await readForm(context.req, LINK_FORM);
    try {
      const session = await takeLink(database, { secret, password, at: now() });
      return await sessions.start(context, { secret: session });
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      return showLink(context, secret, error);
    }
  });
}

function show(
  context: Context,
  page: Html,
  status: 200 | 400 | 403 | 404 | 409 | 422 | 423 | 429 = 200,
): Response | Promise<Response> {
  return context.html(page, status, { ...STAFF_HEADERS });
}

/** Query of the next form: the address to open after the sign-in. */
function readTo(context: Context): string {
  return writeTo(context.req.query('to'));
}

/** @param asked - Input of `readReturn`. */
function writeTo(asked: string | undefined): string {
  const to = readReturn(asked);
  return to === undefined ? '' : `?${new URLSearchParams({ to })}`;
}
