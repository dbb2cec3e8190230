import type { Transaction } from 'kysely';
import type { Act } from '#src/shared/registry/act.ts';
import { record } from '../registry/audit.ts';
import type { Database, Queries } from '../registry/database.ts';
import { notFound, RegistryRefusal } from '../registry/failures.ts';
import type { Tables } from '../registry/tables.ts';
import type { Role } from '#src/review/roles.ts';
import { digestSecret, makeSecret } from './secrets.ts';

/** A person or a machine with access to the registry. */
export interface Account {
  readonly name: string;
  readonly kind: 'person' | 'service';
  readonly role: Role;
}

/** An account without its secrets. */
export interface StaffRecord extends Account {
  readonly state: Tables['staff']['state'];
  readonly madeBy?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the person uses single sign-on. */
  readonly isFederated: boolean;
}

/** Lifetime of one-time links, in ms. */
const LINK_MS = 24 * 60 * 60_000;

/** Names that the audit uses for automatic changes. */
const RESERVED = ['capiz', 'first-start', 'recovery'];

export async function listStaff(queries: Queries): Promise<StaffRecord[]> {
  const rows = await queries.selectFrom('staff').selectAll().orderBy('name').execute();
  return rows.map(describeStaff);
}

function describeStaff({ name, kind, role, state, made_by, at, subject }: Tables['staff']): StaffRecord {
  return {
    ...{ name, kind, role, state, at, isFederated: subject !== null },
    ...(made_by !== null && { madeBy: made_by }),
  };
}

/** @throws RegistryRefusal `unknown`. */
export async function readStaff(queries: Queries, name: string): Promise<StaffRecord> {
  const row = await queries.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirst();
  if (row === undefined) throw notFound('account', name);
  return describeStaff(row);
}

interface NewAccount extends Act {
  readonly name: string;
  readonly role: Role;
}

/**
 * Creates an account for a person, who sets a password with the link.
 * @returns the secret of the link, which is not stored.
 * @throws RegistryRefusal `conflict` if the name is or was in use.
 */
export function invitePerson({ write }: Database, account: NewAccount): Promise<string> {
  return write(async (queries, turn) => {
    await addAccount(queries, { ...account, turn, kind: 'person' });
    return addLink(queries, account.name, account.at);
  });
}

/**
 * Creates an account for a machine.
 * @param until - Milliseconds since the epoch; null: until the account is disabled.
 * @returns its token, which is not stored.
 */
export function addService(
  { write }: Database,
  { until, ...account }: NewAccount & { readonly until: number | null },
): Promise<string> {
  return write(async (queries, turn) => {
    await addAccount(queries, { ...account, turn, kind: 'service' });
    return addToken(queries, { ...account, staff: account.name, label: 'first', until });
  });
}

async function addAccount(
  queries: Transaction<Tables>,
  {
    turn,
    name,
    role,
    kind,
    actor,
    at,
  }: NewAccount & { readonly turn: number; readonly kind: Account['kind'] },
): Promise<void> {
  const known = await queries.selectFrom('staff').select('name').where('name', '=', name).executeTakeFirst();
  if (known !== undefined || RESERVED.includes(name)) {
    throw new RegistryRefusal(
      'conflict',
      `An account ${name} exists or existed; the audit uses its name, so choose another.`,
    );
  }
  const state = kind === 'person' ? 'invited' : 'active';
  await queries
    .insertInto('staff')
    .values({ name, kind, role, state, password: null, subject: null, made_by: actor, at })
    .execute();
  await record(queries, {
    ...{ turn, at, actor, action: kind === 'person' ? 'staff.invite' : 'staff.add-service' },
    ...{ subject: name, details: { role } },
  });
}

/** Creates a link; it replaces an older one. */
export async function addLink(queries: Transaction<Tables>, staff: string, at: number): Promise<string> {
  const secret = makeSecret();
  await queries.deleteFrom('staff_links').where('staff', '=', staff).execute();
  await queries
    .insertInto('staff_links')
    .values({ hash: digestSecret(secret), staff, until: at + LINK_MS })
    .execute();
  return secret;
}

export async function addToken(
  queries: Transaction<Tables>,
  { staff, label, at, until }: Omit<Tables['staff_tokens'], 'id' | 'hash'>,
): Promise<string> {
  const secret = makeSecret();
  const hash = digestSecret(secret);
  await queries
    .insertInto('staff_tokens')
    .values({ id: hash.slice(0, 8), hash, staff, label, at, until })
    .execute();
  return secret;
}

interface StaffChange extends Act {
  readonly name: string;
}

