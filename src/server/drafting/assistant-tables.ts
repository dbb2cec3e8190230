import type { Kysely, Migration } from 'kysely';

/** The assistants that saved into a draft, each with the account whose token it used. */
export interface AssistantTables {
  draft_assistants: {
    draft: string;
    /** The name that the client program gives itself. */
    assistant: string;
    actor: string;
    /** The first time. */
    at: number;
  };
}

export const assistantMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('draft_assistants')
      .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
      .addColumn('assistant', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('draft_assistants_key', ['draft', 'assistant', 'actor'])
      .execute();
  },
};
