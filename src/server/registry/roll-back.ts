import * as v from 'valibot';
import { record } from './audit.ts';
import { readColumn } from './column.ts';
import type { Database, Queries } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import { findLive } from './manifests.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import { point } from './releases.ts';
import { reinstate, retire } from './retired.ts';
import { findRollout } from './rollout-records.ts';
import { whyReleaseUnservable } from './servable.ts';

/**
 * Makes an earlier release live again, byte for byte. It was validated and approved when it went live, so this
 * ignores newer rules, freezes and missing approvals. A rollout in progress must be returned first, because that
 * may be enough.
 * @param to - Must have been live; default: the release before the live one.
 * @param seen - The release that was live when the person decided. Another one may have gone live since.
 * @returns the release that is live now.
 * @throws RegistryRefusal `problems` if no server can serve `to`; `unknown` if there is no earlier release;
 * `conflict` if a rollout must be returned first, or if `seen` is no longer live.
 */
export function rollBack(
  { write }: Database,
  { to, seen, actor, at, reason }: Decision & { readonly to?: string; readonly seen?: string },
): Promise<string> {
  return write(async (queries, turn) => {
    const live = await findLive(queries);
    const rollout = await findRollout(queries);
    if (rollout !== undefined) {
      throw new RegistryRefusal('conflict', `The rollout ${rollout.id} is in progress: return it first.`);
    }
    if (seen !== undefined && live?.release !== seen) {
      throw new RegistryRefusal('conflict', 'Another release is live now: look at it first.');
    }
    const arrivals = await listArrivals(queries);
    const target = await findServable(queries, arrivals, live?.release, to);
    if (live === undefined || target === undefined) {
      throw new RegistryRefusal('unknown', 'There is no earlier release to go back to.');
    }
    await point(queries, target, live.revision, at);
    await retire(queries, listSince(arrivals, target), at);
    await reinstate(queries, target);
    const details = { reason, from: live.release, to: target };
    await record(queries, { turn, at, actor, action: 'release.rollback', subject: target, details });
    return target;
  });
}

/** The release that `rollBack` would make live by default; undefined if there is none, or a rollout is in progress. */
export async function findRollbackTarget(queries: Queries): Promise<string | undefined> {
  if ((await findRollout(queries)) !== undefined) return undefined;
  const live = await findLive(queries);
  return findServable(queries, await listArrivals(queries), live?.release, undefined);
}

/** A release that went live; `isNew` is false for a rollback. */
interface ReleaseArrival {
  readonly release: string;
  readonly from: string | undefined;
  readonly isNew: boolean;
}

/** Details of an audit record of going live: `from` is the release that was live before. */
const FORMER = v.object({ from: v.nullish(v.string()) });

async function listArrivals(queries: Queries): Promise<ReleaseArrival[]> {
  const rows = await queries
    .selectFrom('audit')
    .select(['action', 'subject', 'details'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .orderBy('turn', 'desc')
    .execute();
  return rows.map(({ action, subject, details }) => {
    const { from } = readColumn('audit.details', details, FORMER);
    return { release: subject, from: from ?? undefined, isNew: action === 'release.publish' };
  });
}

/** The release that was live before `live`; if `wanted` is given: `wanted`, if it was ever live. */
function findEarlier(
  arrivals: readonly ReleaseArrival[],
  live: string | undefined,
  wanted: string | undefined,
): string | undefined {
  if (wanted !== undefined) return arrivals.some(({ release }) => release === wanted) ? wanted : undefined;
  return arrivals.find(({ isNew, release }) => isNew && release === live)?.from;
}

/**
 * Like `findEarlier`; without `to`, the newest earlier release that a server can serve.
 *
 * @throws RegistryRefusal `problems` if no server could serve the requested release.
 */
async function findServable(
  queries: Queries,
  arrivals: readonly ReleaseArrival[],
  live: string | undefined,
  wanted: string | undefined,
): Promise<string | undefined> {
  const seen = new Set<string>();
  let target = findEarlier(arrivals, live, wanted);
  while (target !== undefined && !seen.has(target)) {
    const why = await whyReleaseUnservable(queries, target);
    if (why === undefined) return target;
    if (wanted !== undefined) throw new RegistryRefusal('problems', `No server could serve it: ${why}`);
    seen.add(target);
    target = findEarlier(arrivals, target, undefined);
  }
  return undefined;
}

/** The releases that went live since `release` last did. A rollback to it withdraws all of them. */
function listSince(arrivals: readonly ReleaseArrival[], release: string): string[] {
  const last = arrivals.findIndex((arrival) => arrival.release === release);
  const since = new Set(arrivals.slice(0, Math.max(last, 0)).map((arrival) => arrival.release));
  return [...since];
}
