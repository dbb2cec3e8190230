import type { Kysely, Migration, Transaction } from 'kysely';
import type { Assisted } from '#src/shared/registry/assisted.ts';
import type { Queries } from '../registry/database.ts';
import type { Tables } from '../registry/tables.ts';

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

/** Remembers that a part of the draft was written with an assistant. Later edits by people do not remove it. */
export async function noteAssistant(
  queries: Transaction<Tables>,
  row: AssistantTables['draft_assistants'],
): Promise<void> {
  await queries
    .insertInto('draft_assistants')
    .values(row)
    .onConflict((conflict) => conflict.columns(['draft', 'assistant', 'actor']).doNothing())
    .execute();
}

/** The assistants of a draft, by name; as a member to spread, absent if there are none. */
export async function readAssistants(
  queries: Queries,
  draft: string | undefined,
): Promise<{ readonly assistants?: readonly Assisted[] }> {
  if (draft === undefined) return {};
  const assistants = await queries
    .selectFrom('draft_assistants')
    .select(['assistant', 'actor'])
    .where('draft', '=', draft)
    .orderBy('assistant')
    .orderBy('actor')
    .execute();
  return assistants.length === 0 ? {} : { assistants };
}
