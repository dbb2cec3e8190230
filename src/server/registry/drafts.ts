import type { Database, Queries } from './database.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { Conflict } from '#src/shared/registry/conflict.ts';
import { noteAssistant } from '../drafting/assistants.ts';
import { record } from './audit.ts';
import { listAuthors, noteAuthors, subjectOf, valuesIn } from './authors.ts';
import { keepContents, readContents } from './contents.ts';
import { requireValidAssets } from './require-assets.ts';
import { notFound, RegistryRefusal } from './failures.ts';
import { isAsset, isProjectPath, variantName } from '#src/shared/project-paths.ts';
import { findLive, readManifest } from './manifests.ts';
import type { Tables } from './tables.ts';

export interface Draft {
  readonly id: string;
  readonly title: string;
  /** The release that the draft started from; absent on an empty installation. */
  readonly base?: string;
  readonly revision: number;
  readonly state: 'open' | 'published' | 'discarded';
}

/** Document by path; null deletes the document. */
export type Changes = { readonly [path: string]: string | Uint8Array | null };

interface Assistant {
  /** The name of the program that writes for the account; absent if the person does it. */
  readonly assistant?: string;
}

/** Opens a draft on top of the live release. */
export function openDraft(
  { write }: Database,
  { actor, at, id, title, assistant }: Act & Assistant & { readonly id: string; readonly title: string },
): Promise<Draft> {
  return write(async (queries, turn) => {
    const live = await findLive(queries);
    const base = live?.release;
    await queries
      .insertInto('drafts')
      .values({ id, title, base: base ?? null, revision: 0, state: 'open', actor, at })
      .execute();
    if (assistant !== undefined) await noteAssistant(queries, { draft: id, assistant, actor, at });
    const details = { title, base, ...(assistant !== undefined && { assistant }) };
    await record(queries, { turn, at, actor, action: 'draft.open', subject: id, details });
    return { id, title, ...(base !== undefined && { base }), revision: 0, state: 'open' };
  });
}

/** @throws RegistryRefusal `unknown`. */
export async function readDraft(queries: Queries, id: string): Promise<Draft> {
  const row = await queries.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('draft', id);
  return describeDraft(row);
}

function describeDraft({ id, title, base, revision, state }: Tables['drafts']): Draft {
  return { id, title, ...(base !== null && { base }), revision, state };
}

export interface Save extends Act, Assistant {
  readonly id: string;
  /** The revision that the person edits. */
  readonly seen: number;
  readonly changes: Changes;
  /**
   * Rebases the draft on this release, which must be live. `changes` contain the changes that others published in
   * it.
   */
  readonly onto?: string;
}

/**
 * Saves documents; called by autosave. Every save is one revision of the draft. A conflicting save is stored
 * aside, so that no work is lost with the browser that made it.
 * @returns the draft's new revision.
 * @throws RegistryRefusal `conflict` if the draft or the live release has changed, with every changed document, or
 * if the draft is closed; `invalid` for an illegal path.
 */
export async function saveDraft({ write }: Database, save: Save): Promise<number> {
  const { id, seen, changes, onto, actor, at, assistant } = save;
  const wrong = Object.keys(changes).find((path) => !isProjectPath(path) && variantName(path) === undefined);
  if (wrong !== undefined)
    throw new RegistryRefusal('invalid', `${wrong} is not a valid path of a document.`);
  requireValidAssets(
    Object.entries(changes).flatMap(([path, content]) =>
      content === null ? [] : [[path, Buffer.from(content)] as const],
    ),
  );
  const saved = await write(async (queries, turn) => {
    const draft = await readDraft(queries, id);
    const hashes = await storeChanges(queries, changes);
    const refusal = await findRefusal(queries, draft, save, hashes);
    if (refusal !== undefined) {
      await setAside(queries, save, hashes);
      return refusal;
    }
    const revision = seen + 1;
    const paths = [...hashes.keys()];
    await noteWriters(queries, draft, hashes, actor);
    if (paths.length > 0) {
      await queries
        .insertInto('draft_changes')
        .values([...hashes].map(([path, content]) => ({ draft: id, revision, path, content, actor, at })))
        .execute();
    }
    await queries
      .updateTable('drafts')
      .set({ revision, ...(onto !== undefined && { base: onto }) })
      .where('id', '=', id)
      .execute();
    if (assistant !== undefined) await noteAssistant(queries, { draft: id, assistant, actor, at });
    const details = {
      ...{ revision, paths },
      ...(onto !== undefined && { onto }),
      ...(assistant !== undefined && { assistant }),
    };
    await record(queries, { turn, at, actor, action: 'draft.save', subject: id, details });
    return revision;
  });
  if (typeof saved === 'number') return saved;
  throw saved;
}

