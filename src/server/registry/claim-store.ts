import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Migration, type RawBuilder, sql } from 'kysely';
import type { CallAnswer, CallClaim, ClaimStore, CallWish } from '../keyed-call.ts';
import type { Database } from './database.ts';

/** Calls to the loan service that must have their effect at most once. */
export interface CallTables {
  kept_calls: {
    /** SHA-256 of the session and the idempotency key; neither is stored. */
    place: string;
    /** SHA-256 of the request. */
    fingerprint: string;
    state: 'running' | 'unknown' | 'answered';
    /** Number of times that the call was sent. The outcome of an earlier attempt does not count any more. */
    attempt: number;
    /**
     * Random, one per attempt: an attempt never changes the result of another one. Null in rows older than this
     * column.
     */
    owner: string | null;
    /** When the attempt has timed out, or its server has stopped; milliseconds since the epoch. */
    until: number;
    /** When the call was first requested. */
    at: number;
    /** The response, byte for byte, for replays. */
    status: number | null;
    type: string | null;
    body: Uint8Array | null;
  };
  /** The wishes of critical calls, independent of their keys. */
  kept_wishes: {
    /** SHA-256 of the session and the wish. */
    place: string;
    /** `place` of the call that is being sent for the wish. */
    call: string | null;
    /** Like `until` of a call. */
    running_until: number | null;
    /** When the last success ended the wish, and when that expires. */
    ended_at: number | null;
    ended_until: number | null;
    /** Whether the outcome of a later call is unknown. */
    how: 'unknown' | null;
    /** `place` of that call, and when its outcome became unknown. */
    by: string | null;
    at: number;
    /** When the row expires. */
    until: number;
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

export const wishMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('kept_wishes')
      .addColumn('place', 'text', (column) => column.primaryKey())
      .addColumn('call', 'text')
      .addColumn('running_until', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('ended_until', 'bigint')
      .addColumn('how', 'text')
      .addColumn('by', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
  },
};

export const callOwnerMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('kept_calls').addColumn('owner', 'text').execute();
  },
};

/** A page does not repeat a call after this time. A repeated call with a deleted key counts as a new call. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

/** Interval and total time of retries of a failed write, in ms. */
const RETRY_MS = 1_000;
const RETRY_FOR_MS = 10 * 60_000;
/**
 * How often the claim of an unanswered statement is deleted. A database that hung may execute the claim after
 * its deletion, because it handles waiting statements in any order.
 */
const TAKEN_BACK = 10;

/**
 * Claims are single statements, on disk before anything is sent, and the primary key lets only one server claim a
 * call. They do not change what borrowers get, so they send no change notification.
 */
