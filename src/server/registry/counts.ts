import { sql } from 'kysely';
import type { Group } from '#src/shared/rollout/assign.ts';
import type { Database, Queries } from './database.ts';
import type { Counts } from '#src/shared/registry/rollout.ts';
import type { Comparison } from './judge.ts';

const MINUTE = 60_000;

/** So many of one kind, of one screen, of one side of a rollout. */
export interface Count {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Short name. */
  readonly release: string;
  /** Empty for what is of no one screen. */
  readonly screen: string;
  /** Id of the rollout; empty outside. */
  readonly rollout: string;
  readonly side: Group;
  readonly kind: keyof Counts;
  readonly count: number;
  /** Of `content`: milliseconds in all. */
  readonly total?: number;
}

/** SQLite takes so many values in one statement at least. */
const AT_ONCE = 100;

/** Adds to what is known of the same minutes. */
export function addCounts({ write }: Database, counts: readonly Count[]): Promise<void> {
  const rows = new Map<string, Row>();
  for (const { at, total = 0, ...count } of counts) {
    const minute = Math.floor(at / MINUTE);
    const { release, screen, rollout, side, kind } = count;
    const key = [minute, release, screen, rollout, side, kind].join(' ');
    const known = rows.get(key);
    rows.set(key, {
      ...{ minute, release, screen, rollout, side, kind },
      count: (known?.count ?? 0) + count.count,
      total: (known?.total ?? 0) + total,
    });
  }
  return write(async (queries) => {
    const list = [...rows.values()];
    for (let at = 0; at < list.length; at += AT_ONCE) {
      await queries
        .insertInto('report_counts')
        .values(list.slice(at, at + AT_ONCE))
        .onConflict((conflict) =>
          conflict.columns(['rollout', 'minute', 'release', 'screen', 'side', 'kind']).doUpdateSet({
            count: sql<number>`report_counts.count + excluded.count`,
            total: sql<number>`report_counts.total + excluded.total`,
          }),
        )
        .execute();
    }
  });
}

/** So long what pages counted is kept: a rollout takes a day, and whoever asks about it a few weeks. */
const KEPT_MS = 30 * 24 * 60 * MINUTE;

/** Forgets what is older than 30 days; called often, it does something once in a while. */
export async function pruneCounts({ queries, write }: Database, now: number): Promise<void> {
  const oldest = Math.floor((now - KEPT_MS) / MINUTE);
  const old = await queries
    .selectFrom('report_counts')
    .select('minute')
    .where('minute', '<', oldest)
    .limit(1)
    .executeTakeFirst();
  if (old === undefined) return;
  await write((transaction) =>
    transaction.deleteFrom('report_counts').where('minute', '<', oldest).execute(),
  );
}

interface Row {
  readonly minute: number;
  readonly release: string;
  readonly screen: string;
  readonly rollout: string;
  readonly side: string;
  readonly kind: string;
  readonly count: number;
  readonly total: number;
}

/** What pages of one release reported of one screen, on one side of whatever rollout. */
export interface ScreenReports {
  /** Empty for what is of no one screen. */
  readonly screen: string;
  readonly side: Group;
  readonly counts: Counts;
}

/**
 * All that is known of the last 30 days.
 *
 * @param release - Its short name.
 */
export async function readReports(queries: Queries, release: string): Promise<ScreenReports[]> {
  const rows = await queries
    .selectFrom('report_counts')
    .select(['screen', 'side', 'kind', (row) => row.fn.sum<number | string>('count').as('count')])
    .where('release', '=', release)
    .groupBy(['screen', 'side', 'kind'])
    .orderBy('screen')
    .orderBy('side')
    .orderBy('kind')
    .execute();
  const reports: ScreenReports[] = [];
  for (const { screen, side, kind, count } of rows) {
    const last = reports.at(-1);
    const counts = { [kind]: Number(count) };
    if (last?.screen === screen && last.side === side)
      reports[reports.length - 1] = { ...last, counts: { ...last.counts, ...counts } };
    else reports.push({ screen, side: side as Group, counts });
  }
  return reports;
}

/** Both sides of a rollout since a time, which is the beginning of its minute. */
export async function readCounts(
  queries: Queries,
  rollout: string,
  since: number,
): Promise<Pick<Comparison, 'candidate' | 'control'>> {
  const rows = await queries
    .selectFrom('report_counts')
    .select(['side', 'kind', (row) => row.fn.sum<number | string>('count').as('count')])
    .where('rollout', '=', rollout)
    .where('minute', '>=', Math.floor(since / MINUTE))
    .groupBy(['side', 'kind'])
    .execute();
  const sideOf = (side: Group): Counts =>
    Object.fromEntries(
      // A sum of PostgreSQL is a text: it may be larger than any number of ours.
      rows.filter((row) => row.side === side).map(({ kind, count }) => [kind, Number(count)]),
    );
  return { candidate: sideOf('candidate'), control: sideOf('control') };
}

/** Mean milliseconds until the first content stood, of either side of a rollout since a time; absent where none did. */
export async function readContentTimes(
  queries: Queries,
  rollout: string,
  since: number,
): Promise<{ readonly [side in 'candidate' | 'control']?: number }> {
  const rows = await queries
    .selectFrom('report_counts')
    .select([
      'side',
      (row) => row.fn.sum<number | string>('count').as('count'),
      (row) => row.fn.sum<number | string>('total').as('total'),
    ])
    .where('rollout', '=', rollout)
    .where('kind', '=', 'content')
    .where('minute', '>=', Math.floor(since / MINUTE))
    .groupBy(['side'])
    .execute();
  return Object.fromEntries(
    rows
      .filter(({ side, count }) => side !== 'rest' && Number(count) > 0)
      .map(({ side, count, total }) => [side, Math.round(Number(total) / Number(count))]),
  );
}
