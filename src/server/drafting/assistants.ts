import type { Transaction } from 'kysely';
import type { Assisted } from '#src/shared/registry/assisted.ts';
import type { Queries } from '../registry/database.ts';
import type { Tables } from '../registry/tables.ts';
import type { AssistantTables } from './assistant-tables.ts';

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
