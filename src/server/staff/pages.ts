import * as v from 'valibot';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { whoAsks } from '../delivery/who-asks.ts';
import { PAGE_STYLES, serveStyles } from '#src/shared/html.ts';
import type { Log } from '../log.ts';
import { FIELD, readForm } from '#src/shared/read-form.ts';
import { STATUS } from '../registry/api.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { createPerform, type PerformOptions, readAsked } from '../registry/perform.ts';
import { listStaff } from './accounts.ts';
import {
  EVENTS_ADDRESS,
  LINKS_ADDRESS,
  LIVE_SCRIPT_ADDRESS,
  SIGN_IN_ADDRESS,
  SINGLE_SIGN_ON_ADDRESS,
  STAFF_ADDRESS,
  STYLES_ADDRESS,
  readReturn,
} from '#src/shared/staff-addresses.ts';
import {
  endCookies,
  isHttps,
  isOwnPage,
  readSessionCookie,
  SESSION_HEADERS,
  STAFF_HEADERS,
  writeSessionCookie,
} from './browser.ts';
import { createLiveChannel } from './live-channel.ts';
import liveScript from './live-page.js?raw';
import {
  type Notice,
  writeLinkPage,
  writeSignInPage,
  writeSpentLinkPage,
  writeStaffPage,
} from './page-html.ts';
import {
  changePassword,
  endSession,
  findLink,
  findSession,
  type Session,
  type SignedIn,
  signIn,
  takeLink,
} from './sessions.ts';
import { readStaffName } from './names.ts';
import { addSingleSignOn } from './sign-on-pages.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import { listTokens } from './tokens.ts';

export interface StaffPagesOptions extends PerformOptions {
  /** Origin of this server in staff's browsers, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
  /** Number of our own proxies in front of this server. */
  readonly proxies?: number;
  readonly log?: Log;
  readonly singleSignOn?: SingleSignOn;
  /** Aborted when the server shuts down. */
  readonly ending?: AbortSignal;
}

/** The operations of the page's forms, with their success messages. */
const FORMS: { readonly [operation: string]: string } = {
  invitePerson: 'Give them this link. It sets a password, works once, and is valid for a day.',
  addService: 'Its token, shown this once.',
  changeRole: 'The role is changed.',
  disableStaff: 'They are disabled; their sessions and tokens have ended.',
  enableStaff: 'They can sign in again.',
  renewAccess: 'Shown this once.',
  makeToken: 'Your token, shown this once.',
  removeToken: 'The token has ended.',
};

const SIGN_IN_FORM = v.object({ name: FIELD, password: FIELD });
const LINK_FORM = v.object({ password: FIELD });
/** Fields of every form. The operation's schemas validate the others. */
const STAFF_FORM = v.objectWithRest({ csrf: FIELD, operation: FIELD }, v.string());
const PASSWORD_FORM = v.object({ csrf: FIELD, password: FIELD, next: FIELD, tokens: FIELD });

/** Result of an operation that created an account or a token. */
const SECRET_ANSWER = v.object({ link: v.exactOptional(v.string()), token: v.exactOptional(v.string()) });

/** Messages for empty fields, by form and field as of `Notice`. */
const EMPTY: { readonly [at: string]: string } = {
  'signIn.name': 'Enter your e-mail address or name.',
  'signIn.password': 'Enter your password.',
  'invitePerson.name': 'Enter the e-mail address of the person.',
  'addService.name': 'Enter a name for the service account.',
  'makeToken.label': 'Say what the token is for, for example “My laptop”.',
  'changePassword.password': 'Enter your old password.',
  'changePassword.next': 'Enter a new password.',
};

/** The first empty field of a form. */
function findEmpty(form: string, sent: { readonly [field: string]: string }): Notice | undefined {
  const found = Object.entries(EMPTY).find(([at]) => {
    const [name, field = ''] = at.split('.');
    return name === form && (sent[field] ?? '').trim() === '';
  });
  return found && { text: found[1], isFault: true, at: found[0] };
}

/** The field that a refusal is about. */
function fieldOf(form: string, code: string): string | undefined {
  const fields = Object.keys(EMPTY).filter((at) => at.startsWith(`${form}.`));
  if (code === 'invalid' || code === 'conflict') return fields.at(-1);
  return form === 'changePassword' && code === 'forbidden' ? fields[0] : undefined;
}

const ENDED: Notice = { text: 'Your session has ended: you are signed out.', isFault: false };

