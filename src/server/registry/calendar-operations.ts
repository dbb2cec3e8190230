import { aboutRelease } from './about-release.ts';
import { addFreeze, type FrozenTime, listFreezes, removeFreeze } from './freezes.ts';
import type { Operation } from './operations.ts';
import { HASH, type JsonSchema, NAME, REASON, record } from './operation-schemas.ts';
import { cancelSchedule, listSchedules, scheduleRelease } from './schedules.ts';
import { WEEKLY_TIME } from '#src/shared/weekly.ts';

/** Milliseconds since the epoch. */
const TIME: JsonSchema = { type: 'integer', minimum: 0, maximum: 8_640_000_000_000_000 };
const WEEKLY = record({
  from: { type: 'string', pattern: WEEKLY_TIME },
  to: { type: 'string', pattern: WEEKLY_TIME },
  zone: { type: 'string', minLength: 1, maxLength: 64, description: 'IANA name of a time zone.' },
});

/** Short enough to be typed. */
const ID_LENGTH = 8;

/** What can be asked about times: what goes live later, and when nothing may. */
export const CALENDAR_OPERATIONS: readonly Operation[] = [
  {
    id: 'listSchedules',
    method: 'get',
    path: '/schedules',
    may: 'read',
    summary: 'Releases that go live at a time: those that wait, then what became of the others.',
    run: async ({ database: { queries } }) => ({ schedules: await listSchedules(queries) }),
  },
  {
    id: 'scheduleRelease',
    method: 'post',
    path: '/releases/{release}/schedule',
    may: 'publish',
    on: aboutRelease,
    summary:
      'Gives the release to everybody at a time, refused as publishing is. What stands in its way when the time has ' +
      'come refuses it for good.',
    params: { release: HASH },
    body: record({ due: TIME, reason: REASON }),
    run: ({ database, act, newId, params: { release = '' }, body }) =>
      scheduleRelease(database, {
        ...{ id: newId().slice(0, ID_LENGTH), release },
        ...(body as { due: number; reason: string }),
        ...act,
      }),
  },
  {
    id: 'cancelSchedule',
    method: 'post',
    path: '/schedules/{schedule}/cancel',
    may: 'take-back',
    summary: 'Leaves live what is live. 409 where it does not wait any more.',
    params: { schedule: NAME },
    body: record({ reason: REASON }),
    run: ({ database, act, params: { schedule = '' }, body }) =>
      cancelSchedule(database, { id: schedule, ...(body as { reason: string }), ...act }),
  },
  {
    id: 'listFreezes',
    method: 'get',
    path: '/freezes',
    may: 'read',
    summary: 'Times in which nothing new goes live, those that are not over.',
    run: async ({ database: { queries }, act }) => ({ freezes: await listFreezes(queries, act.at) }),
  },
  {
    id: 'addFreeze',
    method: 'post',
    path: '/freezes',
    may: 'freeze',
    summary:
      'Lets nothing new go live from a time to another, once or every week; taking back is always possible.',
    body: {
      oneOf: [record({ from: TIME, to: TIME, reason: REASON }), record({ weekly: WEEKLY, reason: REASON })],
    },
    run: ({ database, act, newId, body }) =>
      addFreeze(database, {
        id: newId().slice(0, ID_LENGTH),
        ...(body as FrozenTime & { reason: string }),
        ...act,
      }),
  },
  {
    id: 'removeFreeze',
    method: 'post',
    path: '/freezes/{freeze}/remove',
    may: 'freeze',
    summary: 'Lifts a freeze.',
    params: { freeze: NAME },
    body: record({ reason: REASON }),
    async run({ database, act, params: { freeze = '' }, body }) {
      await removeFreeze(database, { id: freeze, ...(body as { reason: string }), ...act });
      return { freezes: await listFreezes(database.queries, act.at) };
    },
  },
];
