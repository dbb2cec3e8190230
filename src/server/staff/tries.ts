import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnNetwork } from '../delivery/network.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { demandRoom, type PasswordThread, takeTurn } from './passwords.ts';
import { digestSecret } from './secrets.ts';

const MINUTE_MS = 60_000;
/** Wrong ones in a minute: of one name from one network, of one name from anywhere, from one network. */
const MOST = [5, 60, 30];
/** Where a network may be everybody, or be us, a try is made to wait for so long in place of being refused. */
const SLOW_MS = 1_000;
/** Tries of one name, and of all, that are made to wait at once. */
const MOST_SLOWED = 10;
const MOST_SLOWED_IN_ALL = 100;

export interface Try {
  /** Of the account; empty where nobody can be called so. */
  readonly name: string;
  /** As of `networkOf`; absent: unknown. */
  readonly from?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Looks at a password when it is its turn, unless there were too many wrong ones. They are counted in the database, on
 * all servers together; one that was right, or was never looked at, does not count. A hundred at once are looked at one
 * after the other, so that they are a hundred.
 *
 * @param look - Undefined where the password is wrong.
 * @returns what `look` does.
 * @throws RegistryRefusal `delayed`: nothing is looked at then, and from a network of the world a right one neither.
 */
export async function tryPassword<T>(
  { queries }: Database,
  { name, from = 'unknown', at }: Try,
  look: (thread: PasswordThread) => Promise<T | undefined>,
): Promise<T | undefined> {
  demandRoom(from);
  // What is typed where the name belongs may be a password.
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

/** One after the other of a name. */
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
