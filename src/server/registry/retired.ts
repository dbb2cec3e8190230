import type { Queries } from './database.ts';

/**
 * Marks releases as rolled back. A visit stays on a release that was only replaced; with the next document it
 * leaves a release that was rolled back.
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
