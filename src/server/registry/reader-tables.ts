import type { Kysely, Migration } from 'kysely';

/** Which versions of the page are in use. */
export interface ReaderTables {
  /** When a server last served pages of a grammar. */
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
