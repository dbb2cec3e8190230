import type { Transaction } from 'kysely';
import type { Act, Decision } from '#src/shared/registry/act.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import { record } from './audit.ts';
import { requireNoChangeRequest } from './change-requests.ts';
import { readCounts } from './counts.ts';
import type { Database, Queries } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import { requireNoFreeze } from './freezes.ts';
import { decideStage, type Verdict } from './decide-stage.ts';
import { findLive } from './manifests.ts';
import { requireReady, goLive, readRelease } from './releases.ts';
import { reinstate, retire } from './retired.ts';
import { rollBack } from './roll-back.ts';
import { findRollout, readRollout } from './rollout-records.ts';
import { requireApproval, findRightFault, kindsOf } from './second-person.ts';
import { readDifference, checkAgainstLive } from './sides.ts';
import type { GradualStart } from '#src/shared/registry/schedule.ts';
import type { Tables } from './tables.ts';

/** Actor in the audit of automatic changes. */
const ITSELF = 'capiz';

/**
 * Starts a rollout with the first share of an audience. Only one runs at a time, because reports of two could not
 * be separated.
 * @throws RegistryRefusal as publishing, and `invalid` if there is no other live release to compare with.
 */
export async function startRollout(
  { queries: before, write }: Database,
  start: Decision & RolloutStart,
): Promise<Rollout> {
  const checked = await checkAgainstLive(before, start.release, start.at);
  return write(async (queries, turn) => {
    await requireReady(queries, checked, start.at);
    await beginRollout(queries, { ...start, turn });
    return readRollout(queries, start.id);
  });
}

/**
 * Starts a rollout that was checked, in the caller's transaction.
 * @throws RegistryRefusal `invalid` if there is no other live release to compare with.
 */
export async function beginRollout(
  queries: Transaction<Tables>,
  {
    id,
    turn,
    release,
    strategy,
    audience,
    actor,
    at,
    reason,
    schedule,
  }: Decision & RolloutStart & { readonly turn: number; readonly schedule?: string },
): Promise<void> {
  const live = await findLive(queries);
  if (live === undefined || live.release === release) {
    throw new RegistryRefusal('invalid', 'A rollout needs another release that is live.');
  }
  await reinstate(queries, release);
  const basisPoints = strategy.stages[0]?.basisPoints ?? 0;
  await queries
    .insertInto('rollouts')
    .values({
      ...{ id, release, base: live.release, state: 'running', stage: 0, basis_points: basisPoints },
      ...{ audience: JSON.stringify(audience), strategy: JSON.stringify(strategy), salt: release },
      ...{ since: at, actor, reason, at, ended: null },
    })
    .execute();
  const { meant } = await readRelease(queries, release);
  const details = {
    ...{ reason, release, base: live.release, basisPoints, audience, strategy },
    ...(meant && { meant }),
    ...(schedule && { schedule }),
  };
  await record(queries, { turn, at, actor, action: 'rollout.start', subject: id, details });
}

export interface RolloutStart extends GradualStart {
  readonly id: string;
  readonly release: string;
}

/** Stops the growth: visitors who have the release keep it. */
export function pauseRollout(database: Database, decision: Decision & { readonly id: string }) {
  return change(database, decision, 'running', 'rollout.pause', { state: 'paused' });
}

/** Restarts the stage: reports from before the pause do not count. */
export function resumeRollout(database: Database, decision: Decision & { readonly id: string }) {
  return change(database, decision, 'paused', 'rollout.resume', { state: 'running', since: decision.at });
}

function change(
  { write }: Database,
  { id, actor, at, reason }: Decision & { readonly id: string },
  from: Rollout['state'],
  action: string,
  to: { readonly state: Rollout['state']; readonly since?: number },
): Promise<Rollout> {
  return write(async (queries, turn) => {
    const rollout = await readRollout(queries, id);
    if (rollout.state !== from)
      throw new RegistryRefusal('conflict', `The rollout ${id} is ${rollout.state}.`);
    if (to.state === 'running') {
      await requireNoFreeze(queries, at);
      await demandStillApproved(queries, rollout);
    }
    await queries.updateTable('rollouts').set(to).where('id', '=', id).execute();
    await record(queries, { turn, at, actor, action, subject: id, details: { reason } });
    return readRollout(queries, id);
  });
}

