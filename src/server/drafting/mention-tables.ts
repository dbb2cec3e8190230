import type { Kysely, Migration } from 'kysely';

/** Whom a comment names, and whether they have seen it. */
export interface MentionTables {
  mentions: {
    comment: string;
    staff: string;
    /** Null: not yet. */
    read_at: number | null;
  };
}

export const mentionMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('mentions')
      .addColumn('comment', 'text', (column) => column.notNull().references('comments.id'))
      .addColumn('staff', 'text', (column) => column.notNull().references('staff.name'))
      .addColumn('read_at', 'bigint')
      .addPrimaryKeyConstraint('mentions_key', ['comment', 'staff'])
      .execute();
    await schema.createIndex('mentions_staff').on('mentions').column('staff').execute();
  },
};
