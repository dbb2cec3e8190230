import * as v from 'valibot';
import { STORED_CONDITION } from '#src/shared/rollout/audience.ts';
import { STRATEGY } from '#src/shared/rollout/strategy.ts';
import { record } from './audit.ts';
import { readColumn } from './column.ts';
import type { Database, Queries } from './database.ts';
import { notFound, RegistryRefusal } from './failures.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import type { GradualStart, Schedule } from '#src/shared/registry/schedule.ts';
import { requireReady, goLive } from './releases.ts';
import { beginRollout } from './rollouts.ts';
import { findRightFault, kindsOf } from './second-person.ts';
import { type ReleaseAgainstLive, checkAgainstLive } from './sides.ts';
import type { Tables } from './tables.ts';

/** Maximum time ahead. */
const LONGEST_AHEAD_MS = 90 * 24 * 60 * 60_000;
/**
 * After this delay, for example if no server ran, a scheduled release is refused, because it would surprise
 * the staff.
 */
const LONGEST_LATE_MS = 60 * 60_000;
const MOST_LISTED = 50;

/**
 * Schedules a release that could be published now, for a time at which nothing is known to prevent it.
 * @throws RegistryRefusal as publishing at that time; `invalid` for a time that is over or too far away;
 * `conflict` if it is already scheduled.
 */
export async function scheduleRelease(
  { queries: before, write }: Database,
  { id, release, due, gradual, actor, at, reason }: Omit<Schedule, 'state' | 'ended'>,
): Promise<Schedule> {
  requireAhead(due, at);
  const checked = await checkAgainstLive(before, release, due);
  if (gradual !== undefined && checked.live === undefined) {
    throw new RegistryRefusal('invalid', 'A rollout needs another release that is live.');
  }
  return write(async (queries, turn) => {
    await requireReady(queries, checked, due);
    const waiting = (await listWaiting(queries)).find((one) => one.release === release);
    if (waiting !== undefined) {
      throw new RegistryRefusal(
        'conflict',
        `The release is already scheduled, by ${waiting.actor}: ${waiting.id}.`,
      );
    }
    const share = gradual === undefined ? null : JSON.stringify(gradual);
    const row = {
      id,
      release,
      due,
      gradual: share,
      state: 'waiting' as const,
      actor,
      reason,
      at,
      ended: null,
    };
    await queries.insertInto('scheduled_releases').values(row).execute();
    const details = { reason, schedule: id, due, ...(gradual && { gradual }) };
    await record(queries, { turn, at, actor, action: 'release.schedule', subject: release, details });
    return readRow(row);
  });
}

function requireAhead(due: number, at: number): void {
  if (due > at && due <= at + LONGEST_AHEAD_MS) return;
  throw new RegistryRefusal('invalid', 'A release can be scheduled for a time within the next 90 days.');
}

/**
 * Moves a scheduled release to another time, in the name of the person who moves it.
 * @throws RegistryRefusal as publishing at that time; `unknown`; `invalid` as in `scheduleRelease`; `conflict` if it
 * is not waiting.
 */
export async function moveSchedule(
  { queries: before, write }: Database,
  { id, due, actor, at, reason }: Decision & { readonly id: string; readonly due: number },
): Promise<Schedule> {
  requireAhead(due, at);
  const { release } = await readSchedule(before, id);
  const checked = await checkAgainstLive(before, release, due);
  return write(async (queries, turn) => {
    const { state, due: from } = await readSchedule(queries, id);
    if (state !== 'waiting') throw new RegistryRefusal('conflict', `The plan ${id} is ${state}.`);
    await requireReady(queries, checked, due);
    await queries.updateTable('scheduled_releases').set({ due, actor }).where('id', '=', id).execute();
    const details = { reason, schedule: id, from, due };
    await record(queries, { turn, at, actor, action: 'release.reschedule', subject: release, details });
    return readSchedule(queries, id);
  });
}

/** @throws RegistryRefusal `unknown`; `conflict` if it is not waiting. */
export function cancelSchedule(
  { write }: Database,
  { id, actor, at, reason }: Decision & { readonly id: string },
): Promise<Schedule> {
  return write(async (queries, turn) => {
    const { release, state } = await readSchedule(queries, id);
    if (state !== 'waiting') throw new RegistryRefusal('conflict', `The plan ${id} is ${state}.`);
    await end(queries, id, 'cancelled', reason);
    const details = { reason, schedule: id };
    await record(queries, { turn, at, actor, action: 'release.unschedule', subject: release, details });
    return readSchedule(queries, id);
  });
}

