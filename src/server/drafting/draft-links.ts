import { LONGEST_HOURS } from '#src/shared/operation-bodies.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import { record } from '../registry/audit.ts';
import type { Database, Queries } from '../registry/database.ts';
import { readDraft } from '../registry/drafts.ts';
import { notFound, RegistryRefusal } from '../registry/failures.ts';
import type { Tables } from '../registry/tables.ts';
import { digestSecret, isSecret, makeSecret } from '../staff/secrets.ts';

/** Maximum number of valid links per draft. */
const MOST = 20;
/** Maximum lifetime of a link. It also limits links that an earlier version made for longer. */
const LONGEST_MS = LONGEST_HOURS * 60 * 60_000;

/**
 * Makes a link that is valid until a time, at most LONGEST_HOURS from now, while its draft is open.
 *
 * @returns the link, and the secret, of which only a hash is stored.
 * @throws RegistryRefusal `invalid` for a later time; `unknown`; `conflict` if the draft is closed or has too many links.
 */
export async function makeDraftLink(
  { write }: Database,
  { id, draft, state, until, actor, at }: Omit<DraftLink, 'revoked'>,
): Promise<{ readonly link: DraftLink; readonly secret: string }> {
  if (until > at + LONGEST_MS) {
    throw new RegistryRefusal('invalid', `A link to a draft is valid for ${LONGEST_HOURS} hours at most.`);
  }
  const secret = makeSecret();
  const row = { id, hash: digestSecret(secret), draft, state: state ?? null, until, actor, at };
  await write(async (queries, turn) => {
    const { state: stands } = await readDraft(queries, draft);
    if (stands !== 'open') throw new RegistryRefusal('conflict', `The draft ${draft} is ${stands}.`);
    const good = (await listDraftLinks(queries, draft)).filter(
      ({ revoked, until: end }) => revoked === undefined && end > at,
    );
    if (good.length >= MOST) {
      throw new RegistryRefusal('conflict', `The draft ${draft} has ${MOST} links: revoke one.`);
    }
    await queries
      .insertInto('draft_links')
      .values({ ...row, revoked_by: null, revoked_at: null })
      .execute();
    const details = { link: id, until };
    await record(queries, { turn, at, actor, action: 'draft.link', subject: draft, details });
  });
  return { link: readRow({ ...row, revoked_by: null, revoked_at: null }), secret };
}

/** Newest first, including expired ones. */
export async function listDraftLinks(queries: Queries, draft: string): Promise<DraftLink[]> {
  const rows = await queries
    .selectFrom('draft_links')
    .selectAll()
    .where('draft', '=', draft)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(readRow);
}

/**
 * Revokes a link immediately, on every server. @throws RegistryRefusal `unknown`; `conflict` if it is already
 * revoked.
 */
export async function revokeDraftLink(
  { queries: after, write }: Database,
  { id, actor, at }: Act & { readonly id: string },
): Promise<DraftLink[]> {
  const draft = await write(async (queries, turn) => {
    const row = await queries.selectFrom('draft_links').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw notFound('link', id);
    if (row.revoked_by !== null) {
      throw new RegistryRefusal('conflict', `The link ${id} was revoked by ${row.revoked_by}.`);
    }
    await queries
      .updateTable('draft_links')
      .set({ revoked_by: actor, revoked_at: at })
      .where('id', '=', id)
      .execute();
    const details = { link: id };
    await record(queries, { turn, at, actor, action: 'draft.revoke-link', subject: row.draft, details });
    return row.draft;
  });
  return listDraftLinks(after, draft);
}

/** The valid link with this secret. Looked up for every request, so a revoked link ends on all servers at once. */
export async function findDraftLink(
  { queries }: Database,
  secret: string,
  now: number,
): Promise<DraftLink | undefined> {
  if (!isSecret(secret)) return undefined;
  const row = await queries
    .selectFrom('draft_links')
    .innerJoin('drafts', 'drafts.id', 'draft_links.draft')
    .selectAll('draft_links')
    .where('draft_links.hash', '=', digestSecret(secret))
    .where('draft_links.revoked_by', 'is', null)
    .where('draft_links.until', '>', now)
    .where('draft_links.at', '>', now - LONGEST_MS)
    .where('drafts.state', '=', 'open')
    .executeTakeFirst();
  return row && readRow(row);
}

/**
 * Finds the bytes of an image that was saved in a draft: for staff always, for others only while the draft has a
 * valid link. Reads the database, so any server can answer.
 * @param path - In the project.
 * @param beginning - Of its hash.
 */
export async function findDraftPicture(
  { queries }: Database,
  {
    path,
    beginning,
    isStaff,
  }: { readonly path: string; readonly beginning: string; readonly isStaff: boolean },
  now: number,
): Promise<Uint8Array | undefined> {
  if (isStaff) {
    const row = await queries
      .selectFrom('draft_changes')
      .innerJoin('contents', 'contents.hash', 'draft_changes.content')
      .select('contents.bytes')
      .where('draft_changes.path', '=', path)
      .where('draft_changes.content', 'like', `${beginning}%`)
      .executeTakeFirst();
    return row?.bytes;
  }
  const row = await queries
    .selectFrom('draft_changes')
    .innerJoin('draft_links', 'draft_links.draft', 'draft_changes.draft')
    .innerJoin('drafts', 'drafts.id', 'draft_links.draft')
    .innerJoin('contents', 'contents.hash', 'draft_changes.content')
    .select('contents.bytes')
    .where('draft_changes.path', '=', path)
    .where('draft_changes.content', 'like', `${beginning}%`)
    .where('draft_links.until', '>', now)
    .where('draft_links.at', '>', now - LONGEST_MS)
    .where('draft_links.revoked_by', 'is', null)
    .where('drafts.state', '=', 'open')
    .executeTakeFirst();
  return row?.bytes;
}

function readRow(row: Tables['draft_links']): DraftLink {
  const { id, draft, state, until, actor, at, revoked_by: by, revoked_at: when } = row;
  return {
    ...{ id, draft, until: Math.min(until, at + LONGEST_MS), actor, at },
    ...(state !== null && { state }),
    ...(by !== null && { revoked: { actor: by, at: when ?? 0 } }),
  };
}