export function createClaimStore({ queries }: Pick<Database, 'queries'>, now: () => number): ClaimStore {
  const inBackground = createRepeats();
  /** Matches only rows of this attempt, also if their outcome has become unknown. */
  const of =
    ({ place, owner }: Mine) =>
    (where: CallWhere) =>
      where.and([where('place', '=', place), where('owner', '=', owner), where('state', '!=', 'answered')]);
  const change = async (mine: Mine, to: Partial<CallTables['kept_calls']>) => {
    await queries.updateTable('kept_calls').set(to).where(of(mine)).execute();
  };
  const wishes = createWishes(queries, now);
  const takeBack = async (mine: Mine) => {
    const isFirst = mine.attempt === 1;
    if (isFirst) await queries.deleteFrom('kept_calls').where(of(mine)).execute();
    else await change(mine, { state: 'unknown' });
    if (mine.wish === undefined) return;
    // Another request with the same key may be sending the call.
    let others = queries.selectFrom('kept_calls').select('place').where('place', '=', mine.place);
    if (!isFirst) others = others.where('owner', '!=', mine.owner).where('state', '=', 'running');
    if ((await others.executeTakeFirst()) !== undefined) return;
    if (isFirst) await wishes.forget(mine.wish, mine.place);
    else await wishes.giveUp(mine.wish, mine.place);
  };
  /** Runs an operation now, and retries it later if that fails. @throws if the first run failed. */
  const runOrRetry = (run: () => Promise<void>) =>
    run().catch((error: unknown) => {
      inBackground(run, 1);
      throw error;
    });
  /** @throws the error of `asked`. The database may still execute the claim, so this function deletes it. */
  const claiming = async <T>(mine: Mine, asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      inBackground(() => takeBack(mine), TAKEN_BACK);
      throw error;
    }
  };
  const claimed = (mine: Mine): CallClaim => ({
    is: 'mine',
    attempt: mine.attempt,
    answered: ({ status, type, body }, endsForMs) =>
      runOrRetry(async () => {
        const { wish, place } = mine;
        if (wish && endsForMs !== undefined) await wishes.end(wish, place, endsForMs);
        else if (wish) await wishes.forget(wish, place);
        await change(mine, { state: 'answered', status, type, body: Buffer.from(body) });
      }),
    unknown: () =>
      runOrRetry(async () => {
        if (mine.wish) await wishes.doubt(mine.wish, mine.place);
        await change(mine, { state: 'unknown' });
      }),
    unsent: () => runOrRetry(() => takeBack(mine)),
  });

  async function claim(
    ...[{ place, fingerprint, wish }, { forMs, repeatsUnknown }]: Parameters<ClaimStore['claim']>
  ): Promise<CallClaim> {
    const at = now();
    const owner = randomBytes(16).toString('base64url');
    const whose = { place, owner, ...(wish && { wish }) };
    const mine = { ...whose, attempt: 1 };
    // If the key was sent before, its own row has the outcome.
    const refusal = wish && (await claiming(mine, wishes.claim(wish, place, forMs)));
    if (refusal !== undefined && refusal !== 'sent') return { is: refusal };
    const first = await claiming(
      mine,
      queries
        .insertInto('kept_calls')
        .values({ place, fingerprint, state: 'running', attempt: 1, owner, until: at + forMs, at })
        .onConflict((conflict) => conflict.column('place').doNothing())
        .returning('place')
        .executeTakeFirst(),
    );
    if (first !== undefined && refusal === 'sent') {
      // The former owner has released the key and the wish since.
      const whyNot = wish && (await claiming(mine, wishes.claim(wish, place, forMs, true)));
      if (whyNot !== undefined && whyNot !== 'sent') {
        await runOrRetry(() => takeBack(mine));
        return { is: whyNot };
      }
    }
    if (first !== undefined) return claimed(mine);
    const known = await queries
      .selectFrom('kept_calls')
      .selectAll()
      .where('place', '=', place)
      .executeTakeFirst();
    // The former owner did not send the call, and has released it since.
    if (known === undefined)
      return claim({ place, fingerprint, ...(wish && { wish }) }, { forMs, repeatsUnknown });
    if (known.fingerprint !== fingerprint) return { is: 'other' };
    const answer = answerOf(known);
    if (answer !== undefined) return { is: 'replay', answer };
    if (known.state === 'running' && known.until > at) return { is: 'running' };
    if (!repeatsUnknown) return { is: 'unknown' };
    const attempt = known.attempt + 1;
    const repeated = { ...whose, attempt };
    // Another key may have succeeded since, or may be running.
    const whyNot = wish && (await claiming(repeated, wishes.claim(wish, place, forMs, true)));
    if (whyNot !== undefined && whyNot !== 'sent') return { is: whyNot };
    const again = await claiming(
      repeated,
      queries
        .updateTable('kept_calls')
        .set({ state: 'running', attempt, owner, until: at + forMs })
        .where('place', '=', place)
        .where('attempt', '=', known.attempt)
        .where('state', '=', known.state)
        .returning('attempt')
        .executeTakeFirst(),
    );
    return again === undefined ? { is: 'running' } : claimed(repeated);
  }
  return { claim };
}

/** The claim of one attempt. */
interface Mine {
  readonly place: string;
  readonly owner: string;
  readonly attempt: number;
  readonly wish?: CallWish;
}

type CallWhere = ExpressionBuilder<CallTables, 'kept_calls'>;

/** Retries failed database operations until each has succeeded `times` times. */
function createRepeats(): (run: () => Promise<void>, times: number) => void {
  const open = new Set<{ run: () => Promise<void>; left: number; until: number }>();
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    timer = setTimeout(() => void tryAll(), RETRY_MS);
    timer.unref();
  };
  async function tryAll(): Promise<void> {
    for (const one of open) {
      try {
        await one.run();
        one.left -= 1;
      } catch {
        // If the database does not answer, do not try the others now.
        if (performance.now() < one.until) break;
        one.left = 0;
      }
      if (one.left === 0) open.delete(one);
    }
    timer = undefined;
    if (open.size > 0) later();
  }
  return (run, times) => {
    open.add({ run, left: times, until: performance.now() + RETRY_FOR_MS });
    if (timer === undefined) later();
  };
}

/**
 * Sends at most one call per wish at a time, and none from a page that read its data before the success that ended
 * the wish.
 */
