import type { Act } from '#src/shared/registry/act.ts';
import { record } from '../registry/audit.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { type Account, addToken } from './accounts.ts';
import { digestSecret, isSecret } from './secrets.ts';

/** A token without its secret. */
export interface TokenRecord {
  readonly id: string;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly until?: number;
}

/** The service account of the installation itself, whose token is stored beside the database. */
export const COMMAND_LINE = 'command-line';

/**
 * The account of the token in an `Authorization` header. Looked up for every request, so that a removed token ends
 * at once.
 */
export async function findTokenOwner(
  { queries }: Database,
  authorization: string | undefined,
  now: number,
): Promise<Account | undefined> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined || !isSecret(token)) return undefined;
  const row = await queries
    .selectFrom('staff_tokens')
    .innerJoin('staff', 'staff.name', 'staff_tokens.staff')
    .select(['staff.name', 'staff.kind', 'staff.role', 'staff.state', 'staff_tokens.until'])
    .where('staff_tokens.hash', '=', digestSecret(token))
    .executeTakeFirst();
  if (row === undefined || row.state !== 'active' || (row.until !== null && row.until <= now))
    return undefined;
  return { name: row.name, kind: row.kind, role: row.role };
}

export async function listTokens(queries: Queries, staff: string): Promise<TokenRecord[]> {
  const rows = await queries
    .selectFrom('staff_tokens')
    .select(['id', 'label', 'at', 'until'])
    .where('staff', '=', staff)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ until, ...row }) => ({ ...row, ...(until !== null && { until }) }));
}

/** @returns a token with the rights of its maker; it is not stored. */
export function makeToken(
  { write }: Database,
  { label, until, actor, at }: Act & { readonly label: string; readonly until: number },
): Promise<string> {
  return write(async (queries, turn) => {
    await record(queries, {
      turn,
      at,
      actor,
      action: 'staff.token',
      subject: actor,
      details: { label, until },
    });
    return addToken(queries, { staff: actor, label, at, until });
  });
}

/** @throws RegistryRefusal `unknown`, also for another person's token. */
export function removeToken(
  { write }: Database,
  { id, actor, at }: Act & { readonly id: string },
): Promise<void> {
  return write(async (queries, turn) => {
    const { numDeletedRows } = await queries
      .deleteFrom('staff_tokens')
      .where('id', '=', id)
      .where('staff', '=', actor)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new RegistryRefusal('unknown', `You have no token ${id}.`);
    await record(queries, { turn, at, actor, action: 'staff.token-remove', subject: actor, details: { id } });
  });
}

/**
 * Creates the installation's own token, at its first start.
 * @returns the token if this call has created it; it is not stored.
 */
export function createStaffToken({ write }: Database, at: number): Promise<string | undefined> {
  return write(async (queries, turn) => {
    const known = await queries
      .selectFrom('staff')
      .select('name')
      .where('name', '=', COMMAND_LINE)
      .executeTakeFirst();
    if (known !== undefined) return undefined;
    await queries
      .insertInto('staff')
      .values({
        ...{ name: COMMAND_LINE, kind: 'service', role: 'admin', state: 'active' },
        ...{ password: null, subject: null, made_by: null, at },
      })
      .execute();
    await record(queries, {
      ...{ turn, at, actor: 'first-start', action: 'staff.add-service' },
      ...{ subject: COMMAND_LINE, details: { role: 'admin' } },
    });
    return addToken(queries, { staff: COMMAND_LINE, label: 'staff-token', at, until: null });
  });
}
