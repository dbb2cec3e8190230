import { kindsOfRelease } from './about-release.ts';
import { addFreeze, listFreezes, removeFreeze } from './freezes.ts';
import { defineOperation, type Operation } from './operation.ts';
import { DUE, FREEZE_ONCE, SCHEDULE, WHY } from '#src/shared/operation-bodies.ts';
import { exactObject, HASH, NAME, REASON, text } from '#src/shared/operation-schemas.ts';
import { readStrategy } from './rollout-operations.ts';
import { cancelSchedule, listSchedules, moveSchedule, readSchedule, scheduleRelease } from './schedules.ts';
import { WEEKLY_TIME } from '#src/shared/weekly.ts';
import * as v from 'valibot';

const TIME_OF_WEEK = v.pipe(
  v.string(),
  v.regex(WEEKLY_TIME, 'is not in the expected form: a day and a time, as in fri 18:00.'),
);
const WEEKLY = exactObject({
  from: TIME_OF_WEEK,
  to: TIME_OF_WEEK,
  zone: v.pipe(text(1, 64), v.description('IANA name of a time zone.')),
});

/** Short enough to type. */
const ID_LENGTH = 8;

/** The API of scheduled releases and freezes. */
export const CALENDAR_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listSchedules',
    method: 'get',
    path: '/schedules',
    may: 'read',
    summary: 'Scheduled releases: the waiting ones first, then the ended ones.',
    run: async ({ database: { queries } }) => ({ schedules: await listSchedules(queries) }),
  }),
  defineOperation({
    id: 'scheduleRelease',
    method: 'post',
    path: '/releases/{release}/schedule',
    may: 'publish',
    on: ({ database: { queries }, params }) => kindsOfRelease(queries, params.release),
    summary:
      'Schedules a release for everybody, or with `gradual` for a share first, with the checks of publishing. If something prevents it when it is due, it is refused for good.',
    params: { release: HASH },
    body: SCHEDULE,
    run({ database, act, newId, params: { release }, body: { gradual, ...body } }) {
      const share = gradual && { ...gradual, strategy: readStrategy(gradual.strategy) };
      const id = newId().slice(0, ID_LENGTH);
      return scheduleRelease(database, { id, release, ...body, ...(share && { gradual: share }), ...act });
    },
  }),
  defineOperation({
    id: 'moveSchedule',
    method: 'post',
    path: '/schedules/{schedule}/move',
    may: 'publish',
    on: async ({ database: { queries }, params }) =>
      kindsOfRelease(queries, (await readSchedule(queries, params.schedule)).release),
    summary:
      'Moves a scheduled release to another time, with the checks of publishing. It then goes live in the name of the caller. 409 if it is not waiting.',
    params: { schedule: NAME },
    body: DUE,
    run: ({ database, act, params: { schedule }, body }) =>
      moveSchedule(database, { id: schedule, ...body, ...act }),
  }),
  defineOperation({
    id: 'cancelSchedule',
    method: 'post',
    path: '/schedules/{schedule}/cancel',
    may: 'take-back',
    summary: 'Cancels a scheduled release. 409 if it is not waiting.',
    params: { schedule: NAME },
    body: WHY,
    run: ({ database, act, params: { schedule }, body }) =>
      cancelSchedule(database, { id: schedule, ...body, ...act }),
  }),
  defineOperation({
    id: 'listFreezes',
    method: 'get',
    path: '/freezes',
    may: 'read',
    summary: 'Freezes, in which nothing new goes live; those that are not over.',
    run: async ({ database: { queries }, act }) => ({ freezes: await listFreezes(queries, act.at) }),
  }),
  defineOperation({
    id: 'addFreeze',
    method: 'post',
    path: '/freezes',
    may: 'freeze',
    summary:
      'Adds a freeze, once or every week, in which nothing new goes live; a rollback is always possible.',
    body: v.union(
      [FREEZE_ONCE, exactObject({ weekly: WEEKLY, reason: REASON })],
      'is neither a time from one moment to another nor one of every week.',
    ),
    run: ({ database, act, newId, body }) =>
      addFreeze(database, {
        id: newId().slice(0, ID_LENGTH),
        ...body,
        ...act,
      }),
  }),
  defineOperation({
    id: 'removeFreeze',
    method: 'post',
    path: '/freezes/{freeze}/remove',
    may: 'freeze',
    summary: 'Removes a freeze.',
    params: { freeze: NAME },
    body: WHY,
    async run({ database, act, params: { freeze }, body }) {
      await removeFreeze(database, { id: freeze, ...body, ...act });
      return { freezes: await listFreezes(database.queries, act.at) };
    },
  }),
];