function createWishes(queries: Database['queries'], now: () => number) {
  const release = (place: string, call: string) =>
    queries
      .updateTable('kept_wishes')
      .set({ call: null, running_until: null })
      .where('place', '=', place)
      .where('call', '=', call)
      .execute();
  return {
    /**
     * @param isAgain - the call was sent before: its own unknown outcome does not block it.
     * @returns why it may not be sent; `sent`: this key was sent before, so the wish was not claimed.
     */
    async claim(
      { place, readAt }: CallWish,
      call: string,
      forMs: number,
      isAgain = false,
    ): Promise<'ended' | 'running' | 'unknown' | 'sent' | undefined> {
      const at = now();
      const sent = await queries
        .selectFrom('kept_calls')
        .select('place')
        .where('place', '=', call)
        .executeTakeFirst();
      if (sent !== undefined && !isAgain) return 'sent';
      const runs = { call, running_until: at + forMs };
      const mine = await queries
        .insertInto('kept_wishes')
        .values({ place, ...runs, ended_at: null, ended_until: null, how: null, by: null, at, until: at })
        .onConflict((conflict) =>
          conflict
            .column('place')
            .doUpdateSet(runs)
            .where((is) =>
              is.and([
                is.or([
                  is('kept_wishes.running_until', 'is', null),
                  is('kept_wishes.call', '=', call),
                  is('kept_wishes.running_until', '<', Math.min(at, readAt)),
                ]),
                is.or([
                  is('kept_wishes.ended_at', 'is', null),
                  is('kept_wishes.ended_until', '<=', at),
                  is('kept_wishes.ended_at', '<', readAt),
                ]),
                is.or([
                  is('kept_wishes.how', 'is', null),
                  is('kept_wishes.until', '<=', at),
                  is('kept_wishes.at', '<', readAt),
                  ...(isAgain
                    ? [is.and([is('kept_wishes.how', '=', 'unknown'), is('kept_wishes.by', '=', call)])]
                    : []),
                ]),
              ]),
            ),
        )
        .returning('place')
        .executeTakeFirst();
      if (mine !== undefined) return undefined;
      const known = await queries
        .selectFrom('kept_wishes')
        .selectAll()
        .where('place', '=', place)
        .executeTakeFirst();
      if (known !== undefined) {
        const { how, ended_at: endedAt, ended_until: endedUntil } = known;
        if (how !== null && known.until > at && known.at >= readAt) return how;
        if ((endedUntil ?? 0) > at && (endedAt ?? 0) >= readAt) return 'ended';
      }
      return (known?.running_until ?? 0) > at ? 'running' : 'unknown';
    },
    /** The call succeeded. */
    async end({ place }: CallWish, call: string, forMs: number) {
      const at = now();
      await queries
        .updateTable('kept_wishes')
        .set({ ended_at: at, ended_until: at + forMs, how: null })
        .where('place', '=', place)
        .execute();
      await release(place, call);
    },
    /** The outcome of the call is unknown. An earlier success stays stored. */
    async doubt({ place }: CallWish, call: string) {
      const at = now();
      await queries
        .updateTable('kept_wishes')
        .set({ how: 'unknown', by: call, at, until: at + KEPT_MS })
        .where('place', '=', place)
        .execute();
      await release(place, call);
    },
    /** The call was not sent again, but an earlier send may have had its effect. */
    async giveUp({ place }: CallWish, call: string) {
      const at = now();
      await queries
        .updateTable('kept_wishes')
        .set({ how: 'unknown', by: call, at, until: at + KEPT_MS, call: null, running_until: null })
        .where('place', '=', place)
        .where('call', '=', call)
        .execute();
    },
    /** The call is over and had no lasting effect. */
    async forget({ place }: CallWish, call: string) {
      await queries
        .updateTable('kept_wishes')
        .set({ how: null })
        .where('place', '=', place)
        .where('by', '=', call)
        .where('how', '=', 'unknown')
        .execute();
      await release(place, call);
    },
  };
}

function answerOf({ state, status, type, body }: CallTables['kept_calls']): CallAnswer | undefined {
  if (state !== 'answered' || status === null || body === null) return undefined;
  // One engine returns an ArrayBuffer.
  return { status, type, body: new Uint8Array(body) };
}

/** Deletes calls older than 90 days, and expired wishes. */
export async function pruneCalls({ queries }: Pick<Database, 'queries'>, now: number): Promise<void> {
  await queries
    .deleteFrom('kept_calls')
    .where('at', '<', now - KEPT_MS)
    .execute();
  await queries
    .deleteFrom('kept_wishes')
    .where('until', '<', now)
    .where((is) => is.or([is('ended_until', 'is', null), is('ended_until', '<', now)]))
    .where((is) => is.or([is('running_until', 'is', null), is('running_until', '<', now - KEPT_MS)]))
    .execute();
}

/**
 * At start, sets the running calls of an earlier process to unknown. Only for the embedded database, which has one
 * server.
 */
export async function endCallsOfEarlierProcesses({ engine, queries }: Database): Promise<void> {
  if (engine !== 'sqlite') return;
  await queries.updateTable('kept_calls').set({ state: 'unknown' }).where('state', '=', 'running').execute();
  await queries
    .updateTable('kept_wishes')
    .set((row) => ({
      ...{ how: 'unknown' as const, by: row.ref('call'), at: row.ref('running_until').$notNull() },
      until: sql<number>`running_until + ${KEPT_MS}`,
      ...{ call: null, running_until: null },
    }))
    .where('running_until', 'is not', null)
    .execute();
}