const WEAK: Notice = {
  text: 'Your password is easy to guess: choose another one below.',
  isFault: true,
};

const FORM_BYTES = 8 * 1024;

const STAFF_STYLES = `${PAGE_STYLES}h3{font-size:16px;margin:24px 0 8px}
label:has([type=checkbox]){display:flex;align-items:center;gap:8px;min-height:44px}
[type=checkbox]{flex:none;width:44px;min-height:44px;margin:0}
label{display:block;margin:0 0 12px;font-weight:600}
input,select{display:block;width:100%;min-height:44px;margin:4px 0 0;padding:8px 12px;border:1px solid var(--soft);border-radius:10px;background:var(--ground);color:var(--ink);font:inherit;font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.row form{display:flex;flex-wrap:wrap;gap:8px}
.row button,.row select{width:auto;min-height:44px;margin:0;padding:8px 16px;font-size:15px}
.fault,[aria-invalid]{border:2px solid #b3261e}
.wrong{margin:-8px 0 12px;color:#b3261e}
.done{border:2px solid var(--act)}
.secret{display:block;overflow-wrap:anywhere;user-select:all}
summary{min-height:44px;padding:10px 0;cursor:pointer}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
@media (prefers-color-scheme:dark){.fault,[aria-invalid]{border-color:#f2b8b5}.wrong{color:#f2b8b5}}
`;

