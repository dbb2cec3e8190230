import { type Act, record } from './audit.ts';
import type { Database, Queries } from './database.ts';
import { RegistryRefusal } from './failures.ts';

/** A time in which nothing new goes to borrowers; taking something back is always possible. */
export interface Freeze extends Act {
  readonly id: string;
  /** Milliseconds since the epoch; the end is outside. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** @throws RegistryRefusal `invalid` where it ends before it begins. */
export function addFreeze({ write }: Database, { id, from, to, actor, at, reason }: Freeze): Promise<Freeze> {
  if (from >= to) {
    return Promise.reject(new RegistryRefusal('invalid', 'A freeze must end after its beginning.'));
  }
  return write(async (queries, turn) => {
    await queries.insertInto('freezes').values({ id, from_at: from, to_at: to, actor, at, reason }).execute();
    const details = { reason, from, to };
    await record(queries, { turn, at, actor, action: 'freeze.add', subject: id, details });
    return { id, from, to, actor, at, reason };
  });
}

/** @throws RegistryRefusal `unknown`. */
export function removeFreeze(
  { write }: Database,
  { id, actor, at, reason }: Act & { readonly id: string; readonly reason: string },
): Promise<void> {
  return write(async (queries, turn) => {
    const { numDeletedRows } = await queries.deleteFrom('freezes').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw new RegistryRefusal('unknown', `There is no freeze ${id}.`);
    await record(queries, { turn, at, actor, action: 'freeze.remove', subject: id, details: { reason } });
  });
}

/** Those that are not over, the next one first. */
export async function listFreezes(queries: Queries, now: number): Promise<Freeze[]> {
  const rows = await queries
    .selectFrom('freezes')
    .selectAll()
    .where('to_at', '>', now)
    .orderBy('from_at')
    .orderBy('id')
    .execute();
  return rows.map(({ from_at, to_at, ...freeze }) => ({ ...freeze, from: from_at, to: to_at }));
}

/** @throws RegistryRefusal `frozen`. */
export async function demandThaw(queries: Queries, at: number): Promise<void> {
  const freeze = (await listFreezes(queries, at)).find(({ from }) => from <= at);
  if (freeze === undefined) return;
  const until = new Date(freeze.to).toLocaleString('en-PH', {
    timeZone: 'Asia/Manila',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  throw new RegistryRefusal('frozen', `Nothing goes live before ${until} in Manila: ${freeze.reason}`);
}
