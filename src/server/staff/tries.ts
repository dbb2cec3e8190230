import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnNetwork } from '../delivery/network.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { demandRoom, type PasswordThread, takeTurn } from './passwords.ts';
import { digestSecret } from './secrets.ts';

const MINUTE_MS = 60_000;
/** Most wrong passwords per minute: for one name from one network, for one name from anywhere, from one network. */
const MOST = [5, 60, 30];
/**
 * An attempt from this machine or a private network, which may stand for everybody, is delayed by this time instead
 * of being refused.
 */
const SLOW_MS = 1_000;
/** Most delayed attempts at once, for one name and in all. */
const MOST_SLOWED = 10;
const MOST_SLOWED_IN_ALL = 100;

export interface Try {
  /** The name of the account; empty if no account can have it. */
  readonly name: string;
  /** As from `networkOf`; absent: unknown. */
  readonly from?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Checks a password in its turn, unless there were too many wrong ones. The database counts wrong passwords over all
 * servers; a right one, or one that was not checked, does not count. Parallel attempts are checked one after the
 * other, so that each is counted.
 *
 * @param look - resolves to undefined if the password is wrong.
 * @returns the result of `look`.
 * @throws RegistryRefusal `delayed`: the password was not checked. From a public network even a right one is refused
 * then.
 */
export async function tryPassword<T>(
  { queries }: Database,
  { name, from = 'unknown', at }: Try,
  look: (thread: PasswordThread) => Promise<T | undefined>,
): Promise<T | undefined> {
  demandRoom(from);
  // Hashed, because people sometimes type their password as the name.
  const keys = [`pair ${name} ${from}`, `name ${name}`, `from ${from}`].map(digestSecret);
  const isOwn = isOwnNetwork(from);
  const demandFew = async () => {
    if (await isTooMany(queries, keys, at)) {
      throw new RegistryRefusal('delayed', 'Too many wrong tries: wait a minute.');
    }
  };
  if (!isOwn) await demandFew();
  else if (await isTooMany(queries, keys, at)) await slowDown(name);
  const id = randomUUID();
  return takeTurn(from, async (thread) => {
    if (!isOwn) await demandFew();
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
      const seen = await look(thread);
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
  });
}

async function isTooMany(queries: Queries, keys: readonly string[], now: number): Promise<boolean> {
  const counts = await queries
    .selectFrom('staff_tries')
    .select((row) => ['key', row.fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', now - MINUTE_MS)
    .groupBy('key')
    .execute();
  const countOf = (key: string) => Number(counts.find((one) => one.key === key)?.count ?? 0);
  return keys.some((key, place) => countOf(key) >= (MOST[place] ?? 0));
}

const slowed = new Map<string, number>();

/** Delays attempts for one name, one after the other. */
async function slowDown(name: string): Promise<void> {
  const ahead = slowed.get(name) ?? 0;
  const inAll = [...slowed.values()].reduce((sum, count) => sum + count, 0);
  if (ahead >= MOST_SLOWED || inAll >= MOST_SLOWED_IN_ALL) {
    throw new RegistryRefusal('delayed', 'Too many wrong tries at this moment: try again in a minute.');
  }
  slowed.set(name, ahead + 1);
  try {
    await delay(SLOW_MS * (ahead + 1));
  } finally {
    const left = (slowed.get(name) ?? 1) - 1;
    if (left === 0) slowed.delete(name);
    else slowed.set(name, left);
  }
}
