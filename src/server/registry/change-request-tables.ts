import type { Kysely, Migration } from 'kysely';

/** Changes that reviewers ask for before a release may be published. */
export interface ChangeRequestTables {
  change_requests: {
    id: string;
    release: string;
    text: string;
    actor: string;
    at: number;
    /** When the reviewer withdrew it; null: it is open. */
    withdrawn_at: number | null;
  };
}

/** Also adds what was looked at before an approval, the share of a scheduled release, and the salt of a rollout. */
export const reviewMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('change_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('release', 'text', (column) => column.notNull().references('releases.hash'))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('withdrawn_at', 'bigint')
      .execute();
    await schema.createIndex('change_requests_release').on('change_requests').column('release').execute();
    await schema.alterTable('approvals').addColumn('pictures', 'text').execute();
    await schema.alterTable('scheduled_releases').addColumn('gradual', 'text').execute();
    await schema.alterTable('rollouts').addColumn('salt', 'text').execute();
  },
};
