import type { Kysely, Migration } from 'kysely';

/** Mentions of colleagues in comments, and whether they were read. */
export interface MentionTables {
  mentions: {
    comment: string;
    staff: string;
    /** Null: unread. */
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