/** The rollback request that returned a rollout, with the release that it requested, if any. */
interface AskedBy {
  readonly by: 'rollback';
  readonly wanted?: string;
}

/** Ends a rollout: all borrowers get the live release with their next document. The live pointer never moved. */
export function returnRollout(
  { write }: Database,
  { id, ...decision }: Decision & { readonly id: string; readonly asked?: AskedBy },
): Promise<Rollout> {
  return write(async (queries, turn) => {
    const rollout = await readRollout(queries, id);
    if (rollout.state !== 'running' && rollout.state !== 'paused') {
      throw new RegistryRefusal('conflict', `The rollout ${id} is ${rollout.state}.`);
    }
    await giveBack(queries, rollout, { turn, ...decision });
    return readRollout(queries, id);
  });
}

/** Result of `stepBack`. */
type StepBack =
  | { readonly did: 'rolled-back'; readonly release: string }
  /** The rollout was returned: its audience gets the live release again. The step did not go back to `wanted`. */
  | {
      readonly did: 'returned-rollout';
      readonly release: string;
      readonly rollout: string;
      readonly candidate: string;
      readonly wanted?: string;
    };

/**
 * Returns the rollout in progress; without one, rolls back to an earlier release.
 * @param to - As in `rollBack`. Ignored while there is a rollout; the result then repeats it as `wanted`.
 * @param seen - As in `rollBack`. With it a rollout is not returned: the person did not see it.
 */
export async function stepBack(
  database: Database,
  { to, seen, ...decision }: Decision & { readonly to?: string; readonly seen?: string },
): Promise<StepBack> {
  const rollout = await findRollout(database.queries);
  const wanted = to === undefined ? {} : { wanted: to };
  if (rollout === undefined || seen !== undefined) {
    const release = await rollBack(database, {
      ...decision,
      ...(to !== undefined && { to }),
      ...(seen !== undefined && { seen }),
    });
    return { did: 'rolled-back', release };
  }
  const {
    id,
    base,
    release: candidate,
  } = await returnRollout(database, {
    ...{ id: rollout.id, ...decision },
    asked: { by: 'rollback', ...wanted },
  });
  return { did: 'returned-rollout', release: base, rollout: id, candidate, ...wanted };
}

async function giveBack(
  queries: Transaction<Tables>,
  { id, release, base, basisPoints }: Rollout,
  {
    turn,
    actor,
    at,
    reason,
    kind,
    asked,
  }: Decision & { readonly turn: number; readonly kind?: string; readonly asked?: AskedBy },
): Promise<void> {
  await queries
    .updateTable('rollouts')
    .set({ state: 'returned', basis_points: 0, ended: reason })
    .where('id', '=', id)
    .execute();
  await retire(queries, [release], at);
  const details = {
    reason,
    release,
    base,
    basisPoints,
    ...(kind && { rule: kind }),
    ...(asked && { asked }),
  };
  await record(queries, { turn, at, actor, action: 'rollout.return', subject: id, details });
}

/** What `stepRollout` did. */
export type Step = 'advanced' | 'completed' | 'returned';

/**
 * Advances or returns the rollout in progress, if that is due. Every server calls it every few seconds; only
 * one of them acts.
 * @returns undefined if nothing was due.
 */
export async function stepRollout(database: Database, at: number): Promise<Step | undefined> {
  const rollout = await findRollout(database.queries);
  // Checked before the write transaction, because mostly nothing is due.
  if (rollout === undefined || (await look(database.queries, rollout, at)).do === 'wait') return undefined;
  return database.write(async (queries, turn) => {
    const now = await findRollout(queries);
    if (now === undefined) return undefined;
    const verdict = await look(queries, now, at);
    if (verdict.do === 'wait') return undefined;
    const act = { turn, actor: ITSELF, at };
    if (verdict.do === 'return') {
      await giveBack(queries, now, { ...act, reason: verdict.because, kind: verdict.kind });
      return 'returned';
    }
    return (await advance(queries, now, act)) ? 'completed' : 'advanced';
  });
}

