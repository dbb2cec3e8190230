import { createHash } from 'node:crypto';
import { record } from '../registry/audit.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { type Account, endAccess } from './accounts.ts';
import { isStaffName } from './names.ts';
import { type PasswordThread, takeTurn } from './passwords.ts';
import { digestSecret, isSecret, makeSecret } from './secrets.ts';
import { type Try, tryPassword } from './tries.ts';

/** The session of a person in a browser. */
export interface Session {
  readonly account: Account;
  /** Token that forms and scripts of our own pages send, and that pages of other origins cannot know. */
  readonly csrf: string;
}

const MINUTE_MS = 60_000;
/** A session ends after this time without use, and after `LONGEST_MS` in all. */
const IDLE_MS = 2 * 60 * MINUTE_MS;
const LONGEST_MS = 12 * 60 * MINUTE_MS;

export interface SignIn extends Try {
  readonly password: string;
}

/** A new session. */
export interface SignedIn {
  /** Value of the session cookie. */
  readonly secret: string;
  /** Why the person should change the password. A weak password that was accepted earlier still signs in. */
  readonly weakness?: string;
}

/**
 * @throws RegistryRefusal `forbidden` for every fault, with the same message and after the same time;
 * `delayed`.
 */
export async function signIn(database: Database, { name: given, ...asked }: SignIn): Promise<SignedIn> {
  // An impossible name is not sent to the database, which may refuse its characters.
  const name = isStaffName(given) ? given : '';
  const weakness = await requirePassword(database, { ...asked, name }, 'The name or the password is wrong.');
  const secret = await openSession(database, { name, by: 'password', at: asked.at });
  return { secret, ...(weakness !== undefined && { weakness }) };
}

/**
 * Checks the password of an account. An older hash is replaced by a current one.
 * @param words - The error message for a wrong password.
 * @returns why the password is weak; undefined for a good one.
 * @throws RegistryRefusal `forbidden`, `delayed`.
 */
export async function requirePassword(
  database: Database,
  { password, ...asked }: SignIn,
  words: string,
): Promise<string | undefined> {
  const { name } = asked;
  const { queries } = database;
  const found = await tryPassword(database, asked, async (thread) => {
    const row = await queries
      .selectFrom('staff')
      .select(['password', 'state', 'kind'])
      .where('name', '=', name)
      .executeTakeFirst();
    const written = row?.password ?? null;
    const { isRight, isOld } = await thread.check(password, written);
    if (!isRight || written === null || row?.state !== 'active' || row.kind !== 'person') return undefined;
    if (isOld) {
      await queries
        .updateTable('staff')
        .set({ password: await thread.hash(password) })
        .where('name', '=', name)
        .where('password', '=', written)
        .execute();
    }
    return { weakness: await thread.findFault(password, name) };
  });
  if (found === undefined) throw new RegistryRefusal('forbidden', words);
  return found.weakness;
}

/**
 * @param by - How the person has signed in, for the audit.
 * @throws RegistryRefusal `forbidden` if the account has been disabled since.
 */
export function openSession(
  { write }: Database,
  { name, by, at }: { readonly name: string; readonly by: string; readonly at: number },
): Promise<string> {
  const secret = makeSecret();
  return write(async (queries, turn) => {
    const row = await queries.selectFrom('staff').select('state').where('name', '=', name).executeTakeFirst();
    if (row?.state !== 'active') throw new RegistryRefusal('forbidden', `${name} may not sign in.`);
    await queries
      .deleteFrom('staff_sessions')
      .where('at', '<=', at - LONGEST_MS)
      .execute();
    await queries
      .insertInto('staff_sessions')
      .values({ hash: digestSecret(secret), staff: name, at, seen: at })
      .execute();
    await record(queries, {
      ...{ turn, at, actor: name, action: 'staff.sign-in', subject: name, details: { by } },
    });
    return secret;
  });
}

/** Finds the session of a request. Looked up for every request, so that it ends on all servers at once. */
export async function findSession(
  database: Database,
  secret: string | undefined,
  now: number,
): Promise<Session | undefined> {
  if (secret === undefined) return undefined;
  const found = (await findOpen(database, [secret], now)).get(secret);
  if (found === undefined) return undefined;
  const { seen, ...account } = found;
  if (seen <= now - MINUTE_MS) {
    const hash = digestSecret(secret);
    await database.queries
      .updateTable('staff_sessions')
      .set({ seen: now })
      .where('hash', '=', hash)
      .execute();
  }
  return { account, csrf: csrfOf(secret) };
}

