import type { Queries } from './database.ts';

/**
 * Releases that were taken back from borrowers. Who began a visit with one that was merely replaced stays on it;
 * who has one of these gets what is live with the next document.
 */
export async function retire(queries: Queries, releases: readonly string[], at: number): Promise<void> {
  if (releases.length === 0) return;
  await queries
    .insertInto('retired')
    .values(releases.map((release) => ({ release, at })))
    .onConflict((conflict) => conflict.column('release').doNothing())
    .execute();
}

/** It goes to borrowers again. */
export async function reinstate(queries: Queries, release: string): Promise<void> {
  await queries.deleteFrom('retired').where('release', '=', release).execute();
}

export async function listRetired(queries: Queries): Promise<Set<string>> {
  const rows = await queries.selectFrom('retired').select('release').execute();
  return new Set(rows.map(({ release }) => release));
}
