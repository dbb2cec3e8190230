import type { Database, Queries } from './database.ts';
import { type Act, record } from './audit.ts';
import { keepContents } from './contents.ts';
import { RegistryRefusal } from './failures.ts';
import { isProjectPath } from '#src/shared/project-files.ts';
import { findLive, readManifest } from './manifests.ts';
import type { Tables } from './tables.ts';

export interface Draft {
  readonly id: string;
  readonly title: string;
  /** The release that it was begun from; none on an empty installation. */
  readonly base?: string;
  readonly revision: number;
  readonly state: 'open' | 'published' | 'discarded';
}

/** Document by path; null deletes it. */
export type Changes = { readonly [path: string]: string | Uint8Array | null };

/** Begins a draft from what is live. */
export function openDraft(
  { write }: Database,
  { actor, at, id, title }: Act & { readonly id: string; readonly title: string },
): Promise<Draft> {
  return write(async (queries, turn) => {
    const live = await findLive(queries);
    const base = live?.release;
    await queries
      .insertInto('drafts')
      .values({ id, title, base: base ?? null, revision: 0, state: 'open', actor, at })
      .execute();
    await record(queries, { turn, at, actor, action: 'draft.open', subject: id, details: { title, base } });
    return { id, title, ...(base !== undefined && { base }), revision: 0, state: 'open' };
  });
}

/** @throws RegistryRefusal `unknown`. */
export async function readDraft(queries: Queries, id: string): Promise<Draft> {
  const row = await queries.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new RegistryRefusal('unknown', `There is no draft ${id}.`);
  return describeDraft(row);
}

function describeDraft({ id, title, base, revision, state }: Tables['drafts']): Draft {
  return { id, title, ...(base !== null && { base }), revision, state };
}

/**
 * Saves documents. Autosave calls it: every save is one step of the draft's history.
 *
 * @param seen - The revision that the person has in front of them.
 * @returns the draft's new revision.
 * @throws RegistryRefusal `conflict` where the draft went on or is closed, `invalid` for a path that no project has.
 */
export function saveDraft(
  { write }: Database,
  {
    id,
    seen,
    changes,
    actor,
    at,
  }: Act & { readonly id: string; readonly seen: number; readonly changes: Changes },
): Promise<number> {
  const wrong = Object.keys(changes).find((path) => !isProjectPath(path));
  if (wrong !== undefined) {
    return Promise.reject(new RegistryRefusal('invalid', `${wrong} is no place of a document.`));
  }
  return write(async (queries, turn) => {
    const draft = await readDraft(queries, id);
    if (draft.state !== 'open') throw new RegistryRefusal('conflict', `The draft ${id} is ${draft.state}.`);
    if (draft.revision !== seen) {
      throw new RegistryRefusal('conflict', `The draft ${id} is at revision ${draft.revision}, not ${seen}.`);
    }
    const revision = seen + 1;
    const paths = Object.keys(changes);
    const kept = paths.filter((path) => changes[path] !== null);
    const hashes = await keepContents(
      queries,
      kept.map((path) => changes[path] ?? ''),
    );
    const byPath = new Map(kept.map((path, at) => [path, hashes[at] ?? null]));
    if (paths.length > 0) {
      await queries
        .insertInto('draft_changes')
        .values(
          paths.map((path) => ({ draft: id, revision, path, content: byPath.get(path) ?? null, actor, at })),
        )
        .execute();
    }
    await queries.updateTable('drafts').set({ revision }).where('id', '=', id).execute();
    await record(queries, {
      turn,
      at,
      actor,
      action: 'draft.save',
      subject: id,
      details: { revision, paths },
    });
    return revision;
  });
}

/** Open ones, newest first. */
export async function listDrafts(queries: Queries, limit: number): Promise<Draft[]> {
  const rows = await queries
    .selectFrom('drafts')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(describeDraft);
}

/** Closes a draft that nobody wants any more. @throws RegistryRefusal `conflict` where it is closed. */
export function discardDraft(
  { write }: Database,
  { id, actor, at }: Act & { readonly id: string },
): Promise<void> {
  return write(async (queries, turn) => {
    const draft = await readDraft(queries, id);
    if (draft.state !== 'open') throw new RegistryRefusal('conflict', `The draft ${id} is ${draft.state}.`);
    await queries.updateTable('drafts').set({ state: 'discarded' }).where('id', '=', id).execute();
    await record(queries, { turn, at, actor, action: 'draft.discard', subject: id, details: {} });
  });
}

/** What a draft says about each path that it touched, by hash; null for one that it deletes. */
export async function readChanges(
  queries: Queries,
  id: string,
  revision = Number.MAX_SAFE_INTEGER,
): Promise<Map<string, string | null>> {
  const rows = await queries
    .selectFrom('draft_changes')
    .select(['path', 'content'])
    .where('draft', '=', id)
    .where('revision', '<=', revision)
    .orderBy('revision')
    .execute();
  return new Map(rows.map(({ path, content }) => [path, content]));
}

/** The history of one draft, oldest first. */
export function listSaves(queries: Queries, id: string) {
  return queries
    .selectFrom('draft_changes')
    .select(['revision', 'path', 'content', 'actor', 'at'])
    .where('draft', '=', id)
    .orderBy('revision')
    .orderBy('path')
    .execute();
}

/**
 * What a document of a draft said in one of its revisions.
 *
 * @returns its hash.
 * @throws RegistryRefusal `unknown` where there was none, `invalid` for a revision that is still to come.
 */
export async function readContentOf(
  queries: Queries,
  { id, revision, path }: { readonly id: string; readonly revision: number; readonly path: string },
): Promise<string> {
  const draft = await readDraft(queries, id);
  if (revision > draft.revision) {
    throw new RegistryRefusal('invalid', `The draft ${id} is at revision ${draft.revision}.`);
  }
  const changes = await readChanges(queries, id, revision);
  const base = draft.base === undefined ? {} : (await readManifest(queries, draft.base)).files;
  const content = changes.has(path) ? changes.get(path) : Object.hasOwn(base, path) ? base[path] : undefined;
  if (content === undefined || content === null) {
    throw new RegistryRefusal('unknown', `The draft ${id} had no ${path} in revision ${revision}.`);
  }
  return content;
}

/** A draft on top of what is live. */
export interface Composed {
  /** Hash by path. */
  readonly files: ReadonlyMap<string, string>;
  /** What is live; null on an empty installation. */
  readonly parent: string | null;
}

/**
 * The project as it would be: what is live, with the draft's documents in place of theirs.
 *
 * @throws RegistryRefusal `conflict` where somebody has published another change of the same document since.
 */
export async function composeDraft(queries: Queries, id: string): Promise<Composed> {
  const draft = await readDraft(queries, id);
  const base = draft.base === undefined ? {} : (await readManifest(queries, draft.base)).files;
  const live = await findLive(queries);
  const files = new Map(
    Object.entries(live === undefined ? {} : (await readManifest(queries, live.release)).files),
  );
  for (const [path, content] of await readChanges(queries, id)) {
    const now = files.get(path);
    const isMoved = now !== (Object.hasOwn(base, path) ? base[path] : undefined);
    if (isMoved && now !== (content ?? undefined)) {
      throw new RegistryRefusal(
        'conflict',
        `${path} was published by somebody else since the draft was begun.`,
      );
    }
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return { files, parent: live?.release ?? null };
}
