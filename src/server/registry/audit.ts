import type { Transaction } from 'kysely';
import { hashOf } from './contents.ts';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Who does something, when, and why. */
export interface Act {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AuditRecord extends Act {
  /** The writer's turn. */
  readonly turn: number;
  /** `release.publish`, `draft.save`, … */
  readonly action: string;
  /** What it was done to: a draft's id, a release's hash. */
  readonly subject: string;
  readonly details: { readonly [name: string]: unknown };
}

/** Adds the record of this writer's turn; part of the same change. */
export async function record(
  transaction: Transaction<Tables>,
  { turn, at, actor, action, subject, details }: AuditRecord,
): Promise<void> {
  const last = await transaction
    .selectFrom('audit')
    .select('hash')
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    turn,
    at,
    actor,
    action,
    subject,
    details: JSON.stringify(details),
    previous: last?.hash ?? '',
  };
  await transaction
    .insertInto('audit')
    .values({ ...row, hash: hashRecord(row) })
    .execute();
}

function hashRecord(row: Omit<Tables['audit'], 'hash'>): string {
  const { turn, at, actor, action, subject, details, previous } = row;
  return hashOf(JSON.stringify([turn, at, actor, action, subject, details, previous]));
}

/** Reads so many records at once: the whole of it may be large. */
const PAGE = 1_000;

/**
 * Follows the chain from its beginning.
 *
 * @returns the turn of the first record that is not as it was written; undefined where all are.
 */
export async function findBreak(queries: Queries): Promise<number | undefined> {
  let previous = '';
  let after = 0;
  for (;;) {
    const rows = await queries
      .selectFrom('audit')
      .selectAll()
      .where('turn', '>', after)
      .orderBy('turn')
      .limit(PAGE)
      .execute();
    for (const { hash, ...row } of rows) {
      if (row.previous !== previous || hashRecord(row) !== hash) return row.turn;
      previous = hash;
      after = row.turn;
    }
    if (rows.length < PAGE) return undefined;
  }
}

/** Newest first. */
export async function listRecords(
  queries: Queries,
  { subject, before, limit = 100 }: { subject?: string; before?: number; limit?: number } = {},
): Promise<AuditRecord[]> {
  let query = queries.selectFrom('audit').selectAll().orderBy('turn', 'desc').limit(limit);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (before !== undefined) query = query.where('turn', '<', before);
  const rows = await query.execute();
  return rows.map(({ turn, at, actor, action, subject, details }) => ({
    turn,
    at,
    actor,
    action,
    subject,
    details: JSON.parse(details) as AuditRecord['details'],
  }));
}
