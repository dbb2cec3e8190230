import * as v from 'valibot';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { readStaff } from '../staff/accounts.ts';
import { type Action, decide, type ScreenKind } from '#src/review/roles.ts';
import { record } from './audit.ts';
import { listAuthors, subjectsIn, withHolders } from './authors.ts';
import { withdrawOwn } from './change-requests.ts';
import { readColumn } from './column.ts';
import { readContent } from './contents.ts';
import type { Database, Queries } from './database.ts';
import { notFound, RegistryRefusal } from './failures.ts';
import { findLive, listChanges, readManifest } from './manifests.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import type { Approval } from '#src/shared/registry/release-record.ts';
import { readDifference } from './sides.ts';

/**
 * Records a second person's approval of exactly this content, and withdraws the changes that this person asked for.
 * @throws RegistryRefusal `approval` if it would not count: the approver is an author of the change or a
 * service account, or may not approve, or has seen no pictures where the policy demands it; `unknown`.
 */
export async function approve(
  { queries: before, write }: Database,
  {
    release,
    pictures = 'none',
    actor,
    at,
    reason,
  }: Decision & { readonly release: string; readonly pictures?: Approval['pictures'] },
): Promise<void> {
  // Fills the cache before the write transaction, so that other writers do not wait.
  await listAuthorsOf(before, release);
  return write(async (queries, turn) => {
    await demandAuthored(queries, release);
    const authors = await listAuthorsOf(queries, release);
    const fault =
      (await findFault(queries, actor, authors)) ?? findPicturesFault(pictures, await readPolicy(queries));
    if (fault !== undefined) throw new RegistryRefusal('approval', fault);
    const withdrew = await withdrawOwn(queries, release, { actor, at });
    const given = { at, reason, pictures: JSON.stringify(pictures) };
    // An approval with pictures replaces one without them, never the other way round.
    await queries
      .insertInto('approvals')
      .values({ release, actor, ...given })
      .onConflict((conflict) =>
        pictures === 'none'
          ? conflict.columns(['release', 'actor']).doNothing()
          : conflict.columns(['release', 'actor']).doUpdateSet(given),
      )
      .execute();
    const invitedBy = await listInviters(queries, actor);
    const details = { reason, pictures, invitedBy, ...(withdrew && { withdrew }) };
    await record(queries, { turn, at, actor, action: 'release.approve', subject: release, details });
  });
}

/** The approvals of a release, and whether each counts now. */
export async function listApprovals(queries: Queries, release: string): Promise<Approval[]> {
  const rows = await queries
    .selectFrom('approvals')
    .select(['actor', 'at', 'reason', 'pictures'])
    .where('release', '=', release)
    .orderBy('at')
    .execute();
  if (rows.length === 0) return [];
  const authors = await listAuthorsOf(queries, release);
  const policy = await readPolicy(queries);
  const approvals: Approval[] = [];
  for (const row of rows) {
    const pictures = readPictures(row.pictures);
    const fault = (await findFault(queries, row.actor, authors)) ?? findPicturesFault(pictures, policy);
    const invitedBy = await listInviters(queries, row.actor);
    approvals.push({ ...row, pictures, invitedBy, ...(fault !== undefined && { fault }) });
  }
  return approvals;
}

/**
 * Requires a valid approval if there are needs, from a person who may still approve and is not an author of
 * the change.
 * @throws RegistryRefusal `approval`.
 */
export async function requireApproval(
  queries: Queries,
  release: string,
  needs: readonly ReviewNeed[],
): Promise<void> {
  if (needs.length === 0) return;
  await demandAuthored(queries, release);
  const approvals = await listApprovals(queries, release);
  if (approvals.some(({ fault }) => fault === undefined)) return;
  const kinds = [...new Set(needs.map(({ kind }) => kind))].join(', ');
  const faults = approvals.map(({ fault }) => ` An approval does not count: ${fault}`).join('');
  throw new RegistryRefusal('approval', `A second person must approve it first: ${kinds}.${faults}`);
}

