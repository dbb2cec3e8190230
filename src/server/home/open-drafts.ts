import type { OpenDraft } from '#src/shared/registry/home.ts';
import { listPresent } from '../drafting/presence.ts';
import { readColumn } from '../registry/column.ts';
import type { Queries } from '../registry/database.ts';
import { MANIFEST } from '../registry/manifests.ts';

/** Maximum number of drafts. Drafts of colleagues are left out first, and of these the ones saved longest ago. */
const MOST_DRAFTS = 100;

type Files = { readonly [path: string]: string };
/** The last saved hash by path; null for a deleted document. */
type Edits = ReadonlyMap<string, string | null>;

/**
 * Open drafts with their changes, the last saved first. The number of queries does not depend on the number of drafts.
 *
 * @param live - The live release.
 * @param name - The caller.
 */
export async function listOpenDrafts(
  queries: Queries,
  { live, name, at }: { readonly live: string | undefined; readonly name: string; readonly at: number },
): Promise<readonly OpenDraft[]> {
  const rows = await queries
    .selectFrom('drafts')
    .leftJoin(
      (from) =>
        from
          .selectFrom('draft_changes')
          .select(({ fn, eb }) => [
            'draft',
            fn.max('at').as('saved'),
            fn.max(eb.case().when('actor', '=', name).then(1).else(0).end()).as('isMine'),
          ])
          .where('draft', 'in', (open) => open.selectFrom('drafts').select('id').where('state', '=', 'open'))
          .groupBy('draft')
          .as('save'),
      (join) => join.onRef('save.draft', '=', 'drafts.id'),
    )
    .select(['id', 'title', 'base', 'actor', 'at'])
    .where('state', '=', 'open')
    .orderBy(({ eb, or }) =>
      eb
        .case()
        .when(or([eb('actor', '=', name), eb('save.isMine', '=', 1)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy(({ fn }) => fn.coalesce('save.saved', 'drafts.at'), 'desc')
    .orderBy('id')
    .limit(MOST_DRAFTS)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const saves = await listLastSaves(queries, ids);
  const edits = await readEdits(queries, ids);
  const files = await readFilesOf(queries, [...rows.map(({ base }) => base ?? undefined), live]);
  const present = await listPresent(queries, ids, at);
  const now = files.get(live ?? '') ?? {};
  const drafts = rows.map(({ base, ...row }): OpenDraft => {
    const of = saves.filter(({ draft }) => draft === row.id);
    const [saved] = of;
    const mine = of.find(({ actor }) => actor === name)?.at ?? (row.actor === name ? row.at : undefined);
    const began = files.get(base ?? '') ?? {};
    const own = [...(edits.get(row.id) ?? [])].filter(([path, content]) => content !== hashAt(began, path));
    return {
      ...row,
      ...(base !== null && { base }),
      ...(saved !== undefined && { saved: { actor: saved.actor, at: saved.at } }),
      ...(mine !== undefined && { mineAt: mine }),
      changed: own.map(([path]) => path).sort(),
      hasConflict: own.some(([path, content]) => isMoved(path, content, began, now)),
      present: [...new Set((present.get(row.id) ?? []).map((one) => one.name))],
    };
  });
  const lastOf = (draft: OpenDraft): number => draft.saved?.at ?? draft.at;
  return drafts.sort((one, other) => lastOf(other) - lastOf(one));
}

/** Whether another change of the document was published since the draft began. */
function isMoved(path: string, content: string | null, began: Files, now: Files): boolean {
  const published = hashAt(now, path);
  return published !== hashAt(began, path) && published !== content;
}

/** The last save of each person in each draft, newest first. */
async function listLastSaves(queries: Queries, drafts: readonly string[]) {
  const rows = await queries
    .selectFrom('draft_changes')
    .select(({ fn }) => ['draft', 'actor', fn.max('at').as('at')])
    .where('draft', 'in', drafts)
    .groupBy(['draft', 'actor'])
    .execute();
  return rows.sort((one, other) => other.at - one.at);
}

async function readEdits(queries: Queries, drafts: readonly string[]): Promise<ReadonlyMap<string, Edits>> {
  const rows = await queries
    .selectFrom('draft_changes as change')
    .innerJoin(
      (from) =>
        from
          .selectFrom('draft_changes')
          .select(({ fn }) => ['draft', 'path', fn.max('revision').as('revision')])
          .where('draft', 'in', drafts)
          .groupBy(['draft', 'path'])
          .as('last'),
      (join) =>
        join
          .onRef('last.draft', '=', 'change.draft')
          .onRef('last.path', '=', 'change.path')
          .onRef('last.revision', '=', 'change.revision'),
    )
    .select(['change.draft', 'change.path', 'change.content'])
    .execute();
  const edits = new Map(drafts.map((draft) => [draft, new Map<string, string | null>()]));
  for (const { draft, path, content } of rows) edits.get(draft)?.set(path, content);
  return edits;
}

/** Hashes by path of each of these releases. */
export async function readFilesOf(
  queries: Queries,
  releases: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, Files>> {
  const wanted = [...new Set(releases.filter((one) => one !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await queries
    .selectFrom('releases')
    .select(['hash', 'manifest'])
    .where('hash', 'in', wanted)
    .execute();
  return new Map(
    rows.map(({ hash, manifest }) => [hash, readColumn('releases.manifest', manifest, MANIFEST).files]),
  );
}

function hashAt(files: Files, path: string): string | null {
  return Object.hasOwn(files, path) ? (files[path] ?? null) : null;
}
