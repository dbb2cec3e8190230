import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isActionsPlace } from '#renderer/grammar/lone-actions.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { CommentText, Thread } from '#src/shared/registry/comment.ts';
import { record } from '../registry/audit.ts';
import { readContent } from '../registry/contents.ts';
import type { Database, Queries } from '../registry/database.ts';
import { readContentOf } from '../registry/drafts.ts';
import { notFound, RegistryRefusal } from '../registry/failures.ts';
import type { Tables } from '../registry/tables.ts';
import { markThreadRead, noteMentions, readMentions } from './mentions.ts';

export interface NewComment extends CommentText {
  readonly draft: string;
  readonly path: string;
  /** JSON Pointer; empty: the document. */
  readonly pointer: string;
  readonly revision: number;
}

/** Maximum number of threads per document of a draft, and of replies per thread. */
const MOST = 500;

/**
 * Starts a thread about a node.
 * @throws RegistryRefusal `unknown` if the draft, its document or the node did not exist in that revision;
 * `invalid` for a revision that does not exist yet; `conflict` if there are too many.
 */
export async function addComment(database: Database, comment: NewComment): Promise<Thread> {
  const { id, draft, path, pointer, revision, text, actor, at } = comment;
  await database.write(async (queries, turn) => {
    const content = await readContentOf(queries, { id: draft, revision, path });
    const document = isAsset(path) ? '' : (await readContent(queries, content)).toString('utf8');
    if (pointer !== '' && findPlace(parseTree(document), pointer) === undefined) {
      throw new RegistryRefusal('unknown', `${path} had nothing at ${pointer} in revision ${revision}.`);
    }
    await demandRoom(queries, (query) => query.where('draft', '=', draft).where('path', '=', path));
    await queries
      .insertInto('comments')
      .values({
        ...{ id, turn, draft, path, pointer, revision, content, text, actor, at },
        ...{ parent: null, resolved_by: null, resolved_at: null },
      })
      .execute();
    await noteMentions(queries, comment);
    const details = { comment: id, path, pointer };
    await record(queries, { turn, at, actor, action: 'comment.add', subject: draft, details });
  });
  return readThread(database.queries, id);
}

/** Finds the node at a pointer. An array index must have its canonical form, such as `1` and not `01`. */
function findPlace(root: Node | undefined, pointer: string): Node | undefined {
  const names = splitPointer(pointer);
  let node = root;
  for (const [at, name] of names.entries()) {
    if (node === undefined) return undefined;
    // The only action of a list may be written in the place of the list.
    if (name === '0' && node.type === 'object' && isActionsPlace(names.slice(0, at))) continue;
    if (node.type === 'array' && !/^(?:0|[1-9][0-9]{0,8})$/.test(name)) return undefined;
    node = findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
  }
  return node;
}

type Comments = ReturnType<typeof selectComments>;

function selectComments(queries: Queries) {
  return queries.selectFrom('comments').selectAll();
}

async function demandRoom(queries: Queries, about: (query: Comments) => Comments): Promise<void> {
  const row = await about(selectComments(queries))
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(row.count) >= MOST)
    throw new RegistryRefusal('conflict', `There are ${MOST} comments here, which is the limit.`);
}

/** Replies in a thread. @throws RegistryRefusal `unknown`; `conflict` if there are too many replies. */
export async function replyTo(
  { queries: after, write }: Database,
  { thread, id, text, actor, at }: CommentText & { readonly thread: string },
): Promise<Thread> {
  await write(async (queries, turn) => {
    const { draft, path, pointer, revision, content } = await readFirst(queries, thread);
    await demandRoom(queries, (query) => query.where('parent', '=', thread));
    await queries
      .insertInto('comments')
      .values({
        ...{ id, turn, draft, path, pointer, revision, content, parent: thread, text, actor, at },
        ...{ resolved_by: null, resolved_at: null },
      })
      .execute();
    await noteMentions(queries, { id, text, actor });
    await markThreadRead(queries, { thread, actor, at });
    const details = { comment: id, thread, path };
    await record(queries, { turn, at, actor, action: 'comment.reply', subject: draft, details });
  });
  return readThread(after, thread);
}

/**
 * Resolves a thread, or reopens it.
 * @throws RegistryRefusal `unknown`; `conflict` if it is already resolved, or already open.
 */
export async function settleThread(
  { queries: after, write }: Database,
  { thread, isResolved, actor, at }: Act & { readonly thread: string; readonly isResolved: boolean },
): Promise<Thread> {
  await write(async (queries, turn) => {
    const { draft, path, resolved_by: resolver } = await readFirst(queries, thread);
    if ((resolver !== null) === isResolved) {
      const words = resolver === null ? 'is open' : `was resolved by ${resolver}`;
      throw new RegistryRefusal('conflict', `The comment ${thread} ${words}.`);
    }
    await queries
      .updateTable('comments')
      .set({ resolved_by: isResolved ? actor : null, resolved_at: isResolved ? at : null })
      .where('id', '=', thread)
      .execute();
    await markThreadRead(queries, { thread, actor, at });
    const action = isResolved ? 'comment.resolve' : 'comment.reopen';
    await record(queries, { turn, at, actor, action, subject: draft, details: { comment: thread, path } });
  });
  return readThread(after, thread);
}

export interface ThreadFilter {
  readonly draft?: string;
  /** A document in every draft: comments stay with the document. */
  readonly path?: string;
  readonly isResolved?: boolean;
  /** `turn` of the last thread on the previous page. */
  readonly after?: number;
  readonly limit: number;
}

/** Threads, oldest first. */
export async function listThreads(
  queries: Queries,
  { draft, path, isResolved, after, limit }: ThreadFilter,
): Promise<Thread[]> {
  let query = selectComments(queries).where('parent', 'is', null).orderBy('turn').limit(limit);
  if (draft !== undefined) query = query.where('draft', '=', draft);
  if (path !== undefined) query = query.where('path', '=', path);
  if (isResolved !== undefined) query = query.where('resolved_by', isResolved ? 'is not' : 'is', null);
  if (after !== undefined) query = query.where('turn', '>', after);
  return withReplies(queries, await query.execute());
}

async function withReplies(queries: Queries, rows: readonly Tables['comments'][]): Promise<Thread[]> {
  if (rows.length === 0) return [];
  const replies = await selectComments(queries)
    .where(
      'parent',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('turn')
    .execute();
  const named = await readMentions(
    queries,
    rows.map(({ id }) => id),
  );
  const readSaid = ({ id, text, actor, at }: Tables['comments']): CommentText => {
    const mentions = named.get(id);
    return { id, text, actor, at, ...(mentions && { mentions }) };
  };
  return rows.map((row) => {
    const { id, turn, draft, path, pointer, revision, content } = row;
    const { resolved_by: by, resolved_at: when } = row;
    return {
      ...{ ...readSaid(row), turn, draft, path, pointer, revision, content },
      ...(by !== null && { resolved: { actor: by, at: when ?? 0 } }),
      replies: replies.filter(({ parent }) => parent === id).map(readSaid),
    };
  });
}

async function readFirst(queries: Queries, id: string): Promise<Tables['comments']> {
  const row = await selectComments(queries)
    .where('id', '=', id)
    .where('parent', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw notFound('thread', id);
  return row;
}

async function readThread(queries: Queries, id: string): Promise<Thread> {
  const [thread] = await withReplies(queries, [await readFirst(queries, id)]);
  if (thread === undefined) throw notFound('thread', id);
  return thread;
}
