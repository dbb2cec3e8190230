import { shortName } from '../delivery/visitor.ts';
import { listClosed } from './closed-screens.ts';
import type { Database } from './database.ts';
import { findLive, findVersion } from './manifests.ts';
import { listRetired } from './retired.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import { findRollout } from './rollout-records.ts';

/**
 * The state of publishing at a moment: the live release, the rollout, and the releases and screens that borrowers
 * must not get any more.
 */
export interface PublishingState {
  /** Hash of the live release. */
  readonly live: string;
  /** A result of `findVersion`. */
  readonly version: number;
  readonly rollout?: Rollout;
  /** Short names of releases that were rolled back. */
  readonly retired: ReadonlySet<string>;
  /** Ids of screens that are closed in every release. */
  readonly closed: ReadonlySet<string>;
}

/** @returns undefined on an empty installation. */
export async function readPublishingState({ queries }: Database): Promise<PublishingState | undefined> {
  // These reads need no transaction: a change in between sends a notification, after which all is read again.
  const rollout = await findRollout(queries);
  const retired = new Set([...(await listRetired(queries))].map(shortName));
  const closed = new Set((await listClosed(queries)).map(({ screen }) => screen));
  const live = await findLive(queries);
  const version = await findVersion(queries);
  if (live === undefined) return undefined;
  return { live: live.release, version, retired, closed, ...(rollout && { rollout }) };
}
