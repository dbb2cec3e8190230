import type { Kysely, Migration } from 'kysely';
import type { Schedule } from '#src/shared/registry/schedule.ts';

/** Scheduled releases, and times in which nothing may go live. */
export interface CalendarTables {
  freezes: {
    id: string;
    from_at: number;
    to_at: number;
    /** JSON of a weekly freeze; null: the freeze covers all the time from `from_at` to `to_at`. */
    weekly: string | null;
    actor: string;
    at: number;
    reason: string;
  };
  scheduled_releases: {
    id: string;
    release: string;
    /** When the release goes live, in milliseconds since the epoch. */
    due: number;
    /** JSON of a GradualStart; null: everybody gets the release. */
    gradual: string | null;
    state: Schedule['state'];
    actor: string;
    reason: string;
    at: number;
    /** Why the scheduled release was refused or cancelled. */
    ended: string | null;
  };
}

export const calendarMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('freezes').addColumn('weekly', 'text').execute();
    await schema
      .createTable('scheduled_releases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('release', 'text', (column) => column.notNull().references('releases.hash'))
      .addColumn('due', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('ended', 'text')
      .execute();
  },
};
