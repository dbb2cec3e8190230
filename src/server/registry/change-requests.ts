import { decide } from '#src/review/roles.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { ChangeRequest } from '#src/shared/registry/change-request.ts';
import { record } from './audit.ts';
import type { Database, Queries } from './database.ts';
import { notFound, RegistryRefusal } from './failures.ts';

/**
 * Asks the author of a release for changes. The reviewer's own approval of the release ends.
 * @throws RegistryRefusal `unknown`; `conflict` if the reviewer has already asked.
 */
export async function askForChanges(
  { queries: after, write }: Database,
  { id, release, text, actor, at }: ChangeRequest,
): Promise<readonly ChangeRequest[]> {
  await write(async (queries, turn) => {
    const made = await queries
      .selectFrom('releases')
      .select('hash')
      .where('hash', '=', release)
      .executeTakeFirst();
    if (made === undefined) throw notFound('release', release);
    const open = await listChangeRequests(queries, [release]);
    if (open.some((one) => one.actor === actor)) {
      throw new RegistryRefusal('conflict', `${actor} has already asked for changes.`);
    }
    await queries
      .insertInto('change_requests')
      .values({ id, release, text, actor, at, withdrawn_at: null })
      .execute();
    await queries.deleteFrom('approvals').where('release', '=', release).where('actor', '=', actor).execute();
    const details = { reason: text, request: id };
    await record(queries, { turn, at, actor, action: 'release.ask-changes', subject: release, details });
  });
  return listChangeRequests(after, [release]);
}

/**
 * Withdraws a request for changes.
 * @throws RegistryRefusal `unknown`; `forbidden` for anybody but the person who asked; `conflict` if it is not open.
 */
export async function withdrawChangeRequest(
  { queries: after, write }: Database,
  { id, actor, at }: Act & { readonly id: string },
): Promise<readonly ChangeRequest[]> {
  const release = await write(async (queries, turn) => {
    const row = await queries
      .selectFrom('change_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw notFound('request', id);
    if (row.actor !== actor)
      throw new RegistryRefusal('forbidden', `Only ${row.actor}, who asked for changes, can withdraw it.`);
    if (row.withdrawn_at !== null) throw new RegistryRefusal('conflict', 'It was already withdrawn.');
    await withdrawOwn(queries, row.release, { actor, at });
    const details = { request: id };
    const action = 'release.withdraw-changes';
    await record(queries, { turn, at, actor, action, subject: row.release, details });
    return row.release;
  });
  return listChangeRequests(after, [release]);
}

/** Withdraws what a person asked for, in the caller's transaction. @returns whether there was something. */
export async function withdrawOwn(queries: Queries, release: string, { actor, at }: Act): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('change_requests')
    .set({ withdrawn_at: at })
    .where('release', '=', release)
    .where('actor', '=', actor)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Open requests, oldest first. The request of a person who may not approve any more does not count, because nobody
 * could withdraw it.
 */
export async function listChangeRequests(
  queries: Queries,
  releases: readonly string[],
): Promise<readonly ChangeRequest[]> {
  if (releases.length === 0) return [];
  const rows = await queries
    .selectFrom('change_requests')
    .innerJoin('staff', 'staff.name', 'change_requests.actor')
    .selectAll('change_requests')
    .select('staff.role')
    .where('change_requests.release', 'in', releases)
    .where('change_requests.withdrawn_at', 'is', null)
    .where('staff.state', '=', 'active')
    .orderBy('change_requests.at')
    .orderBy('change_requests.id')
    .execute();
  return rows.flatMap(({ id, release, text, actor, at, role }) =>
    decide(role, 'approve') === 'no' ? [] : [{ id, release, text, actor, at }],
  );
}

/** @throws RegistryRefusal `conflict` while a reviewer asks for changes. */
export async function requireNoChangeRequest(queries: Queries, release: string): Promise<void> {
  const [asked] = await listChangeRequests(queries, [release]);
  if (asked === undefined) return;
  throw new RegistryRefusal(
    'conflict',
    `${asked.actor} asked for changes: “${asked.text}” Change the draft and make the release again, or ${asked.actor} withdraws it.`,
  );
}