/** Pages with forms for sign-in and colleagues. The only script notices the end of a session. */
export function createStaffPages(options: StaffPagesOptions): Hono {
  const app = new Hono();
  const { database, now, publicOrigin, proxies = 0, log = () => {}, singleSignOn } = options;
  const isSecure = isHttps(publicOrigin);
  const cookieOf = (context: Context) => readSessionCookie(context.req.raw, publicOrigin);
  const perform = createPerform(options);
  const sessionOf = (context: Context) => findSession(database, cookieOf(context), now());
  const show = (
    context: Context,
    html: string,
    status: 200 | 400 | 403 | 404 | 409 | 422 | 423 | 429 = 200,
  ) => context.html(html, status, { ...STAFF_HEADERS });
  /** Starts a new session; the browser's former session ends, even if it was another person's. */
  const enter = async (context: Context, { secret, weakness }: SignedIn, to = context.req.query('to')) => {
    const address = readReturn(to) ?? STAFF_ADDRESS;
    await endSession(database, cookieOf(context), now());
    context.header('Set-Cookie', writeSessionCookie(secret, isSecure), { append: true });
    context.header('Cache-Control', 'no-store');
    return context.redirect(weakness === undefined ? address : `${STAFF_ADDRESS}?weak`, 303);
  };
  async function showStaff(context: Context, session: Session, notice?: Notice, status?: 400) {
    const { queries } = database;
    const [staff, tokens] = [await listStaff(queries), await listTokens(queries, session.account.name)];
    return context.html(writeStaffPage({ session, staff, tokens }, notice), status ?? 200, {
      ...SESSION_HEADERS,
    });
  }

  app.get(STYLES_ADDRESS, serveStyles(STAFF_STYLES));
  app.get(LIVE_SCRIPT_ADDRESS, (context) =>
    context.body(liveScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  const channel = createLiveChannel(options);
  app.get(EVENTS_ADDRESS, (context) =>
    context.body(channel.open(cookieOf(context), context.req.query('draft')), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // nginx would buffer the events.
      'X-Accel-Buffering': 'no',
    }),
  );
  app.post(`${STAFF_ADDRESS}/*`, bodyLimit({ maxSize: FORM_BYTES }), async (context, next) => {
    if (isOwnPage(context.req.raw, publicOrigin)) return next();
    return context.text('This form does not belong to your session.', 403);
  });
  const other = singleSignOn && { name: singleSignOn.name, address: SINGLE_SIGN_ON_ADDRESS };
  app.get(SIGN_IN_ADDRESS, (context) => {
    const hasEnded = context.req.query('ended') !== undefined;
    return show(context, writeSignInPage(other, readTo(context), hasEnded ? ENDED : undefined));
  });
  if (singleSignOn) {
    addSingleSignOn(app, {
      ...options,
      singleSignOn,
      enter,
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
      const who = { name: readStaffName(name) ?? '', from: whoAsks(context, proxies), gone };
      return await enter(context, await signIn(database, { ...who, password, at: now() }));
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      log('A sign-in was refused', { why: error.code });
      if (error.code === 'delayed') context.header('Retry-After', '60');
      return show(context, writeSignInPage(other, readTo(context), fault(error)), STATUS[error.code]);
    }
  });
  app.get(`${LINKS_ADDRESS}/:secret`, async (context) => {
    const { secret } = context.req.param();
    const name = await findLink(database, secret, now());
    if (name === undefined) return show(context, writeSpentLinkPage(), 404);
    return show(context, writeLinkPage(name, `${LINKS_ADDRESS}/${secret}${readTo(context)}`));
  });
  app.post(`${LINKS_ADDRESS}/:secret`, async (context) => {
    const { secret } = context.req.param();
    const { password } = await readForm(context.req, LINK_FORM);
    try {
      return await enter(context, { secret: await takeLink(database, { secret, password, at: now() }) });
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      const name = await findLink(database, secret, now());
      if (name === undefined) return show(context, writeSpentLinkPage(), 404);
      return show(
        context,
        writeLinkPage(name, `${LINKS_ADDRESS}/${secret}${readTo(context)}`, {
          ...fault(error),
          at: 'link.password',
        }),
        STATUS[error.code],
      );
    }
  });

  app.get(STAFF_ADDRESS, async (context) => {
    const session = await sessionOf(context);
    if (session === undefined) return context.redirect(SIGN_IN_ADDRESS, 303);
    return showStaff(context, session, context.req.query('weak') === undefined ? undefined : WEAK);
  });
  /** Handles a form of a person who has signed in. */
  const change = <Form extends { readonly csrf: string; readonly [field: string]: string }>(
    path: string,
    schema: v.GenericSchema<unknown, Form>,
    run: (session: Session, form: Form, context: Context) => Promise<Notice>,
  ) =>
    app.post(path, async (context) => {
      const session = await sessionOf(context);
      if (session === undefined) return context.redirect(SIGN_IN_ADDRESS, 303);
      const form = await readForm(context.req, schema);
      if (form.csrf !== session.csrf) return context.text('This form does not belong to your session.', 403);
      const name = form['operation'] ?? 'changePassword';
      const empty = findEmpty(name, form);
      if (empty !== undefined) return showStaff(context, session, empty, 400);
      try {
        return await showStaff(context, session, await run(session, form, context));
      } catch (error) {
        if (!(error instanceof RegistryRefusal)) throw error;
        const at = fieldOf(name, error.code);
        return showStaff(context, session, { ...fault(error), ...(at !== undefined && { at }) }, 400);
      }
    });
  change(STAFF_ADDRESS, STAFF_FORM, async ({ account }, { operation: id, ...form }, { req }) => {
    const operation = OPERATIONS.find((one) => one.id === id);
    const words = Object.hasOwn(FORMS, id) ? FORMS[id] : undefined;
    if (operation === undefined || words === undefined) throw new RegistryRefusal('unknown', 'No such form.');
    const given = Object.entries(form)
      .filter(([name]) => name !== 'csrf')
      .map(([name, value]) => [name, name === 'days' ? Number(value) : value]);
    const names = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    const part = (isParam: boolean) =>
      Object.fromEntries(given.filter(([name]) => names.has(String(name)) === isParam));
    const asked = readAsked(operation, { params: part(true), body: part(false) });
    const answer = v.parse(SECRET_ANSWER, await perform(operation, account, asked));
    const origin = publicOrigin ?? new URL(req.url).origin;
    const secret = answer.link === undefined ? answer.token : origin + answer.link;
    return { text: words, isFault: false, ...(secret !== undefined && { secret }) };
  });
  change(
    `${STAFF_ADDRESS}/password`,
    PASSWORD_FORM,
    async ({ account }, { password, next, tokens }, context) => {
      const endsTokens = tokens === 'end';
      await changePassword(database, {
        ...{ name: account.name, secret: cookieOf(context) ?? '', password, next, endsTokens },
        ...{ from: whoAsks(context, proxies), at: now(), gone: context.req.raw.signal },
      });
      const ended = endsTokens
        ? 'Your other sessions and your tokens have ended.'
        : 'Your other sessions have ended.';
      return { text: `Your password is changed. ${ended}`, isFault: false };
    },
  );
  app.post(`${STAFF_ADDRESS}/sign-out`, async (context) => {
    await endSession(database, cookieOf(context), now());
    for (const cookie of endCookies(isSecure)) context.header('Set-Cookie', cookie, { append: true });
    return context.redirect(SIGN_IN_ADDRESS, 303);
  });
  return app;
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

function fault({ message }: RegistryRefusal): Notice {
  return { text: message, isFault: true };
}
