import { randomUUID } from 'node:crypto';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';

const MINUTE_MS = 60_000;
/** Wrong ones in a minute: of one name from one address, of one name from anywhere, from one address. */
const MOST_PAIR = 5;
const MOST_NAME = 60;
const MOST_ADDRESS = 30;

/**
 * Counts a try to sign in before it is looked at, so that a hundred at once are a hundred. Counted in the database: on
 * all servers together.
 *
 * @param from - Network address, where it is known.
 * @returns what forgets the try, for when it was right.
 * @throws RegistryRefusal `delayed` where there were too many: nothing is looked at then, a right password neither.
 */
export async function countTry(
  { queries }: Database,
  name: string,
  from: string | undefined,
  now: number,
): Promise<() => Promise<void>> {
  const keys = [`${name} ${from ?? ''}`, name, ...(from === undefined ? [] : [` ${from}`])];
  const most = [MOST_PAIR, MOST_NAME, MOST_ADDRESS];
  const id = randomUUID();
  await queries
    .deleteFrom('staff_tries')
    .where('at', '<=', now - MINUTE_MS)
    .execute();
  await queries
    .insertInto('staff_tries')
    .values(keys.map((key, place) => ({ id: `${id}-${place}`, key, at: now })))
    .execute();
  const counts = await queries
    .selectFrom('staff_tries')
    .select((row) => ['key', row.fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', now - MINUTE_MS)
    .groupBy('key')
    .execute();
  if (keys.some((key, place) => Number(counts.find((one) => one.key === key)?.count) > (most[place] ?? 0))) {
    throw new RegistryRefusal('delayed', 'Too many wrong tries: wait a minute.');
  }
  return async () => {
    await queries
      .deleteFrom('staff_tries')
      .where('key', '=', keys[0] ?? '')
      .execute();
    await queries.deleteFrom('staff_tries').where('id', 'like', `${id}-%`).execute();
  };
}