/**
 * Advances to the next stage now, or from the last stage to all borrowers, without waiting for time or reports.
 * @throws RegistryRefusal `conflict` if it is not running, or pages with its release report more problems than pages
 * with the live release; `frozen`; `approval` if the approval does not count any more.
 */
export function advanceRollout(
  { write }: Database,
  { id, actor, at, reason }: Decision & { readonly id: string },
): Promise<Rollout> {
  return write(async (queries, turn) => {
    const rollout = await readRollout(queries, id);
    if (rollout.state !== 'running')
      throw new RegistryRefusal('conflict', `The rollout ${id} is ${rollout.state}.`);
    const verdict = await look(queries, rollout, at);
    if (verdict.do === 'return') throw new RegistryRefusal('conflict', verdict.because);
    await requireNoFreeze(queries, at);
    await demandStillApproved(queries, rollout);
    await advance(queries, { ...rollout, reason }, { turn, actor, at });
    return readRollout(queries, id);
  });
}

/** What a rollout would do next, and why. */
export async function look(queries: Queries, rollout: Rollout, at: number): Promise<Verdict> {
  const { id, state, stage, strategy, since } = rollout;
  const current = strategy.stages[stage];
  if (current === undefined) return { do: 'wait', because: 'It has no such stage.' };
  const counts = await readCounts(queries, id, since);
  const verdict = decideStage(strategy, current, { ...counts, elapsedMs: at - since });
  if (verdict.do === 'return') return verdict;
  if (state === 'paused') return { do: 'wait', because: 'It is paused.' };
  if (verdict.do === 'advance') {
    try {
      await requireNoFreeze(queries, at);
      const needs = await demandStillApproved(queries, rollout);
      const fault = await findRightFault(queries, rollout.actor, 'publish', kindsOf(needs));
      if (fault !== undefined)
        return {
          do: 'wait',
          because: `The rollout cannot grow in the name of the person who started it: ${fault}`,
        };
    } catch (error) {
      if (error instanceof RegistryRefusal) return { do: 'wait', because: error.message };
      throw error;
    }
  }
  return verdict;
}

/**
 * A rollout grows only while a second person's approval counts, under the policy of the live release, and nobody
 * asks for changes.
 * @throws RegistryRefusal `approval`; `conflict`.
 */
async function demandStillApproved(
  queries: Queries,
  { base, release }: Rollout,
): Promise<readonly ReviewNeed[]> {
  const { needs } = await readDifference(queries, base, release);
  await requireNoChangeRequest(queries, release);
  await requireApproval(queries, release, needs);
  return needs;
}

/** @returns whether the rollout is completed. */
async function advance(
  queries: Transaction<Tables>,
  { id, release, stage, strategy, basisPoints, reason }: Rollout,
  { turn, actor, at }: Act & { readonly turn: number },
): Promise<boolean> {
  const next = strategy.stages[stage + 1];
  if (next === undefined) {
    await queries
      .updateTable('rollouts')
      .set({ state: 'completed', basis_points: 10_000 })
      .where('id', '=', id)
      .execute();
    await goLive(queries, { turn, release, actor, at, reason, rollout: id });
    return true;
  }
  await queries
    .updateTable('rollouts')
    .set({ stage: stage + 1, basis_points: next.basisPoints, since: at })
    .where('id', '=', id)
    .execute();
  const details = {
    ...{ release, from: basisPoints, to: next.basisPoints },
    // An automatic advance has no reason.
    ...(actor !== ITSELF && { reason }),
  };
  await record(queries, { turn, at, actor, action: 'rollout.advance', subject: id, details });
  return false;
}
