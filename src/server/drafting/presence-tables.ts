import type { Kysely, Migration } from 'kysely';

/** Which account has which draft open, by page. */
export interface PresenceTables {
  presence: {
    /** Chosen by the page. */
    page: string;
    staff: string;
    draft: string;
    /** Empty: no particular document. */
    path: string;
    pointer: string;
    /** When the entry expires. */
    until: number;
  };
}

export const presenceMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('presence')
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('staff', 'text', (column) => column.notNull().references('staff.name'))
      .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('pointer', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('presence_key', ['staff', 'page'])
      .execute();
    await schema.createIndex('presence_draft').on('presence').column('draft').execute();
  },
};