/** Stores the authors of saved documents: the person who saves, and the earlier authors in the same draft. */
async function noteWriters(
  queries: Queries,
  { id, base: begun }: Draft,
  hashes: Hashes,
  actor: string,
): Promise<void> {
  const base = await readFiles(queries, begun);
  const before = await readChanges(queries, id);
  for (const [path, content] of hashes) {
    const former = before.get(path);
    const isOfDraft = former !== undefined && former !== hashAt(base, path);
    const writers = isOfDraft ? await listAuthors(queries, [subjectOf(path, former)]) : [];
    await noteAuthors(queries, [subjectOf(path, content)], [actor, ...writers]);
    const last = former === undefined ? hashAt(base, path) : former;
    await noteAuthors(queries, await readValues(queries, path, last, content), [actor]);
  }
}

/** Like `valuesIn`, for one document by its hashes. */
async function readValues(
  queries: Queries,
  path: string,
  before: string | null,
  after: string | null,
): Promise<string[]> {
  if (isAsset(path)) return [];
  const contents = await readContents(
    queries,
    [before, after].flatMap((hash) => hash ?? []),
  );
  const textOf = (hash: string | null) => contents.get(hash ?? '')?.toString('utf8');
  return valuesIn(
    [path],
    () => textOf(before),
    () => textOf(after),
  );
}

/** @returns the hash of each document; null for a deleted one. */
async function storeChanges(queries: Queries, changes: Changes): Promise<Map<string, string | null>> {
  const paths = Object.keys(changes);
  const kept = paths.filter((path) => changes[path] !== null);
  const hashes = await keepContents(
    queries,
    kept.map((path) => changes[path] ?? ''),
  );
  const byPath = new Map(kept.map((path, at) => [path, hashes[at] ?? null]));
  return new Map(paths.map((path) => [path, byPath.get(path) ?? null]));
}

type Hashes = ReadonlyMap<string, string | null>;

/** Why a save is refused; undefined if it is not. */
async function findRefusal(
  queries: Queries,
  { id, state, base, revision }: Draft,
  { seen, onto }: Save,
  hashes: Hashes,
): Promise<RegistryRefusal | undefined> {
  if (state !== 'open') return new RegistryRefusal('conflict', `The draft ${id} is ${state}.`);
  if (revision !== seen) {
    const message = `The draft ${id} is at revision ${revision}, not ${seen}.`;
    const documents = await findLaterSaves(queries, { id, base, seen }, hashes);
    return new RegistryRefusal('conflict', message, [], { revision, documents });
  }
  if (onto === undefined) return undefined;
  const live = (await findLive(queries))?.release;
  if (live !== onto) return new RegistryRefusal('conflict', 'Another release is live.');
  const moved = await findMoved(queries, await readDraft(queries, id));
  // The saved documents already contain other people's changes, so only the other documents are in conflict.
  const left = Object.entries(moved).filter(([path]) => !hashes.has(path));
  if (left.length === 0) return undefined;
  const documents = Object.fromEntries(left);
  return new RegistryRefusal('conflict', describeMoved(left), [], { revision, live: onto, documents });
}

/** Documents that others saved after revision `seen`, each with the content of the refused save. */
async function findLaterSaves(
  queries: Queries,
  {
    id,
    base: release,
    seen,
  }: { readonly id: string; readonly base: string | undefined; readonly seen: number },
  hashes: Hashes,
): Promise<Conflict['documents']> {
  const base = await readFiles(queries, release);
  const before = await readChanges(queries, id, seen);
  const later = (await listSaves(queries, id)).filter(({ revision }) => revision > seen);
  return Object.fromEntries(
    later.map(({ path, content, actor, at }) => {
      const former = before.get(path);
      const was = former === undefined ? hashAt(base, path) : former;
      const yours = hashes.get(path);
      const moved = { seen: was, now: content, ...(yours !== undefined && { yours }), actor, at };
      return [path, moved];
    }),
  );
}

async function setAside(queries: Queries, { id, seen, actor, at }: Save, hashes: Hashes): Promise<void> {
  const { base: release } = await readDraft(queries, id);
  const base = await readFiles(queries, release);
  for (const [path, content] of hashes) {
    if (content === null) continue;
    // A person who restores this content later becomes its author, too.
    const last = hashAt(base, path);
    const values = await readValues(queries, path, last, content);
    await noteAuthors(queries, [content, ...values], [actor]);
    await queries
      .insertInto('draft_asides')
      .values({ draft: id, seen, path, content, actor, at })
      .onConflict((conflict) => conflict.columns(['draft', 'actor', 'path', 'content']).doNothing())
      .execute();
  }
}

/** Refused saves, oldest first. They are not part of the draft. */
export function listRefusedSaves(queries: Queries, id: string) {
  return queries
    .selectFrom('draft_asides')
    .select(['seen', 'path', 'content', 'actor', 'at'])
    .where('draft', '=', id)
    .orderBy('at')
    .orderBy('path')
    .execute();
}

