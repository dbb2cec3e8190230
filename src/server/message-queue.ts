import type { Kysely } from 'kysely';
import type { MessageColumns } from './message-columns.ts';
import type { Tables } from './registry/tables.ts';

type MessageTable = 'webhook_messages' | 'mail_messages';

/** The result of an attempt. */
export interface Outcome {
  readonly isAccepted: boolean;
  /** The status, or an error message. */
  readonly words: string;
}

const MINUTE_MS = 60_000;
/** Delays after each failed attempt; after the last one the message is given up. */
const WAITS_MS = [1 / 12, 1 / 2, 2, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** Longer than an attempt, so that no other server sends the same message. */
export const LEASE_MS = MINUTE_MS;
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;
/** Maximum number of messages that one server reads at a time. */
export const AT_ONCE = 20;

/** The delay after a failed attempt. @param tries - Number of earlier attempts. @returns undefined after the last attempt. */
export function waitAfter(tries: number): number | undefined {
  return WAITS_MS[tries];
}

/** Takes a due message for one attempt. @returns false if another server has taken it. */
export async function takeMessage(
  queries: Kysely<Tables>,
  table: MessageTable,
  { id, due, tries }: Pick<MessageColumns, 'id' | 'due' | 'tries'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable(table)
    .set({ due: now + LEASE_MS, tries: tries + 1 })
    .where('id', '=', id)
    .where('due', '=', due)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores the result of an attempt. @param wait - Delay of the next attempt; undefined: this was the last. */
export async function storeOutcome(
  queries: Kysely<Tables>,
  table: MessageTable,
  id: string,
  { isAccepted, words }: Outcome,
  { now, wait }: { readonly now: number; readonly wait?: number | undefined },
): Promise<MessageColumns['state']> {
  const state = isAccepted ? 'sent' : wait === undefined ? 'given-up' : 'waiting';
  await queries
    .updateTable(table)
    .set({ state, outcome: words, due: now + (wait ?? 0) })
    .where('id', '=', id)
    // After an attempt that took longer than its lease, another server may have sent it.
    .where('state', '=', 'waiting')
    .execute();
  return state;
}

/** Deletes messages after a week: webhooks that are finished, and all e-mail, also if it was never sent. */
export async function pruneMessages(queries: Kysely<Tables>, at: number): Promise<void> {
  await queries
    .deleteFrom('webhook_messages')
    .where('state', '!=', 'waiting')
    .where('at', '<', at - KEPT_MS)
    .execute();
  await queries
    .deleteFrom('mail_messages')
    .where('at', '<', at - KEPT_MS)
    .execute();
  await queries
    .deleteFrom('mail_events')
    .where('at', '<', at - KEPT_MS)
    .execute();
}
