import type { Kysely, Migration } from 'kysely';

/** Links to drafts. Only hashes of their secrets are stored. */
export interface DraftLinkTables {
  draft_links: {
    id: string;
    hash: string;
    draft: string;
    /** `<screen>/<state>` that the link opens; null: the first screen that the draft changes. */
    state: string | null;
    until: number;
    actor: string;
    at: number;
    revoked_by: string | null;
    revoked_at: number | null;
  };
}

export const draftLinkMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('draft_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
      .addColumn('state', 'text')
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_by', 'text')
      .addColumn('revoked_at', 'bigint')
      .execute();
    await schema.createIndex('draft_links_draft').on('draft_links').column('draft').execute();
  },
};