/** Why an account may not perform an action now, by its state and its role; undefined if it may. */
export async function findRightFault(
  queries: Queries,
  name: string,
  action: Action,
  kinds: readonly ScreenKind[],
): Promise<string | undefined> {
  const account = await queries
    .selectFrom('staff')
    .select(['role', 'state'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (account === undefined) return `There is no account ${name}.`;
  if (account.state !== 'active') return `${name} is ${account.state}.`;
  if (decide(account.role, action, kinds) === 'no')
    return `${name} is ${account.role}: that role does not allow it.`;
  return undefined;
}

/** The kinds of screen in these review needs, for the check of roles. */
export function kindsOf(needs: readonly ReviewNeed[]): readonly ScreenKind[] {
  return needs.length === 0 ? ['ordinary'] : [...new Set(needs.map(({ kind }) => kind))];
}

const PICTURES: v.GenericSchema<unknown, Approval['pictures']> = v.union([
  v.literal('none'),
  v.object({ seen: v.number(), notCompared: v.number() }),
]);

/** What an approver looked at. @param stored - Column `pictures`. */
export function readPictures(stored: string | null): Approval['pictures'] {
  return stored === null ? 'unknown' : readColumn('approvals.pictures', stored, PICTURES);
}

/** The part of the live review policy that is about approvals. */
export interface ApprovalPolicy {
  /** `review.approvalNeedsPictures` of app.json. */
  readonly needsPictures: boolean;
}

const REVIEW = v.object({
  review: v.object({ approvalNeedsPictures: v.exactOptional(v.boolean(), false) }),
});

/** Reads the live policy from its document. A release without a policy, and an empty installation, allow everything. */
export async function readPolicy(queries: Queries): Promise<ApprovalPolicy> {
  const live = await findLive(queries);
  if (live === undefined) return { needsPictures: false };
  const { files } = await readManifest(queries, live.release);
  const hash = Object.hasOwn(files, APP_FILE) ? files[APP_FILE] : undefined;
  if (hash === undefined) return { needsPictures: false };
  const text = (await readContent(queries, hash)).toString('utf8');
  const read = v.safeParse(REVIEW, parseDocument(text, APP_FILE).document?.value);
  return { needsPictures: read.success && read.output.review.approvalNeedsPictures };
}

/** Whether the policy lets such an approval count. */
export function findPicturesFault(
  pictures: Approval['pictures'],
  { needsPictures }: ApprovalPolicy,
): string | undefined {
  if (!needsPictures || typeof pictures === 'object') return undefined;
  return 'It was given without pictures, and the review policy needs them: approve it in the studio.';
}

/** The authors of all differences between a release and the live one, as `withHolders`. */
export async function listAuthorsOf(queries: Queries, release: string): Promise<ReadonlySet<string>> {
  const live = (await findLive(queries))?.release;
  const contents = subjectsIn(await listChanges(queries, live, release));
  const { values } = await readDifference(queries, live, release);
  return withHolders(queries, await listAuthors(queries, [...contents, ...values]));
}

async function findFault(
  queries: Queries,
  name: string,
  authors: ReadonlySet<string>,
): Promise<string | undefined> {
  const fault = await findRightFault(queries, name, 'approve', ['ordinary']);
  if (fault !== undefined) return fault;
  const { kind } = await readStaff(queries, name);
  if (kind === 'service')
    return `${name} is a service account, and only a person may approve. On the command line, give that person's token: --token-file <file>.`;
  if (!authors.has(name)) return undefined;
  return `Nobody can approve their own change, and ${name} wrote, sent or imported a part of this one.`;
}

/** @throws RegistryRefusal `approval` for a release that was made before authors were stored. */
async function demandAuthored(queries: Queries, release: string): Promise<void> {
  const row = await queries
    .selectFrom('releases')
    .select('authored')
    .where('hash', '=', release)
    .executeTakeFirst();
  if (row === undefined) throw notFound('release', release);
  if (row.authored !== null) return;
  throw new RegistryRefusal(
    'approval',
    'It was made before authors were stored: make it again from the same content, then a colleague can approve it.',
  );
}

/** Everyone who created a sign-in link for the account, also through their service account. */
async function listInviters(queries: Queries, name: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit')
    .select('actor')
    .distinct()
    .where('action', 'in', ['staff.invite', 'staff.renew', 'staff.recover'])
    .where('subject', '=', name)
    .execute();
  const holders = await withHolders(
    queries,
    rows.map(({ actor }) => actor),
  );
  return [...holders].sort();
}
