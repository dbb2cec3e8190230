import { kindsOfRelease } from './about-release.ts';
import { addFreeze, listFreezes, removeFreeze } from './freezes.ts';
import { defineOperation, type Operation } from './operation.ts';
import { FREEZE_ONCE, SCHEDULE, WHY } from '#src/shared/operation-bodies.ts';
import { exactObject, HASH, NAME, REASON, text } from '#src/shared/operation-schemas.ts';
import { cancelSchedule, listSchedules, scheduleRelease } from './schedules.ts';
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
    summary: 'Releases that go live at a time: those that wait, then what became of the others.',
    run: async ({ database: { queries } }) => ({ schedules: await listSchedules(queries) }),
  }),
  defineOperation({
    id: 'scheduleRelease',
    method: 'post',
    path: '/releases/{release}/schedule',
    may: 'publish',
    on: ({ database: { queries }, params }) => kindsOfRelease(queries, params.release),
    summary:
      'Gives the release to everybody at a time, refused as publishing is. What stands in its way when the time has ' +
      'come refuses it for good.',
    params: { release: HASH },
    body: SCHEDULE,
    run: ({ database, act, newId, params: { release }, body }) =>
      scheduleRelease(database, {
        ...{ id: newId().slice(0, ID_LENGTH), release },
        ...body,
        ...act,
      }),
  }),
  defineOperation({
    id: 'cancelSchedule',
    method: 'post',
    path: '/schedules/{schedule}/cancel',
    may: 'take-back',
    summary: 'Leaves live what is live. 409 where it does not wait any more.',
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
    summary: 'Times in which nothing new goes live, those that are not over.',
    run: async ({ database: { queries }, act }) => ({ freezes: await listFreezes(queries, act.at) }),
  }),
  defineOperation({
    id: 'addFreeze',
    method: 'post',
    path: '/freezes',
    may: 'freeze',
    summary:
      'Lets nothing new go live from a time to another, once or every week; taking back is always possible.',
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
    summary: 'Lifts a freeze.',
    params: { freeze: NAME },
    body: WHY,
    async run({ database, act, params: { freeze }, body }) {
      await removeFreeze(database, { id: freeze, ...body, ...act });
      return { freezes: await listFreezes(database.queries, act.at) };
    },
  }),
];
