import { shortName } from '../delivery/visitor.ts';
import { listClosed } from './closed-screens.ts';
import type { Database } from './database.ts';
import { findLive, findVersion } from './manifests.ts';
import { listRetired } from './retired.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import { findRollout } from './rollout-records.ts';

/** What the registry says about which release whom, at a moment. */
export interface Standing {
  /** Hash of the release that is everybody's. */
  readonly live: string;
  /** As of `findVersion`. */
  readonly version: number;
  readonly rollout?: Rollout;
  /** Short names of those that were taken back. */
  readonly retired: ReadonlySet<string>;
  /** Ids of screens that are closed in every release. */
  readonly closed: ReadonlySet<string>;
}

/** @returns undefined on an empty installation. */
export async function readStanding({ queries }: Database): Promise<Standing | undefined> {
  // One after another is one moment enough: whoever sees half of a change is told of it again at once.
  const rollout = await findRollout(queries);
  const retired = new Set([...(await listRetired(queries))].map(shortName));
  const closed = new Set((await listClosed(queries)).map(({ screen }) => screen));
  const live = await findLive(queries);
  const version = await findVersion(queries);
  if (live === undefined) return undefined;
  return { live: live.release, version, retired, closed, ...(rollout && { rollout }) };
}
