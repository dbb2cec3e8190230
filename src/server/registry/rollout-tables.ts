import type { Kysely, Migration } from 'kysely';
import type { Rollout } from '#src/shared/registry/rollout.ts';

/** Rollouts, and the reports of pages. */
export interface RolloutTables {
  rollouts: {
    id: string;
    /** Assigns visitors to its shares; null: its id, for a rollout that is older than this column. */
    salt: string | null;
    release: string;
    /** The live release, for all others and after a return. */
    base: string;
    state: Rollout['state'];
    /** Zero-based. */
    stage: number;
    basis_points: number;
    /** JSON of Condition[]. */
    audience: string;
    /** JSON of a Strategy. */
    strategy: string;
    /** When its stage began, or resumed after a pause. */
    since: number;
    actor: string;
    reason: string;
    at: number;
    /** Why the rollout was returned. */
    ended: string | null;
  };
  /** Sums by minute; the reporting visitors are not stored. */
  report_counts: {
    /** Minutes since the epoch. */
    minute: number;
    /** Short name of the release. */
    release: string;
    screen: string;
    /** Empty outside rollouts. */
    rollout: string;
    side: string;
    kind: string;
    count: number;
    /** Only for `content`: sum of the times, in milliseconds. */
    total: number;
  };
  retired: { release: string; at: number };
  /** Screens that are closed in every release. */
  closed_screens: { screen: string; actor: string; at: number; reason: string };
}

export const rolloutMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('rollouts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('release', 'text', (column) => column.notNull().references('releases.hash'))
      .addColumn('base', 'text', (column) => column.notNull().references('releases.hash'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('stage', 'bigint', (column) => column.notNull())
      .addColumn('basis_points', 'bigint', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('strategy', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('ended', 'text')
      .execute();
    await schema
      .createTable('report_counts')
      .addColumn('minute', 'bigint', (column) => column.notNull())
      .addColumn('release', 'text', (column) => column.notNull())
      .addColumn('screen', 'text', (column) => column.notNull())
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('report_counts_key', [
        'rollout',
        'minute',
        'release',
        'screen',
        'side',
        'kind',
      ])
      .execute();
    await schema
      .createTable('retired')
      .addColumn('release', 'text', (column) => column.primaryKey().references('releases.hash'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('closed_screens')
      .addColumn('screen', 'text', (column) => column.primaryKey())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('freezes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('from_at', 'bigint', (column) => column.notNull())
      .addColumn('to_at', 'bigint', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .execute();
  },
};
