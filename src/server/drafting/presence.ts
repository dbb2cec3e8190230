import type { Act } from '#src/shared/registry/act.ts';
import type { Present, DraftUpdate } from '#src/shared/registry/draft-update.ts';
import type { Database, Queries } from '../registry/database.ts';
import { readDraft } from '../registry/drafts.ts';

/** Lifetime of an entry in ms; pages renew it three times in this time. */
export const PRESENT_MS = 30_000;
/** Maximum number of pages per account. */
const MOST_PAGES = 20;

/**
 * Stores what a page shows. A repeated call only extends the lifetime and sends no notification.
 * @throws RegistryRefusal `unknown` for an unknown draft.
 */
export async function beAt(
  { queries: before, write }: Database,
  {
    draft,
    page,
    path = '',
    pointer = '',
    actor,
    at,
  }: Act & Omit<Present, 'name'> & { readonly draft: string },
): Promise<void> {
  const until = at + PRESENT_MS;
  const row = { page, staff: actor, draft, path, pointer };
  let same = before.updateTable('presence').set({ until }).where('until', '>', at);
  for (const column of ['page', 'staff', 'draft', 'path', 'pointer'] as const)
    same = same.where(column, '=', row[column]);
  if ((await same.executeTakeFirst()).numUpdatedRows > 0n) return;
  await write(async (queries) => {
    await readDraft(queries, draft);
    await queries.deleteFrom('presence').where('until', '<=', at).execute();
    await queries
      .insertInto('presence')
      .values({ ...row, until })
      .onConflict((conflict) =>
        conflict.columns(['staff', 'page']).doUpdateSet({ draft, path, pointer, until }),
      )
      .execute();
    const pages = await queries
      .selectFrom('presence')
      .select('page')
      .where('staff', '=', actor)
      .orderBy('until', 'desc')
      .execute();
    for (const { page: oldest } of pages.slice(MOST_PAGES))
      await queries.deleteFrom('presence').where('staff', '=', actor).where('page', '=', oldest).execute();
  });
}

/** Removes a page. */
export async function leave(
  { write }: Database,
  { page, actor }: { readonly page: string; readonly actor: string },
): Promise<void> {
  await write((queries) =>
    queries.deleteFrom('presence').where('staff', '=', actor).where('page', '=', page).execute(),
  );
}

/** Pages of active accounts, ordered by name. */
export async function listPresent(
  queries: Queries,
  drafts: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, readonly Present[]>> {
  const rows = await queries
    .selectFrom('presence')
    .innerJoin('staff', 'staff.name', 'presence.staff')
    .select(['presence.draft', 'presence.page', 'presence.path', 'presence.pointer', 'staff.name'])
    .where('presence.draft', 'in', drafts)
    .where('presence.until', '>', at)
    .where('staff.state', '=', 'active')
    .orderBy('staff.name')
    .orderBy('presence.page')
    .execute();
  const byDraft = new Map<string, Present[]>(drafts.map((draft) => [draft, []]));
  for (const { draft, name, page, path, pointer } of rows)
    byDraft.get(draft)?.push({ name, page, ...(path !== '' && { path, pointer }) });
  return byDraft;
}

/** State of open drafts; unknown drafts are left out. */
export async function readDraftUpdates(
  queries: Queries,
  drafts: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, DraftUpdate>> {
  if (drafts.length === 0) return new Map();
  const rows = await queries
    .selectFrom('drafts')
    .leftJoin('comments', 'comments.draft', 'drafts.id')
    .select(['drafts.id', 'drafts.state', 'drafts.revision'])
    .select(({ fn }) => [
      fn.max('comments.turn').as('said'),
      fn.count('comments.resolved_by').as('resolved'),
      fn.max('comments.resolved_at').as('settled'),
    ])
    .where('drafts.id', 'in', drafts)
    .groupBy(['drafts.id', 'drafts.state', 'drafts.revision'])
    .execute();
  const present = await listPresent(queries, drafts, at);
  return new Map(
    rows.map(({ id, state, revision, said, resolved, settled }) => [
      id,
      {
        ...{ draft: id, state, revision },
        comments: [said ?? 0, resolved, settled ?? 0].join('.'),
        present: present.get(id) ?? [],
      },
    ]),
  );
}
