import { createHash } from 'node:crypto';
import { record } from '../registry/audit.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { type Account, endAccess } from './accounts.ts';
import { isStaffName } from './names.ts';
import { type PasswordThread, takeTurn } from './passwords.ts';
import { digestSecret, isSecret, makeSecret } from './secrets.ts';
import { type Try, tryPassword } from './tries.ts';

/** A person who has signed in with a browser. */
export interface Session {
  readonly account: Account;
  /** What a form or a script of our own pages sends along, and no page of another origin can know. */
  readonly csrf: string;
}

const MINUTE_MS = 60_000;
/** Whoever does nothing for so long, and whoever signed in so long ago, signs in again. */
const IDLE_MS = 2 * 60 * MINUTE_MS;
const LONGEST_MS = 12 * 60 * MINUTE_MS;

export interface SignIn extends Try {
  readonly password: string;
}

/** A new session. */
export interface SignedIn {
  /** The value of the cookie. */
  readonly secret: string;
  /** Why the person should change the password. An accepted old password still signs in. */
  readonly weakness?: string;
}

/**
 * @throws RegistryRefusal `forbidden` for whatever is wrong, in the same words and after the same time; `delayed`.
 */
export async function signIn(database: Database, { name: given, ...asked }: SignIn): Promise<SignedIn> {
  // What cannot be a name is nobody's, and never asked of the database, which may refuse its signs.
  const name = isStaffName(given) ? given : '';
  const weakness = await demandPassword(database, { ...asked, name }, 'The name or the password is wrong.');
  const secret = await openSession(database, { name, by: 'password', at: asked.at });
  return { secret, ...(weakness !== undefined && { weakness }) };
}

/**
 * Demands the right password of an account. An older hash is replaced by a current one.
 *
 * @param words - the error message for a wrong password.
 * @returns why the password is weak; undefined for a good one.
 * @throws RegistryRefusal `forbidden`, `delayed`.
 */
export async function demandPassword(
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
 * @param by - How they showed that it is they; stands in the audit.
 * @throws RegistryRefusal `forbidden` where they are disabled meanwhile.
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

/** Whose session it is; looked up for every request, so that it ends everywhere when it ends anywhere. */
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

/** Which of these are sessions now, by their secrets; whoever asks so does not keep them alive. */
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

/** Of the session's own secret, which no page can read: nothing more needs to be kept. */
export function csrfOf(secret: string): string {
  return createHash('sha256').update(`csrf ${secret}`).digest('base64url');
}

/** At their own wish; their other pages hear of it too. */
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

/** Whose one-time link it is; undefined where it is none any more. */
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
 * Uses a one-time link: sets the password, ends every session, token and link that the account had.
 *
 * @returns a new session's secret.
 * @throws RegistryRefusal `invalid` for a bad password, `unknown` for a link that is none any more.
 */
export async function takeLink(
  database: Database,
  { secret, password, at }: { readonly secret: string; readonly password: string; readonly at: number },
): Promise<string> {
  const name = await findLink(database, secret, at);
  if (name === undefined)
    throw new RegistryRefusal('unknown', 'This link is not good any more: ask for another.');
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
 * Changes one's own password, by the old one; every other session ends, and a link that nobody has used.
 *
 * @throws RegistryRefusal `forbidden` for a wrong old one, `delayed`, `invalid` for a bad new one.
 */
export async function changePassword(
  database: Database,
  { secret, next, endsTokens, ...old }: PasswordChange,
): Promise<void> {
  const { name, at } = old;
  await demandPassword(database, old, 'The old password is wrong.');
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
