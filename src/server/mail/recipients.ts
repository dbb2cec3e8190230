import { decide } from '#src/review/roles.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { withHolders } from '../registry/authors.ts';
import type { Queries } from '../registry/database.ts';
import { kindsOf, listAuthorsOf } from '../registry/second-person.ts';
import { readEmailName } from '../staff/names.ts';
import type { MailEvent } from './mail-events.ts';

/** `next`: its parent is live, so it can be published. `live`: it is live itself. `outdated`: neither is live. */
export type Standing = 'next' | 'live' | 'outdated';

interface Subject {
  readonly event: MailEvent;
  /** The account that caused the event, which gets no e-mail. */
  readonly actor: string;
  readonly release: ReleaseRecord;
  readonly standing: Standing;
}

/** The accounts that get an e-mail about an event: people who are active and whose name is an e-mail address. */
export async function listRecipients(
  queries: Queries,
  { event, actor, release, standing }: Subject,
): Promise<readonly string[]> {
  const people = await queries
    .selectFrom('staff')
    .select(['name', 'role'])
    .where('kind', '=', 'person')
    .where('state', '=', 'active')
    .where('name', '!=', actor)
    .orderBy('name')
    .execute();
  const reachable = people.filter(({ name }) => readEmailName(name) !== undefined);
  const named = (some: typeof people) => some.map(({ name }) => name);
  if (event === 'approval.waiting') {
    // This release, or another one, went live in the meantime.
    if (standing !== 'next') return [];
    const authors = await listAuthorsOf(queries, release.hash);
    return named(
      reachable.filter(({ name, role }) => decide(role, 'approve') !== 'no' && !authors.has(name)),
    );
  }
  const makers = await listMakers(queries, release);
  if (event === 'release.changes-asked') {
    return named(reachable.filter(({ name, role }) => decide(role, 'edit') !== 'no' && makers.has(name)));
  }
  const kinds = kindsOf(release.needs);
  return named(
    reachable.filter(
      ({ name, role }) =>
        makers.has(name) || (standing === 'next' && decide(role, 'publish', kinds) !== 'no'),
    ),
  );
}

/** The people who made the release or opened its draft. For a service account: the people who have its token. */
async function listMakers(queries: Queries, { actor, draft }: ReleaseRecord): Promise<ReadonlySet<string>> {
  const opened =
    draft === undefined
      ? []
      : await queries.selectFrom('drafts').select('actor').where('id', '=', draft).execute();
  return withHolders(queries, [actor, ...opened.map((one) => one.actor)]);
}
