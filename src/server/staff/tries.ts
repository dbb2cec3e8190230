import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnNetwork } from '../delivery/network.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { type PasswordThread, takePublicTurn, takeTurn } from './passwords.ts';
import { digestSecret } from './secrets.ts';

const MINUTE_MS = 60_000;
/**
 * Maximum number of wrong passwords per minute: for one name from one network, for one name from anywhere, from
 * one network.
 */
const MOST = [5, 60, 30];
/**
 * An attempt beyond the limits from this machine or a private network is delayed and not refused, because all
 * clients of a proxy may share that address. The delay is this number of ms, and as much again for each
 * attempt for the same name that is already delayed, up to the longest delay.
 */
const SLOW_MS = 1_000;
const LONGEST_SLOW_MS = 10_000;

export interface Try {
  /** The name of the account; empty if no account can have it. */
  readonly name: string;
  /** The caller's network, from `networkOf`; absent: unknown. */
  readonly from?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Aborted when the caller has left. */
  readonly gone?: AbortSignal;
}

/**
 * Checks a password in its turn, unless there were too many wrong ones. The database counts wrong passwords over
 * all servers; a right one, or one that was not checked, does not count. Parallel attempts are checked one after
 * the other, so that each is counted. The database is queried only during the turn: a flood of attempts waits
 * here, and does not load the database that borrowers need.
 * @param look - Resolves to undefined if the password is wrong.
 * @returns the result of `look`.
 * @throws RegistryRefusal `delayed`: the password was not checked. From a public network even a right one is
 * refused then.
 */
export async function tryPassword<T>(
  database: Database,
  asked: Try,
  look: (thread: PasswordThread) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { name, from = 'unknown', gone } = asked;
  if (!isOwnNetwork(from)) {
    return takePublicTurn(
      from,
      async (thread) => {
        if (await isTooMany(database.queries, asked)) {
          throw new RegistryRefusal('delayed', 'Too many wrong tries: wait a minute.');
        }
        return count(database.queries, asked, () => look(thread));
      },
      gone,
    );
  }
  const lane = `name ${name}`;
  if (await takeTurn(lane, () => isTooMany(database.queries, asked), gone)) await slowDown(name);
  return takeTurn(lane, (thread) => count(database.queries, asked, () => look(thread)), gone);
}

/** Counts an attempt as wrong before it is checked, and undoes that unless it was wrong. */
async function count<T>(
  queries: Queries,
  { at, ...asked }: Try,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const keys = keysOf(asked);
  const id = randomUUID();
  await queries
    .deleteFrom('staff_tries')
    .where('at', '<=', at - MINUTE_MS)
    .execute();
  await queries
    .insertInto('staff_tries')
    .values(keys.map((key, place) => ({ id: `${id}-${place}`, key, at })))
    .execute();
  let isWrong = false;
  try {
    const seen = await look();
    isWrong = seen === undefined;
    if (!isWrong)
      await queries
        .deleteFrom('staff_tries')
        .where('key', '=', keys[0] ?? '')
        .execute();
    return seen;
  } finally {
    if (!isWrong) await queries.deleteFrom('staff_tries').where('id', 'like', `${id}-%`).execute();
  }
}

/** Hashed, because people sometimes type their password as the name. */
function keysOf({ name, from = 'unknown' }: Omit<Try, 'at'>): readonly string[] {
  return [`pair ${name} ${from}`, `name ${name}`, `from ${from}`].map(digestSecret);
}

async function isTooMany(queries: Queries, asked: Try): Promise<boolean> {
  const keys = keysOf(asked);
  const counts = await queries
    .selectFrom('staff_tries')
    .select((row) => ['key', row.fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', asked.at - MINUTE_MS)
    .groupBy('key')
    .execute();
  const countOf = (key: string) => Number(counts.find((one) => one.key === key)?.count ?? 0);
  return keys.some((key, place) => countOf(key) >= (MOST[place] ?? 0));
}

const slowed = new Map<string, number>();

async function slowDown(name: string): Promise<void> {
  const ahead = slowed.get(name) ?? 0;
  slowed.set(name, ahead + 1);
  try {
    await delay(Math.min(SLOW_MS * (ahead + 1), LONGEST_SLOW_MS));
  } finally {
    const left = (slowed.get(name) ?? 1) - 1;
    if (left === 0) slowed.delete(name);
    else slowed.set(name, left);
  }
}
