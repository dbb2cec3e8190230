import type { Kysely, Migration, RawBuilder } from 'kysely';
import type { CallAnswer, CallClaim, CallKeeper } from '../keyed-call.ts';
import type { Database } from './database.ts';

/** Calls to the loan service that may have one effect only. */
export interface CallTables {
  kept_calls: {
    /** SHA-256 of whose call it is and under which key: no key and no session stands here. */
    place: string;
    /** SHA-256 of what is sent. */
    fingerprint: string;
    state: 'running' | 'unknown' | 'answered';
    /** Grows with each time that it is sent: who sent it before says no more how it ended. */
    attempt: number;
    /** When whoever sends it has given up, or is no more. */
    until: number;
    /** When it was first asked for. */
    at: number;
    /** Of the answer, as it came: replays are equal to the last byte. */
    status: number | null;
    type: string | null;
    body: Uint8Array | null;
  };
}

export function callMigration(bytes: RawBuilder<unknown>): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('kept_calls')
        .addColumn('place', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempt', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('status', 'bigint')
        .addColumn('type', 'text')
        .addColumn('body', bytes)
        .execute();
      await schema.createIndex('kept_calls_at').on('kept_calls').column('at').execute();
    },
  };
}

/** Longer than anybody comes back to a call that they began: a key that is forgotten is a new one. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Claims are single statements, on disk before anything is sent, and the database lets one of all servers have a
 * place. They are no changes of what borrowers are shown, so nobody is told of them.
 */
export function createCallKeeper({ queries }: Pick<Database, 'queries'>, now: () => number): CallKeeper {
  /** Only by whoever sent it last. */
  const change = async (place: string, attempt: number, to: Partial<CallTables['kept_calls']>) => {
    await queries
      .updateTable('kept_calls')
      .set(to)
      .where('place', '=', place)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .execute();
  };
  const claimed = (place: string, attempt: number): CallClaim => ({
    is: 'mine',
    attempt,
    answered: ({ status, type, body }) =>
      change(place, attempt, { state: 'answered', status, type, body: Buffer.from(body) }),
    unknown: () => change(place, attempt, { state: 'unknown' }),
    async unsent() {
      if (attempt > 1) return change(place, attempt, { state: 'unknown' });
      await queries
        .deleteFrom('kept_calls')
        .where('place', '=', place)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .execute();
    },
  });

  async function claim(
    ...[{ place, fingerprint }, { forMs, repeatsUnknown }]: Parameters<CallKeeper['claim']>
  ): Promise<CallClaim> {
    const at = now();
    const first = await queries
      .insertInto('kept_calls')
      .values({ place, fingerprint, state: 'running', attempt: 1, until: at + forMs, at })
      .onConflict((conflict) => conflict.column('place').doNothing())
      .returning('place')
      .executeTakeFirst();
    if (first !== undefined) return claimed(place, 1);
    const known = await queries
      .selectFrom('kept_calls')
      .selectAll()
      .where('place', '=', place)
      .executeTakeFirst();
    // Whoever had it has sent nothing, and gave it back meanwhile.
    if (known === undefined) return claim({ place, fingerprint }, { forMs, repeatsUnknown });
    if (known.fingerprint !== fingerprint) return { is: 'other' };
    const answer = answerOf(known);
    if (answer !== undefined) return { is: 'replay', answer };
    if (known.state === 'running' && known.until > at) return { is: 'running' };
    if (!repeatsUnknown) return { is: 'unknown' };
    const again = await queries
      .updateTable('kept_calls')
      .set({ state: 'running', attempt: known.attempt + 1, until: at + forMs })
      .where('place', '=', place)
      .where('attempt', '=', known.attempt)
      .where('state', '=', known.state)
      .returning('attempt')
      .executeTakeFirst();
    return again === undefined ? { is: 'running' } : claimed(place, again.attempt);
  }
  return { claim };
}

function answerOf({ state, status, type, body }: CallTables['kept_calls']): CallAnswer | undefined {
  if (state !== 'answered' || status === null || body === null) return undefined;
  // One of the engines gives an ArrayBuffer.
  return { status, type, body: new Uint8Array(body) };
}

/** Forgets what is older than 90 days. */
export async function pruneCalls({ queries }: Pick<Database, 'queries'>, now: number): Promise<void> {
  await queries
    .deleteFrom('kept_calls')
    .where('at', '<', now - KEPT_MS)
    .execute();
}

/**
 * A server that is alone with its database and has just been started knows that nobody runs what an earlier one of
 * its lives began.
 */
export async function endCallsOfEarlierLives({ engine, queries }: Database): Promise<void> {
  if (engine !== 'sqlite') return;
  await queries.updateTable('kept_calls').set({ state: 'unknown' }).where('state', '=', 'running').execute();
}
