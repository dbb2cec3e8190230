import type { AuditRecord } from '#src/shared/registry/audit-record.ts';
import * as v from 'valibot';
import type { Transaction } from 'kysely';
import { noteMailEvent } from '../mail/mail-events.ts';
import { enqueue } from '../webhooks/outbox.ts';
import { readColumn } from './column.ts';
import { hashOf } from './contents.ts';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Name of the row in `secrets` with the last hash. It is stored apart from the records, so that a deletion of the
 * last records is detected.
 */
const HEAD = 'audit-head';

/** Appends a record, in the transaction of the change. */
export async function record(
  transaction: Transaction<Tables>,
  { turn, at, actor, action, subject, details }: AuditRecord,
): Promise<void> {
  const row = {
    turn,
    at,
    actor,
    action,
    subject,
    details: JSON.stringify(details),
    previous: await readHead(transaction),
  };
  const hash = hashRecord(row);
  await transaction
    .insertInto('audit')
    .values({ ...row, hash })
    .execute();
  await transaction
    .insertInto('secrets')
    .values({ name: HEAD, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
    .execute();
  const change = { turn, at, actor, action, subject, details };
  await enqueue(transaction, change);
  await noteMailEvent(transaction, change);
}

async function readHead(queries: Queries): Promise<string> {
  const row = await queries.selectFrom('secrets').select('hash').where('name', '=', HEAD).executeTakeFirst();
  return row?.hash ?? '';
}

/** Hash of a record, with the hash of the record before it. */
export function hashRecord(row: Omit<Tables['audit'], 'hash'>): string {
  const { turn, at, actor, action, subject, details, previous } = row;
  return hashOf(JSON.stringify([turn, at, actor, action, subject, details, previous]));
}

/** Records per query: the whole audit may be large. */
const PAGE = 1_000;

/** Result of a check of the audit's hash chain. */
export type AuditVerdict =
  | {
      readonly isWhole: true;
      readonly records: number;
      /** Hash of the last record. A copy that is stored elsewhere shows whether the whole chain was rewritten. */
      readonly head: string;
    }
  | {
      readonly isWhole: false;
      /**
       * The first record that was changed or whose predecessor is missing; the last record if the end of the chain
       * is missing.
       */
      readonly turn: number;
      readonly why: 'changed' | 'missing-before' | 'missing-after';
    };

/** Checks the chain from its beginning. Records may be added meanwhile. */
export async function verifyAudit(queries: Queries): Promise<AuditVerdict> {
  const head = await readHead(queries);
  let isHeadSeen = head === '';
  let records = 0;
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
      if (hashRecord(row) !== hash) return { isWhole: false, turn: row.turn, why: 'changed' };
      if (row.previous !== previous) return { isWhole: false, turn: row.turn, why: 'missing-before' };
      previous = hash;
      after = row.turn;
      records += 1;
      isHeadSeen ||= hash === head;
    }
    if (rows.length < PAGE) break;
  }
  if (!isHeadSeen) return { isWhole: false, turn: after, why: 'missing-after' };
  return { isWhole: true, records, head: previous };
}

/** Whether the audit has a record with this hash. */
export async function hasRecord(queries: Queries, hash: string): Promise<boolean> {
  const row = await queries.selectFrom('audit').select('turn').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** Newest first. */
export async function listRecords(
  queries: Queries,
  {
    subject,
    actions,
    before,
    limit = 100,
  }: { subject?: string; actions?: readonly string[]; before?: number; limit?: number } = {},
): Promise<AuditRecord[]> {
  let query = queries.selectFrom('audit').selectAll().orderBy('turn', 'desc').limit(limit);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (actions !== undefined) query = query.where('action', 'in', actions);
  if (before !== undefined) query = query.where('turn', '<', before);
  const rows = await query.execute();
  return rows.map(({ turn, at, actor, action, subject, details }) => ({
    turn,
    at,
    actor,
    action,
    subject,
    details: readColumn('audit.details', details, v.record(v.string(), v.unknown())),
  }));
}
