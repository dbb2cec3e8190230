import type { Kysely, Migration } from 'kysely';

/** Which pages are about. */
export interface ReaderTables {
  /** By grammar, when a server last gave out pages that read it. */
  readers: { grammar: number; at: number };
}

export const readerMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('readers')
      .addColumn('grammar', 'bigint', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