/** The valid sessions among these secrets. The call does not extend them. */
export async function findOpen(
  { queries }: Database,
  secrets: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Account & { readonly seen: number }>> {
  const hashes = new Map(secrets.filter(isSecret).map((secret) => [digestSecret(secret), secret]));
  if (hashes.size === 0) return new Map();
  const rows = await queries
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.name', 'staff_sessions.staff')
    .select(['staff.name', 'staff.kind', 'staff.role', 'staff_sessions.hash', 'staff_sessions.seen'])
    .where('staff_sessions.hash', 'in', [...hashes.keys()])
    .where('staff.state', '=', 'active')
    .where('staff_sessions.seen', '>', now - IDLE_MS)
    .where('staff_sessions.at', '>', now - LONGEST_MS)
    .execute();
  return new Map(rows.map(({ hash, ...account }) => [hashes.get(hash) ?? '', account]));
}

/** Computed from the session's secret, which no page can read, so it need not be stored. */
export function csrfOf(secret: string): string {
  return createHash('sha256').update(`csrf ${secret}`).digest('base64url');
}

/** Ends a session at its person's request; open pages are notified. */
export async function endSession({ write }: Database, secret: string | undefined, at: number): Promise<void> {
  if (secret === undefined || !isSecret(secret)) return;
  await write(async (queries, turn) => {
    const ended = await queries
      .deleteFrom('staff_sessions')
      .where('hash', '=', digestSecret(secret))
      .returning('staff')
      .executeTakeFirst();
    if (ended === undefined) return;
    const { staff } = ended;
    await record(queries, {
      ...{ turn, at, actor: staff, action: 'staff.sign-out', subject: staff, details: {} },
    });
  });
}

/** The account of a one-time link; undefined if the link is not valid any more. */
export async function findLink(
  { queries }: Database,
  secret: string,
  now: number,
): Promise<string | undefined> {
  if (!isSecret(secret)) return undefined;
  const row = await queries
    .selectFrom('staff_links')
    .innerJoin('staff', 'staff.name', 'staff_links.staff')
    .select(['staff.name', 'staff.state', 'staff_links.until'])
    .where('staff_links.hash', '=', digestSecret(secret))
    .executeTakeFirst();
  return row === undefined || row.state === 'disabled' || row.until <= now ? undefined : row.name;
}

/**
 * Uses a one-time link: sets the password, and ends every session, token and link of the account.
 * @returns a new session's secret.
 * @throws RegistryRefusal `invalid` for a weak password, `unknown` for a link that is not valid any more.
 */
export async function takeLink(
  database: Database,
  { secret, password, at }: { readonly secret: string; readonly password: string; readonly at: number },
): Promise<string> {
  const name = await findLink(database, secret, at);
  if (name === undefined)
    throw new RegistryRefusal('unknown', 'This link is no longer valid: ask for another.');
  const hash = await takeTurn(name, (thread) => hashGood(thread, password, name));
  await database.write(async (queries, turn) => {
    const { numDeletedRows } = await queries
      .deleteFrom('staff_links')
      .where('hash', '=', digestSecret(secret))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new RegistryRefusal('unknown', 'This link was used already.');
    await endAccess(queries, name);
    await queries
      .updateTable('staff')
      .set({ password: hash, state: 'active' })
      .where('name', '=', name)
      .where('state', '!=', 'disabled')
      .execute();
    await record(queries, { turn, at, actor: name, action: 'staff.password', subject: name, details: {} });
  });
  return openSession(database, { name, by: 'link', at });
}

/** @throws RegistryRefusal `invalid` for a weak password. */
async function hashGood(thread: PasswordThread, password: string, name: string): Promise<string> {
  const fault = await thread.findFault(password, name);
  if (fault !== undefined) throw new RegistryRefusal('invalid', fault);
  return thread.hash(password);
}

export interface PasswordChange extends SignIn {
  /** The secret of the session that continues. */
  readonly secret: string;
  readonly next: string;
  /** Whether the person's tokens for the command line end too. */
  readonly endsTokens: boolean;
}

/**
 * Changes a person's own password, and ends every other session and an unused link.
 * @throws RegistryRefusal `forbidden` if the old password is wrong, `delayed`, `invalid` if the new one is weak.
 */
export async function changePassword(
  database: Database,
  { secret, next, endsTokens, ...old }: PasswordChange,
): Promise<void> {
  const { name, at } = old;
  await requirePassword(database, old, 'The old password is wrong.');
  const hash = await takeTurn(name, (thread) => hashGood(thread, next, name));
  await database.write(async (queries, turn) => {
    await queries.updateTable('staff').set({ password: hash }).where('name', '=', name).execute();
    await queries
      .deleteFrom('staff_sessions')
      .where('staff', '=', name)
      .where('hash', '!=', digestSecret(secret))
      .execute();
    await queries.deleteFrom('staff_links').where('staff', '=', name).execute();
    if (endsTokens) await queries.deleteFrom('staff_tokens').where('staff', '=', name).execute();
    const details = endsTokens ? { endsTokens } : {};
    await record(queries, { turn, at, actor: name, action: 'staff.password', subject: name, details });
  });
}
