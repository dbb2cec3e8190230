import type { Queries } from './database.ts';

/**
 * Marks releases as rolled back. A visit stays on its release if that is only replaced by a newer one. If its
 * release is rolled back, the visit changes to another release with its next document.
 */
export async function retire(queries: Queries, releases: readonly string[], at: number): Promise<void> {
  if (releases.length === 0) return;
  await queries
    .insertInto('retired')
    .values(releases.map((release) => ({ release, at })))
    .onConflict((conflict) => conflict.column('release').doNothing())
    .execute();
}

/** Removes the mark from a release that goes live again. */
export async function reinstate(queries: Queries, release: string): Promise<void> {
  await queries.deleteFrom('retired').where('release', '=', release).execute();
}

export async function listRetired(queries: Queries): Promise<Set<string>> {
  const rows = await queries.selectFrom('retired').select('release').execute();
  return new Set(rows.map(({ release }) => release));
}
