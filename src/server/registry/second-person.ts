import { type Action, decide, type ScreenKind } from '../staff/roles.ts';
import { record } from './audit.ts';
import { listAuthorsOf } from './authors.ts';
import type { Database, Queries } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import type { Decision } from './releases.ts';
import type { ReviewNeed } from './review-needs.ts';

/** Somebody's yes to exactly one content. */
export interface Approval extends Decision {
  /** Who let the approver in: by an invitation, or by a new link. */
  readonly invitedBy: readonly string[];
  /** Why it does not count; absent while it does. */
  readonly fault?: string;
}

/**
 * A second person says yes to exactly this content.
 *
 * @throws RegistryRefusal `approval` where it would not count: by whoever brought anything of it, by a machine, by
 * somebody who may not; `unknown`.
 */
export function approve(
  { write }: Database,
  { release, actor, at, reason }: Decision & { readonly release: string },
): Promise<void> {
  return write(async (queries, turn) => {
    await demandAuthored(queries, release);
    const fault = await findFault(queries, actor, await listAuthorsOf(queries, release));
    if (fault !== undefined) throw new RegistryRefusal('approval', fault);
    await queries
      .insertInto('approvals')
      .values({ release, actor, at, reason })
      .onConflict((conflict) => conflict.columns(['release', 'actor']).doNothing())
      .execute();
    const invitedBy = await listInviters(queries, actor);
    const details = { reason, invitedBy };
    await record(queries, { turn, at, actor, action: 'release.approve', subject: release, details });
  });
}

/** Who has approved a release, and whether that counts now. */
export async function listApprovals(queries: Queries, release: string): Promise<Approval[]> {
  const rows = await queries
    .selectFrom('approvals')
    .select(['actor', 'at', 'reason'])
    .where('release', '=', release)
    .orderBy('at')
    .execute();
  if (rows.length === 0) return [];
  const authors = await listAuthorsOf(queries, release);
  const approvals: Approval[] = [];
  for (const row of rows) {
    const fault = await findFault(queries, row.actor, authors);
    const invitedBy = await listInviters(queries, row.actor);
    approvals.push({ ...row, invitedBy, ...(fault !== undefined && { fault }) });
  }
  return approvals;
}

/**
 * Whether somebody who may still say so, and brought nothing of it, has approved what must be.
 *
 * @throws RegistryRefusal `approval`.
 */
export async function demandSecondPerson(
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

/**
 * Why somebody may not do something any more, in their name; undefined while they may. A machine may publish, and
 * never approve.
 */
export async function findRightFault(
  queries: Queries,
  name: string,
  action: Action,
  kinds: readonly ScreenKind[],
): Promise<string | undefined> {
  const account = await queries
    .selectFrom('staff')
    .select(['kind', 'role', 'state'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (account === undefined) return `There is no account ${name}.`;
  if (account.state !== 'active') return `${name} is ${account.state}.`;
  if (action === 'approve' && account.kind === 'service') return 'A person approves, and no service account.';
  if (decide(account.role, action, kinds) === 'no')
    return `${name} is ${account.role}: that role does not allow it.`;
  return undefined;
}

/** The kinds that a change of these needs is of, as the table of roles asks. */
export function kindsOf(needs: readonly ReviewNeed[]): readonly ScreenKind[] {
  return needs.length === 0 ? ['ordinary'] : [...new Set(needs.map(({ kind }) => kind))];
}

async function findFault(
  queries: Queries,
  name: string,
  authors: ReadonlySet<string>,
): Promise<string | undefined> {
  const fault = await findRightFault(queries, name, 'approve', ['ordinary']);
  if (fault !== undefined || !authors.has(name)) return fault;
  return `Nobody approves what they brought themselves, and ${name} wrote, sent or imported some of it.`;
}

/** @throws RegistryRefusal `approval` for a release of before it was noted who brings what. */
async function demandAuthored(queries: Queries, release: string): Promise<void> {
  const row = await queries
    .selectFrom('releases')
    .select('authored')
    .where('hash', '=', release)
    .executeTakeFirst();
  if (row === undefined) throw new RegistryRefusal('unknown', `There is no release ${release}.`);
  if (row.authored !== null) return;
  throw new RegistryRefusal(
    'approval',
    'It was made before it was noted who brings what: make it again, of the same content, and somebody else approves it.',
  );
}

/** Everybody who had a link by which the account is entered. */
async function listInviters(queries: Queries, name: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit')
    .select('actor')
    .distinct()
    .where('action', 'in', ['staff.invite', 'staff.renew', 'staff.recover'])
    .where('subject', '=', name)
    .orderBy('actor')
    .execute();
  return rows.map(({ actor }) => actor);
}
