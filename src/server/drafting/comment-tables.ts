import type { Kysely, Migration } from 'kysely';

/** Comments of colleagues on nodes of drafts. */
export interface CommentTables {
  comments: {
    id: string;
    /** Number of the write transaction; orders all comments. */
    turn: number;
    draft: string;
    path: string;
    /** JSON Pointer of the node in that document; empty: the document. */
    pointer: string;
    /** Revision of the draft when the comment was written. */
    revision: number;
    /** Hash of the document in that revision. */
    content: string;
    /** The comment that it replies to; null for the first comment of a thread. */
    parent: string | null;
    text: string;
    actor: string;
    at: number;
    /** Only in the first comment of a thread: who resolved the thread. */
    resolved_by: string | null;
    resolved_at: number | null;
  };
}

export const commentMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('comments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('turn', 'bigint', (column) => column.notNull().unique())
      .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('pointer', 'text', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull().references('contents.hash'))
      .addColumn('parent', 'text', (column) => column.references('comments.id'))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('resolved_by', 'text')
      .addColumn('resolved_at', 'bigint')
      .execute();
    await schema.createIndex('comments_place').on('comments').columns(['path', 'draft']).execute();
    await schema.createIndex('comments_parent').on('comments').column('parent').execute();
  },
};
