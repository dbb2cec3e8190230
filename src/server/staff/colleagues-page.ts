import * as v from 'valibot';
import type { Context, Hono } from 'hono';
import { FIELD, readForm } from '#src/shared/read-form.ts';
import { SIGN_IN_ADDRESS, STAFF_ADDRESS, writeReturn } from '#src/shared/staff-addresses.ts';
import { callerKeyOf } from '../delivery/caller-key.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { createPerform, type Perform, type PerformOptions, readAsked } from '../registry/perform.ts';
import { type Account, listStaff } from './accounts.ts';
import { SESSION_HEADERS } from './browser.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { fieldOf, findEmpty, noticeOf } from './form-notices.ts';
import { type Notice, writeStaffPage } from './page-html.ts';
import { changePassword, type Session } from './sessions.ts';
import type { SignInOptions } from './sign-in-pages.ts';
import { listTokens } from './tokens.ts';

export type ColleaguesPageOptions = PerformOptions &
  Pick<SignInOptions, 'publicOrigin' | 'proxies' | 'hasStudio'>;

/** The operations of the page's forms, with their success messages. */
const FORMS: { readonly [operation: string]: string } = {
  invitePerson: 'Give them this link. It sets a password, works once, and is valid for a day.',
  addService: 'Its token, shown this once.',
  changeRole: 'The role is changed.',
  disableStaff: 'They are disabled; their sessions and tokens have ended.',
  withdrawInvitation: 'The invitation is taken back; its link no longer works.',
  enableStaff: 'They can sign in again.',
  renewAccess: 'Shown this once.',
  makeToken: 'Your token, shown this once.',
  removeToken: 'The token has ended.',
};

/** Fields of every form. The operation's schemas validate the others. */
const STAFF_FORM = v.objectWithRest({ csrf: FIELD, operation: FIELD }, v.string());
const PASSWORD_FORM = v.object({ csrf: FIELD, password: FIELD, next: FIELD, tokens: FIELD });

/** Result of an operation that created an account or a token. */
const SECRET_ANSWER = v.object({ link: v.exactOptional(v.string()), token: v.exactOptional(v.string()) });

const WEAK: Notice = {
  text: 'Your password is easy to guess: choose another one below.',
  isFault: true,
};

/** The page of colleagues and the person's own account, with its forms. */
export function addColleaguesPage(
  app: Hono,
  sessions: BrowserSessions,
  options: ColleaguesPageOptions,
): void {
  const { database, now, publicOrigin, proxies = 0, hasStudio = false } = options;
  const perform = createPerform(options);

  async function show(context: Context, session: Session, notice?: Notice, status: 200 | 400 = 200) {
    const { queries } = database;
    const [staff, tokens] = [await listStaff(queries), await listTokens(queries, session.account.name)];
    return context.html(writeStaffPage({ session, staff, tokens, hasStudio }, notice), status, {
      ...SESSION_HEADERS,
    });
  }
  /** Handles a form of a person who has signed in. */
  const addForm = <Form extends { readonly csrf: string; readonly [field: string]: string }>(
    path: string,
    schema: v.GenericSchema<unknown, Form>,
    run: (session: Session, form: Form, context: Context) => Promise<Notice>,
  ) =>
    app.post(path, async (context) => {
      const session = await sessions.find(context);
      if (session === undefined) return context.redirect(SIGN_IN_ADDRESS, 303);
      const form = await readForm(context.req, schema);
      if (form.csrf !== session.csrf) return context.text('This form does not belong to your session.', 403);
      const name = form['operation'] ?? 'changePassword';
      const empty = findEmpty(name, form);
      if (empty !== undefined) return show(context, session, empty, 400);
      try {
        return await show(context, session, await run(session, form, context));
      } catch (error) {
        if (!(error instanceof RegistryRefusal)) throw error;
        const at = fieldOf(name, error.code);
        return show(context, session, { ...noticeOf(error), ...(at !== undefined && { at }) }, 400);
      }
    });

  app.get(STAFF_ADDRESS, async (context) => {
    const session = await sessions.find(context);
    if (session === undefined) return context.redirect(SIGN_IN_ADDRESS + writeReturn(context.req.url), 303);
    return show(context, session, context.req.query('weak') === undefined ? undefined : WEAK);
  });
  addForm(STAFF_ADDRESS, STAFF_FORM, ({ account }, form, { req }) =>
    performForm(perform, account, form, publicOrigin ?? new URL(req.url).origin),
  );
  addForm(
    `${STAFF_ADDRESS}/password`,
    PASSWORD_FORM,
    async ({ account }, { password, next, tokens }, context) => {
      const endsTokens = tokens === 'end';
      await changePassword(database, {
        ...{ name: account.name, secret: sessions.readSecret(context) ?? '', password, next, endsTokens },
        ...{ from: callerKeyOf(context, proxies), at: now(), gone: context.req.raw.signal },
      });
      const ended = endsTokens
        ? 'Your other sessions and your tokens have ended.'
        : 'Your other sessions have ended.';
      return { text: `Your password is changed. ${ended}`, isFault: false };
    },
  );
}

/** @param origin - Of this server in staff's browsers. */
async function performForm(
  perform: Perform,
  account: Account,
  { operation: id, ...form }: v.InferOutput<typeof STAFF_FORM>,
  origin: string,
): Promise<Notice> {
  const operation = OPERATIONS.find((one) => one.id === id);
  const words = Object.hasOwn(FORMS, id) ? FORMS[id] : undefined;
  if (operation === undefined || words === undefined) throw new RegistryRefusal('unknown', 'No such form.');
  if (id === 'invitePerson' && !/^[^@\s]+@[^@\s]+$/.test(form['name'] ?? ''))
    throw new RegistryRefusal('invalid', 'Enter an e-mail address, such as ana@example.com.');
  const given = Object.entries(form)
    .filter(([name]) => name !== 'csrf')
    .map(([name, value]) => [name, name === 'days' ? Number(value) : value]);
  const names = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const part = (isParam: boolean) =>
    Object.fromEntries(given.filter(([name]) => names.has(String(name)) === isParam));
  const asked = readAsked(operation, { params: part(true), body: part(false) });
  const answer = v.parse(SECRET_ANSWER, await perform(operation, account, asked));
  const secret = answer.link === undefined ? answer.token : origin + answer.link;
  return { text: words, isFault: false, ...(secret !== undefined && { secret }) };
}