/** Open drafts, newest first. */
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

/** @throws RegistryRefusal `conflict` if the draft is closed. */
export function renameDraft(
  { write }: Database,
  { id, title, actor, at }: Act & { readonly id: string; readonly title: string },
): Promise<void> {
  return write(async (queries, turn) => {
    const draft = await readDraft(queries, id);
    if (draft.state !== 'open') throw new RegistryRefusal('conflict', `The draft ${id} is ${draft.state}.`);
    await queries.updateTable('drafts').set({ title }).where('id', '=', id).execute();
    const details = { title, before: draft.title };
    await record(queries, { turn, at, actor, action: 'draft.rename', subject: id, details });
  });
}

/** Closes a draft without publishing it. @throws RegistryRefusal `conflict` if it is closed. */
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

/** Closes a draft whose release went live. If it has later edits it stays open, based on that release. */
export async function closePublished(queries: Queries, id: string, release: string): Promise<void> {
  const { files } = await readManifest(queries, release);
  const edits = [...(await readChanges(queries, id))].filter(([path]) => variantName(path) === undefined);
  const isLive = edits.every(([path, content]) => (files[path] ?? null) === content);
  const drafts = queries.updateTable('drafts').where('id', '=', id);
  await (isLive
    ? drafts.set({ state: 'published' })
    : drafts.set({ base: release }).where('state', '=', 'open')
  ).execute();
}

/** Changes of a draft by path, as hashes; null for a deleted document. */
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

/** The saves of one draft, oldest first. */
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
 * Finds the content of a document in one revision of a draft.
 * @returns its hash.
 * @throws RegistryRefusal `unknown` if the document did not exist, `invalid` for a revision that does not exist
 * yet.
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
  const base = await readFiles(queries, draft.base);
  const content = changes.has(path) ? changes.get(path) : hashAt(base, path);
  if (content === undefined || content === null) {
    throw new RegistryRefusal('unknown', `The draft ${id} had no ${path} in revision ${revision}.`);
  }
  return content;
}

/** The project of a draft: its changes on top of a release. */
export interface Composed {
  /** Hash by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The live release; null on an empty installation. */
  readonly parent: string | null;
}

/**
 * The project with the draft's changes on top of the live release.
 * @throws RegistryRefusal `conflict` if documents of the draft have since been published with other changes; it
 * names them all.
 */
export async function composeDraft(queries: Queries, id: string): Promise<Composed> {
  const draft = await readDraft(queries, id);
  const live = (await findLive(queries))?.release;
  const moved = await findMoved(queries, draft);
  const documents = Object.entries(moved);
  if (documents.length > 0) {
    throw new RegistryRefusal('conflict', describeMoved(documents), [], {
      revision: draft.revision,
      ...(live !== undefined && { live }),
      documents: moved,
    });
  }
  return { files: await layOver(queries, live, id), parent: live ?? null };
}

/**
 * Like `composeDraft`. On a conflict, uses the release that the draft started from, and returns the conflict too.
 * @throws RegistryRefusal `unknown`.
 */
export async function composeForReading(
  queries: Queries,
  id: string,
): Promise<Composed & { readonly conflict?: Conflict }> {
  try {
    return await composeDraft(queries, id);
  } catch (error) {
    if (!(error instanceof RegistryRefusal) || error.conflict === undefined) throw error;
    const { base } = await readDraft(queries, id);
    return { files: await layOver(queries, base, id), parent: base ?? null, conflict: error.conflict };
  }
}

async function layOver(
  queries: Queries,
  release: string | undefined,
  id: string,
): Promise<Map<string, string>> {
  const files = new Map(Object.entries(await readFiles(queries, release)));
  for (const [path, content] of await readChanges(queries, id)) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return files;
}

/** Documents that the draft changed and that were published with another change. */
async function findMoved(queries: Queries, { id, base: begun }: Draft): Promise<Conflict['documents']> {
  const live = await findLive(queries);
  const base = await readFiles(queries, begun);
  const files = await readFiles(queries, live?.release);
  return Object.fromEntries(
    [...(await readChanges(queries, id))].flatMap(([path, yours]) => {
      const [seen, now] = [hashAt(base, path), hashAt(files, path)];
      return now === seen || now === yours ? [] : [[path, { seen, now, yours }]];
    }),
  );
}

/** The documents of a release; none without a release. */
async function readFiles(queries: Queries, release: string | undefined): Promise<Files> {
  return release === undefined ? {} : (await readManifest(queries, release)).files;
}

type Files = { readonly [path: string]: string };

function hashAt(files: Files, path: string): string | null {
  return Object.hasOwn(files, path) ? (files[path] ?? null) : null;
}

function describeMoved([first]: readonly (readonly [path: string, document: unknown])[]): string {
  return `${first?.[0] ?? 'A document'} was published by another person since the draft was opened.`;
}
