import type { Kysely, Migration } from 'kysely';

/** Who looks at what, by the pages that they have open. */
export interface PresenceTables {
  presence: {
    /** Chosen by the page. */
    page: string;
    staff: string;
    draft: string;
    /** Empty: at the draft as a whole. */
    path: string;
    pointer: string;
    /** When nobody believes it any more. */
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