/**
 * @throws RegistryRefusal `conflict` for the last admin, `unknown`.
 */
export function changeRole(
  { write }: Database,
  { name, role, actor, at }: StaffChange & { readonly role: Role },
): Promise<StaffRecord> {
  return write(async (queries, turn) => {
    const before = await readStaff(queries, name);
    await demandAdminAfter(queries, () =>
      queries.updateTable('staff').set({ role }).where('name', '=', name).execute(),
    );
    const details = { from: before.role, to: role };
    await record(queries, { turn, at, actor, action: 'staff.role', subject: name, details });
    return readStaff(queries, name);
  });
}

/** Also ends the account's sessions and tokens, on every server from the next request on. */
export function disableStaff({ write }: Database, { name, actor, at }: StaffChange): Promise<StaffRecord> {
  return write(async (queries, turn) => {
    await readStaff(queries, name);
    await demandAdminAfter(queries, () =>
      queries.updateTable('staff').set({ state: 'disabled' }).where('name', '=', name).execute(),
    );
    await endAccess(queries, name);
    await record(queries, { turn, at, actor, action: 'staff.disable', subject: name, details: {} });
    return readStaff(queries, name);
  });
}

/**
 * Deletes the account of a person who has never signed in, with its link. The name can be invited again, because its
 * owner has done nothing.
 *
 * @throws RegistryRefusal `conflict` for every other account, `unknown`.
 */
export function withdrawInvitation(
  { write }: Database,
  { name, actor, at }: StaffChange,
): Promise<{ readonly name: string }> {
  return write(async (queries, turn) => {
    const { state } = await readStaff(queries, name);
    if (state !== 'invited')
      throw new RegistryRefusal(
        'conflict',
        `${name} is ${state}: only an unused invitation can be taken back.`,
      );
    await endAccess(queries, name);
    await queries.deleteFrom('staff').where('name', '=', name).execute();
    await record(queries, { turn, at, actor, action: 'staff.withdraw', subject: name, details: {} });
    return { name };
  });
}

/** Deletes sessions, tokens and links of an account; password and single sign-on stay. */
export async function endAccess(queries: Transaction<Tables>, staff: string): Promise<void> {
  for (const table of ['staff_sessions', 'staff_tokens', 'staff_links'] as const) {
    await queries.deleteFrom(table).where('staff', '=', staff).execute();
  }
}

/** Restores the former state; a service account needs a new token. */
export function enableStaff({ write }: Database, { name, actor, at }: StaffChange): Promise<StaffRecord> {
  return write(async (queries, turn) => {
    const { state } = await readStaff(queries, name);
    if (state !== 'disabled') throw new RegistryRefusal('conflict', `${name} is ${state}.`);
    const { password, subject, kind } = await queries
      .selectFrom('staff')
      .select(['password', 'subject', 'kind'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const wasHere = kind === 'service' || password !== null || subject !== null;
    await queries
      .updateTable('staff')
      .set({ state: wasHere ? 'active' : 'invited' })
      .where('name', '=', name)
      .execute();
    await record(queries, { turn, at, actor, action: 'staff.enable', subject: name, details: {} });
    return readStaff(queries, name);
  });
}

/**
 * Replaces lost access: a new link for a person, a new token instead of the old ones for a machine.
 * @returns the secret, which is not stored.
 * @throws RegistryRefusal `conflict` for a disabled account, `unknown`.
 */
export function renewAccess({ write }: Database, { name, actor, at }: StaffChange): Promise<string> {
  return write(async (queries, turn) => {
    const { kind, state } = await readStaff(queries, name);
    if (state === 'disabled') throw new RegistryRefusal('conflict', `${name} is disabled.`);
    await record(queries, { turn, at, actor, action: 'staff.renew', subject: name, details: {} });
    if (kind === 'person') return addLink(queries, name, at);
    await queries.deleteFrom('staff_tokens').where('staff', '=', name).execute();
    return addToken(queries, { staff: name, label: 'renewed', at, until: null });
  });
}

/**
 * Makes a change and checks that an admin remains: a person, because a machine's token can be lost.
 * @throws RegistryRefusal `conflict` if none would remain.
 */
async function demandAdminAfter(queries: Queries, change: () => Promise<unknown>): Promise<void> {
  const before = await countAdmins(queries);
  await change();
  if (before > 0 && (await countAdmins(queries)) === 0) {
    throw new RegistryRefusal('conflict', 'This is the last admin: make another person an admin first.');
  }
}

export async function countAdmins(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('staff')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', 'person')
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(count);
}
