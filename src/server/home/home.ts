import type { Home, OpenDraft, RunningRollout, Titled, Waiting } from '#src/shared/registry/home.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import { decide } from '#src/review/roles.ts';
import type { Account } from '../staff/accounts.ts';
import { listUnread } from '../drafting/mentions.ts';
import type { Queries } from '../registry/database.ts';
import { findLive } from '../registry/manifests.ts';
import { findRollout } from '../registry/rollout-records.ts';
import { listWaiting } from '../registry/schedules.ts';
import { listChangesAsked } from './changes-asked.ts';
import { listReleaseTitles, readLiveRelease } from './live-release.ts';
import { listOpenDrafts } from './open-drafts.ts';
import { listWaitingReleases } from './waiting-releases.ts';

/** Everything that the first page of the studio shows to this account. */
export async function readHome(queries: Queries, account: Account, at: number): Promise<Home> {
  const { live, drafts, waiting, rollout, schedules } = await readSituation(queries, account, at);
  const shown = [...schedules, ...(rollout === undefined ? [] : [rollout])].map(({ release }) => release);
  const titles = await listReleaseTitles(queries, shown);
  const titled = <Of extends { readonly release: string }>(one: Of): Of & Titled => ({
    ...one,
    releaseTitle: titles.get(one.release) ?? '',
  });
  return {
    ...{ drafts, waiting, schedules: schedules.map(titled) },
    ...(live !== undefined && { live: await readLiveRelease(queries, live) }),
    ...(rollout !== undefined && { rollout: titled(describeRollout(rollout)) }),
  };
}

/** What waits for this account, for the badge on the pages of drafts. */
export async function readWaiting(queries: Queries, account: Account, at: number): Promise<Waiting> {
  return (await readSituation(queries, account, at)).waiting;
}

async function readSituation(queries: Queries, account: Account, at: number) {
  const live = (await findLive(queries))?.release;
  const drafts = await listOpenDrafts(queries, { live, name: account.name, at });
  const rollout = await findRollout(queries);
  const schedules = await listWaiting(queries);
  const planned = new Set(schedules.map(({ release }) => release));
  if (rollout !== undefined) planned.add(rollout.release);
  const hasRollout = rollout !== undefined;
  const waiting: Waiting = {
    releases: await listWaitingReleases(queries, { live, account, planned, hasRollout }),
    changesAsked: await listChangesAsked(queries, account.name),
    mentions: await listUnread(queries, account.name),
    conflicts: decide(account.role, 'edit') === 'no' ? [] : drafts.flatMap(conflictOf),
  };
  return { live, drafts, rollout, schedules, waiting };
}

function conflictOf({ id, title, mineAt, hasConflict }: OpenDraft): Waiting['conflicts'] {
  return hasConflict && mineAt !== undefined ? [{ id, title }] : [];
}

function describeRollout(rollout: Rollout): Omit<RunningRollout, 'releaseTitle'> {
  const { release, state, basisPoints, since, actor, at, reason } = rollout;
  return { release, state: state === 'paused' ? state : 'running', basisPoints, since, actor, at, reason };
}
