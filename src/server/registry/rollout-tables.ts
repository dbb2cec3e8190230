import type { Kysely, Migration } from 'kysely';
import type { Rollout } from '#src/shared/registry/rollout.ts';

/** What a rollout keeps, and what pages reported of it. */
export interface RolloutTables {
  rollouts: {
    /** Its salt too. */
    id: string;
    release: string;
    /** What everybody else gets, and all get again when it is returned. */
    base: string;
    state: Rollout['state'];
    /** From 0. */
    stage: number;
    basis_points: number;
    /** Condition[]. */
    audience: string;
    /** Strategy. */
    strategy: string;
    /** When its stage began, or went on after a pause. */
    since: number;
    actor: string;
    reason: string;
    at: number;
    /** Why it ended, where it was returned. */
    ended: string | null;
  };
  /** Added up by minute; never who reported. */
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
    /** Of `content`: milliseconds in all. */
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
