import type { Transaction } from 'kysely';
import { findMentions } from '#src/shared/mentions.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import type { Tables } from '../registry/tables.ts';
import type { CommentText, Unread } from '#src/shared/registry/comment.ts';

const MOST_UNREAD = 100;

/** Colleagues that can be mentioned: people with an active or invited account. */
async function listColleagues(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('staff')
    .select('name')
    .where('kind', '=', 'person')
    .where('state', '!=', 'disabled')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Stores the mentions in a comment, except of its author. */
export async function noteMentions(
  queries: Transaction<Tables>,
  { id, text, actor }: Pick<CommentText, 'id' | 'text' | 'actor'>,
): Promise<void> {
  if (!text.includes('@')) return;
  const colleagues = new Set(await listColleagues(queries));
  colleagues.delete(actor);
  const named = new Set(findMentions(text, (name) => colleagues.has(name)).map(({ name }) => name));
  if (named.size === 0) return;
  await queries
    .insertInto('mentions')
    .values([...named].map((staff) => ({ comment: id, staff, read_at: null })))
    .execute();
}

/** Mentioned colleagues by comment, for these threads, ordered by name. */
export async function readMentions(
  queries: Queries,
  threads: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await queries
    .selectFrom('mentions')
    .innerJoin('comments', 'comments.id', 'mentions.comment')
    .select(['mentions.comment', 'mentions.staff'])
    .where((row) => row.or([row('comments.id', 'in', threads), row('comments.parent', 'in', threads)]))
    .orderBy('mentions.staff')
    .execute();
  const named = new Map<string, string[]>();
  for (const { comment, staff } of rows) named.set(comment, [...(named.get(comment) ?? []), staff]);
  return named;
}

/** Unread mentions of a person, newest first. */
export async function listUnread(queries: Queries, staff: string): Promise<Unread[]> {
  const rows = await queries
    .selectFrom('mentions')
    .innerJoin('comments', 'comments.id', 'mentions.comment')
    .selectAll('comments')
    .where('mentions.staff', '=', staff)
    .where('mentions.read_at', 'is', null)
    .orderBy('comments.turn', 'desc')
    .limit(MOST_UNREAD)
    .execute();
  return rows.map(({ id, parent, draft, path, pointer, content, text, actor, at }) => ({
    ...{ id, thread: parent ?? id, draft, path, pointer, content, text, actor, at },
  }));
}

/** Marks the mentions of a person in a thread as read when that person replies or resolves. */
export async function markThreadRead(
  queries: Transaction<Tables>,
  { thread, actor, at }: { readonly thread: string; readonly actor: string; readonly at: number },
): Promise<void> {
  await queries
    .updateTable('mentions')
    .set({ read_at: at })
    .where('staff', '=', actor)
    .where('read_at', 'is', null)
    .where('comment', 'in', (row) =>
      row
        .selectFrom('comments')
        .select('id')
        .where((one) => one.or([one('id', '=', thread), one('parent', '=', thread)])),
    )
    .execute();
}

/**
 * Marks a mention as read.
 * @throws RegistryRefusal `unknown` if the comment does not mention this person.
 */
export async function markRead(
  { write }: Database,
  { comment, actor, at }: { readonly comment: string; readonly actor: string; readonly at: number },
): Promise<void> {
  await write(async (queries) => {
    const { numUpdatedRows } = await queries
      .updateTable('mentions')
      .set(({ fn, val }) => ({ read_at: fn.coalesce('read_at', val(at)) }))
      .where('comment', '=', comment)
      .where('staff', '=', actor)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new RegistryRefusal('unknown', `The comment ${comment} does not name ${actor}.`);
  });
}
