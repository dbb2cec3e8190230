import type { ChangesAsked } from '#src/shared/registry/home.ts';
import { listChangeRequests } from '../registry/change-requests.ts';
import type { Queries } from '../registry/database.ts';

/** Newest releases whose requests are read. */
const MOST_RELEASES = 50;

/**
 * Changes that reviewers ask this person for: in the newest release of each open draft that the person opened or
 * made a release of.
 */
export async function listChangesAsked(queries: Queries, name: string): Promise<readonly ChangesAsked[]> {
  const rows = await queries
    .selectFrom('releases')
    .innerJoin('drafts', 'drafts.id', 'releases.draft')
    .select([
      'releases.hash',
      'releases.actor as maker',
      'drafts.id',
      'drafts.title',
      'drafts.actor as opener',
    ])
    .where('drafts.state', '=', 'open')
    .orderBy('releases.at', 'desc')
    .orderBy('releases.hash')
    .limit(MOST_RELEASES)
    .execute();
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!newest.has(row.id)) newest.set(row.id, row);
  const own = [...newest.values()].filter(({ maker, opener }) => maker === name || opener === name);
  const asked = await listChangeRequests(
    queries,
    own.map(({ hash }) => hash),
  );
  return own.flatMap(({ hash, id, title }) =>
    asked.flatMap((one) => (one.release === hash ? [{ ...one, draft: id, title }] : [])),
  );
}
