import type { Act } from '#src/shared/registry/act.ts';
import type { Freeze, FrozenTime } from '#src/shared/registry/freeze.ts';
import { record } from './audit.ts';
import { readColumn } from './column.ts';
import type { Database, Queries } from './database.ts';
import { notFound, RegistryRefusal } from './failures.ts';
import type { Tables } from './tables.ts';
import { isSpan } from '#src/shared/operation-bodies.ts';
import { findFault, isWithin, WEEKLY } from '#src/shared/weekly.ts';

/** The largest value of a Date. */
const FOR_EVER = 8_640_000_000_000_000;

/** @throws RegistryRefusal `invalid` if it ends before it begins, or has an unknown time zone. */
export function addFreeze({ write }: Database, freeze: Freeze): Promise<Freeze> {
  const { id, actor, at, reason } = freeze;
  const fault =
    'weekly' in freeze
      ? findFault(freeze.weekly)
      : isSpan(freeze)
        ? undefined
        : 'A freeze must end after its beginning.';
  if (fault !== undefined) return Promise.reject(new RegistryRefusal('invalid', fault));
  const [time, columns] =
    'weekly' in freeze
      ? [{ weekly: freeze.weekly }, { from_at: at, to_at: FOR_EVER, weekly: JSON.stringify(freeze.weekly) }]
      : [
          { from: freeze.from, to: freeze.to },
          { from_at: freeze.from, to_at: freeze.to, weekly: null },
        ];
  return write(async (queries, turn) => {
    const row = { id, ...columns, actor, at, reason };
    await queries.insertInto('freezes').values(row).execute();
    await record(queries, {
      turn,
      at,
      actor,
      action: 'freeze.add',
      subject: id,
      details: { reason, ...time },
    });
    return readRow(row);
  });
}

/** @throws RegistryRefusal `unknown`. */
export function removeFreeze(
  { write }: Database,
  { id, actor, at, reason }: Act & { readonly id: string; readonly reason: string },
): Promise<void> {
  return write(async (queries, turn) => {
    const { numDeletedRows } = await queries.deleteFrom('freezes').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('freeze', id);
    await record(queries, { turn, at, actor, action: 'freeze.remove', subject: id, details: { reason } });
  });
}

/** Freezes that are not over, the earliest first. */
export async function listFreezes(queries: Queries, now: number): Promise<Freeze[]> {
  const rows = await queries
    .selectFrom('freezes')
    .selectAll()
    .where('to_at', '>', now)
    .orderBy('from_at')
    .orderBy('id')
    .execute();
  return rows.map(readRow);
}

function readRow({ from_at, to_at, weekly, ...freeze }: Tables['freezes']): Freeze {
  return weekly === null
    ? { ...freeze, from: from_at, to: to_at }
    : { ...freeze, weekly: readColumn('freezes.weekly', weekly, WEEKLY) };
}

/** @throws RegistryRefusal `frozen`. */
export async function requireNoFreeze(queries: Queries, at: number): Promise<void> {
  const freeze = (await listFreezes(queries, at)).find((one) =>
    'weekly' in one ? isWithin(one.weekly, at) : one.from <= at,
  );
  if (freeze === undefined) return;
  throw new RegistryRefusal('frozen', `Nothing goes live before ${writeEnd(freeze)}: ${freeze.reason}`);
}

function writeEnd(freeze: FrozenTime): string {
  if ('weekly' in freeze) return `${freeze.weekly.to} in ${freeze.weekly.zone}`;
  const until = new Date(freeze.to).toLocaleString('en-PH', {
    timeZone: 'Asia/Manila',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `${until} in Manila`;
}
