import * as v from 'valibot';
import { decide } from '#src/review/roles.ts';
import type { WaitingRelease } from '#src/shared/registry/home.ts';
import { REVIEW_NEED } from '#src/shared/registry/review-need.ts';
import type { Account } from '../staff/accounts.ts';
import { subjectsIn, withHolders } from '../registry/authors.ts';
import { readColumn } from '../registry/column.ts';
import { listChangeRequests } from '../registry/change-requests.ts';
import type { Queries } from '../registry/database.ts';
import { changesBetween, type FileChanges } from '../registry/manifests.ts';
import { findPicturesFault, readPictures, readPolicy } from '../registry/second-person.ts';
import { readFilesOf } from './open-drafts.ts';

const MOST_WAITING = 20;
/** Of releases that are compared with the live one. */
const MOST_CANDIDATES = 200;
/** SQLite accepts this number of values in one statement. */
const AT_ONCE = 200;

interface Situation {
  readonly live: string | undefined;
  readonly account: Account;
  /** Releases that are scheduled or in a rollout. */
  readonly planned: ReadonlySet<string>;
  /** During a rollout nothing else can be published. */
  readonly hasRollout: boolean;
}

/**
 * Releases on top of the live one that the caller may approve or publish, newest first; of each draft only the newest.
 * For speed, authors are those of whole documents; `approve` also checks the authors of single values.
 */
export async function listWaitingReleases(
  queries: Queries,
  { live, account, planned, hasRollout }: Situation,
): Promise<readonly WaitingRelease[]> {
  const mayPublish = !hasRollout && decide(account.role, 'publish') !== 'no';
  const mayApprove = account.kind === 'person' && decide(account.role, 'approve') !== 'no';
  if (live === undefined || (!mayApprove && !mayPublish)) return [];
  const rows = await listCandidates(queries, live, planned);
  if (rows.length === 0) return [];
  const hashes = rows.map(({ hash }) => hash);
  const files = await readFilesOf(queries, [live, ...hashes]);
  const changes = new Map(
    hashes.map((hash) => [hash, changesBetween(files.get(live) ?? {}, files.get(hash) ?? {})]),
  );
  const authors = await listAuthorsOf(queries, changes);
  const approvers = await listApprovers(queries, hashes);
  const asked = new Set((await listChangeRequests(queries, hashes)).map(({ release }) => release));
  const offered = rows.flatMap(({ hash: release, needs, actor, at, reason }): readonly WaitingRelease[] => {
    // The author answers first.
    if (asked.has(release)) return [];
    const written = authors.get(release) ?? new Set<string>();
    const kinds = [
      ...new Set(readColumn('releases.needs', needs, v.array(REVIEW_NEED)).map(({ kind }) => kind)),
    ];
    const isReady = kinds.length === 0 || (approvers.get(release) ?? []).some((name) => !written.has(name));
    const isOffered = isReady ? mayPublish : mayApprove && !written.has(account.name);
    if (!isOffered) return [];
    const next = isReady ? 'publish' : 'approve';
    const changed = Object.keys(changes.get(release) ?? {});
    return [{ release, next, kinds, changed, actor, at, reason }];
  });
  return offered.slice(0, MOST_WAITING);
}

async function listCandidates(queries: Queries, live: string, planned: ReadonlySet<string>) {
  const rows = await queries
    .selectFrom('releases')
    .leftJoin('drafts', 'drafts.id', 'releases.draft')
    .select(['releases.hash', 'releases.needs', 'releases.draft', 'releases.actor', 'releases.reason'])
    .select('releases.at')
    .where('releases.parent', '=', live)
    .where('releases.hash', '!=', live)
    .where((row) => row.or([row('drafts.state', 'is', null), row('drafts.state', '!=', 'discarded')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit')
            .select('audit.turn')
            .where('audit.action', '=', 'release.publish')
            .whereRef('audit.subject', '=', 'releases.hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rollouts')
            .select('rollouts.id')
            .where('rollouts.state', '=', 'returned')
            .whereRef('rollouts.release', '=', 'releases.hash'),
        ),
      ),
    )
    .orderBy('releases.at', 'desc')
    .orderBy('releases.hash')
    .execute();
  const drafts = new Set<string>();
  const newest = rows.filter(({ hash, draft }) => {
    if (planned.has(hash)) return false;
    if (draft === null) return true;
    const isNewest = !drafts.has(draft);
    drafts.add(draft);
    return isNewest;
  });
  return newest.slice(0, MOST_CANDIDATES);
}

/** Authors of the changed documents by release; of service accounts also the people who hold their tokens. */
async function listAuthorsOf(
  queries: Queries,
  changes: ReadonlyMap<string, FileChanges>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const subjects = new Map([...changes].map(([release, one]) => [release, new Set(subjectsIn(one))]));
  const all = [...new Set([...subjects.values()].flatMap((some) => [...some]))];
  const rows: { readonly subject: string; readonly actor: string }[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    rows.push(
      ...(await queries
        .selectFrom('authors')
        .select(['subject', 'actor'])
        .where('subject', 'in', some)
        .execute()),
    );
  }
  const services = await listServices(queries);
  const authors = new Map<string, ReadonlySet<string>>();
  for (const [release, own] of subjects) {
    const names = [...new Set(rows.flatMap(({ subject, actor }) => (own.has(subject) ? [actor] : [])))];
    const hasService = names.some((name) => services.has(name));
    authors.set(release, hasService ? await withHolders(queries, names) : new Set(names));
  }
  return authors;
}

async function listServices(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.selectFrom('staff').select('name').where('kind', '=', 'service').execute();
  return new Set(rows.map(({ name }) => name));
}

/** The people whose approval may still count by their account and the review policy, by release. */
async function listApprovers(
  queries: Queries,
  releases: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await queries
    .selectFrom('approvals')
    .innerJoin('staff', 'staff.name', 'approvals.actor')
    .select(['approvals.release', 'approvals.actor', 'approvals.pictures', 'staff.role'])
    .where('approvals.release', 'in', releases)
    .where('staff.state', '=', 'active')
    .where('staff.kind', '=', 'person')
    .execute();
  const policy = await readPolicy(queries);
  const approvers = new Map<string, string[]>();
  for (const { release, actor, pictures, role } of rows) {
    if (decide(role, 'approve') === 'no') continue;
    if (findPicturesFault(readPictures(pictures), policy) !== undefined) continue;
    approvers.set(release, [...(approvers.get(release) ?? []), actor]);
  }
  return approvers;
}