/** Waiting schedules by due time, then the ended ones. */
export async function listSchedules(queries: Queries): Promise<Schedule[]> {
  const over = await queries
    .selectFrom('scheduled_releases')
    .selectAll()
    .where('state', '!=', 'waiting')
    .orderBy('due', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  return [...(await listWaiting(queries)), ...over.map(readRow)];
}

/** What `publishDue` did. */
export interface DueResult {
  readonly release: string;
  readonly isLive: boolean;
}

/**
 * Publishes the release that is due, or starts its rollout. Every server calls it every few seconds; only one of them acts. If
 * something prevents the release now (a freeze, another release that went live, a rollout, a missing right),
 * it is refused for good, so that it does not go live at an unexpected time.
 * @returns undefined if nothing was due.
 */
export async function publishDue(database: Database, at: number): Promise<DueResult | undefined> {
  // Checked before the write transaction, because mostly nothing is due.
  const seen = await findDue(database.queries, at);
  if (seen === undefined) return undefined;
  const checked = await checkAgainstLive(database.queries, seen.release, at);
  return database.write(async (queries, turn) => {
    const schedule = await findDue(queries, at);
    // Another release is now due first; the next call handles it.
    if (schedule?.release !== checked.release) return undefined;
    const { id, release, actor, reason, gradual } = schedule;
    const fault = await findFault(queries, schedule, checked, at);
    if (fault === undefined) {
      await end(queries, id, 'live', null);
      const arrival = { turn, release, actor, at, reason, schedule: id };
      if (gradual === undefined) await goLive(queries, arrival);
      // A rollout may have the id of its schedule: they are different kinds.
      else await beginRollout(queries, { ...arrival, ...gradual, id });
    } else {
      await end(queries, id, 'refused', fault);
      const details = { reason: fault, schedule: id, by: actor };
      await record(queries, {
        ...{ turn, at, actor: 'capiz', action: 'release.schedule-refused' },
        ...{ subject: release, details },
      });
    }
    return { release, isLive: fault === undefined };
  });
}

/** Why a due release does not go live. */
async function findFault(
  queries: Queries,
  { due, actor }: Schedule,
  checked: ReleaseAgainstLive,
  at: number,
): Promise<string | undefined> {
  if (at - due > LONGEST_LATE_MS) return 'No server was running at the scheduled time.';
  // A scheduled release counts only while the person who scheduled it may publish.
  const fault = await findRightFault(queries, actor, 'publish', kindsOf(checked.needs));
  if (fault !== undefined) return fault;
  try {
    await requireReady(queries, checked, at);
    return undefined;
  } catch (error) {
    if (error instanceof RegistryRefusal) return error.message;
    throw error;
  }
}

/** Schedules that are still to come, by due time. */
export async function listWaiting(queries: Queries): Promise<Schedule[]> {
  const rows = await queries
    .selectFrom('scheduled_releases')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('due')
    .orderBy('id')
    .execute();
  return rows.map(readRow);
}

async function findDue(queries: Queries, at: number): Promise<Schedule | undefined> {
  return (await listWaiting(queries)).find(({ due }) => due <= at);
}

/** @throws RegistryRefusal `unknown`. */
export async function readSchedule(queries: Queries, id: string): Promise<Schedule> {
  const row = await queries
    .selectFrom('scheduled_releases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('schedule', id);
  return readRow(row);
}

async function end(
  queries: Queries,
  id: string,
  state: Schedule['state'],
  ended: string | null,
): Promise<void> {
  await queries.updateTable('scheduled_releases').set({ state, ended }).where('id', '=', id).execute();
}

const GRADUAL: v.GenericSchema<unknown, GradualStart> = v.object({
  strategy: STRATEGY,
  audience: v.array(STORED_CONDITION),
});

function readRow({ ended, gradual, ...row }: Tables['scheduled_releases']): Schedule {
  return {
    ...row,
    ...(gradual !== null && { gradual: readColumn('scheduled_releases.gradual', gradual, GRADUAL) }),
    ...(ended !== null && { ended }),
  };
}
