import type { WeeklyVisitors } from '#src/shared/registry/weekly-visitors.ts';
import { type Kysely, type Migration, sql } from 'kysely';
import { KNOWN_ATTRIBUTES } from '#src/shared/rollout/audience.ts';
import { type DayVisitor, dayOf, WEEK_DAYS } from '../delivery/day-visitor.ts';
import { readColumn } from './column.ts';
import type { Database, Queries } from './database.ts';

/** Number of visitors per day, by days since their last visit; the visitors themselves are not stored. */
export interface VisitorTables {
  visitor_days: {
    /** Days since the epoch. */
    day: number;
    /** As in `DayVisitor`. */
    away: number;
    /** JSON of Attributes; empty for visitors beyond the limit of distinct attributes. */
    attributes: string;
    count: number;
  };
}

export const visitorMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('visitor_days')
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('away', 'bigint', (column) => column.notNull())
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('visitor_days_key', ['day', 'away', 'attributes'])
      .execute();
  },
};

/**
 * Maximum number of distinct attributes per day and server: attributes come from addresses, in which anyone can
 * write anything.
 */
const MOST_APART = 1_000;

/** Buffers visitors between two writes. */
export interface VisitorBuffer {
  add(visitor: DayVisitor): void;
  /** Writes the buffered visitors. If that fails they stay in the buffer. */
  flush(): Promise<void>;
}

export function createVisitorBuffer(database: Database): VisitorBuffer {
  let rows = new Map<string, VisitorTables['visitor_days']>();
  let known = new Set<string>();
  let knownOf = 0;
  const count = (row: VisitorTables['visitor_days']): void => {
    const key = [row.day, row.away, row.attributes].join(' ');
    rows.set(key, { ...row, count: (rows.get(key)?.count ?? 0) + row.count });
  };
  return {
    add({ day, away, attributes }) {
      if (day !== knownOf) known = new Set();
      knownOf = day;
      const written = JSON.stringify(attributes);
      const isApart = known.has(written) || known.size < MOST_APART;
      if (isApart) known.add(written);
      count({ day, away, attributes: isApart ? written : '{}', count: 1 });
    },
    async flush() {
      if (rows.size === 0) return;
      const written = rows;
      rows = new Map();
      try {
        await addRows(database, [...written.values()]);
      } catch (error) {
        for (const row of written.values()) count(row);
        throw error;
      }
    },
  };
}

/** SQLite accepts at least this number of values in one statement. */
const AT_ONCE = 200;

function addRows({ write }: Database, rows: readonly VisitorTables['visitor_days'][]): Promise<void> {
  return write(async (queries) => {
    // A week never needs older days.
    const oldest = Math.max(...rows.map(({ day }) => day)) - 2 * WEEK_DAYS;
    await queries.deleteFrom('visitor_days').where('day', '<', oldest).execute();
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await queries
        .insertInto('visitor_days')
        .values(rows.slice(at, at + AT_ONCE))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'away', 'attributes'])
            .doUpdateSet({ count: sql<number>`visitor_days.count + excluded.count` }),
        )
        .execute();
    }
  });
}

/**
 * Unique visitors of the last seven days: a visit counts if the previous visit was before these days.
 * @param now - Milliseconds since the epoch.
 */
export async function readWeeklyVisitors(queries: Queries, now: number): Promise<WeeklyVisitors> {
  const today = dayOf(now);
  const first = today - WEEK_DAYS + 1;
  const oldest = await queries
    .selectFrom('visitor_days')
    .select('day')
    .where('day', '<=', today)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  const rows = await queries
    .selectFrom('visitor_days')
    .select(['attributes', (row) => row.fn.sum<number | string>('count').as('count')])
    .where('day', '>=', first)
    .where('day', '<=', today)
    .where((row) => row(sql<number>`day - away`, '<', first))
    .groupBy('attributes')
    .orderBy('attributes')
    .execute();
  return {
    days: oldest === undefined ? 0 : Math.min(WEEK_DAYS, today - oldest.day + 1),
    // PostgreSQL returns a sum as a string, because it may exceed a JavaScript number.
    visitors: rows.map(({ attributes, count }) => ({
      attributes: readColumn('visitor_days.attributes', attributes, KNOWN_ATTRIBUTES),
      count: Number(count),
    })),
  };
}
