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
 * Gives everybody an earlier release again, byte for byte. It was checked and approved when it went live, so
 * neither newer rules, nor a freeze, nor a missing colleague stand in the way. A rollout that is on its way is
 * returned first: nobody takes two steps back where one helps.
 *
 * @param to - Must have been live; default: the one before.
 * @returns the release that is live now.
 * @throws RegistryRefusal `problems` if no server could serve `to`; `unknown` where there is none to go back to;
 * `conflict` where a rollout must be returned first.
 */
export function rollBack(
  { write }: Database,
  { to, actor, at, reason }: Decision & { readonly to?: string },
): Promise<string> {
  return write(async (queries, turn) => {
    const live = await findLive(queries);
    const rollout = await findRollout(queries);
    if (rollout !== undefined) {
      throw new RegistryRefusal('conflict', `The rollout ${rollout.id} is on its way: return it first.`);
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

/** What has been live, newest first. */
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

/** The release that was live before `live` became so, or `wanted` where it ever was live. */
function findEarlier(
  arrivals: readonly ReleaseArrival[],
  live: string | undefined,
  wanted: string | undefined,
): string | undefined {
  if (wanted !== undefined) return arrivals.some(({ release }) => release === wanted) ? wanted : undefined;
  return arrivals.find(({ isNew, release }) => isNew && release === live)?.from;
}

/**
 * As `findEarlier`; without `to`, the newest earlier release that a server can serve.
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

/** Those that went live since `release` last did: whoever goes back behind them takes all of them back. */
function listSince(arrivals: readonly ReleaseArrival[], release: string): string[] {
  const last = arrivals.findIndex((arrival) => arrival.release === release);
  const since = new Set(arrivals.slice(0, Math.max(last, 0)).map((arrival) => arrival.release));
  return [...since];
}
