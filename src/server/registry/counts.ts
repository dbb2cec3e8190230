import { sql } from 'kysely';
import type { Group } from '#src/shared/rollout/assign.ts';
import type { Database, Queries } from './database.ts';
import type { Counts } from '#src/shared/registry/rollout.ts';
import type { Comparison } from './decide-stage.ts';

const MINUTE = 60_000;

/** Count of one kind, for one screen and one side of a rollout. */
export interface Count {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Short name of the release. */
  readonly release: string;
  /** Empty if the count is not about one screen. */
  readonly screen: string;
  /** Id of the rollout; empty outside rollouts. */
  readonly rollout: string;
  readonly side: Group;
  readonly kind: keyof Counts;
  readonly count: number;
  /** Only for `content`: sum of the times, in milliseconds. */
  readonly total?: number;
}

/** SQLite accepts at least this number of values in one statement. */
const AT_ONCE = 100;

/** Adds to the stored counts of the same minutes. */
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

/** How long counts are stored: a rollout takes a day, and questions about it come within weeks. */
const KEPT_MS = 30 * 24 * 60 * MINUTE;

/** Deletes counts older than 30 days. Cheap to call often. */
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

/** Reports of one release about one screen, on one side of any rollout. */
export interface ScreenReports {
  /** Empty if the counts are not about one screen. */
  readonly screen: string;
  readonly side: Group;
  readonly counts: Counts;
}

/**
 * All reports of the last 30 days.
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

/** Counts of both sides of a rollout since a time, rounded down to the minute. */
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
      // PostgreSQL returns a sum as a string, because it may exceed a JavaScript number.
      rows.filter((row) => row.side === side).map(({ kind, count }) => [kind, Number(count)]),
    );
  return { candidate: sideOf('candidate'), control: sideOf('control') };
}

/**
 * Mean time until the first content, in ms, for each side of a rollout since a time; absent if there is no report.
 */
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
