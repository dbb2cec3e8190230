import { kindsOfRelease, kindsOfRollout } from './about-release.ts';
import { closeScreen, listClosed, openScreen } from './closed-screens.ts';
import { readContentTimes, readCounts, readReports } from './counts.ts';
import type { Database } from './database.ts';
import { shortName } from '../delivery/visitor.ts';
import { RegistryRefusal } from './failures.ts';
import { type Call, defineOperation, type Operation } from './operation.ts';
import { ROLLOUT_START, WHY } from '#src/shared/operation-bodies.ts';
import { exactObject, HASH, NAME, REASON } from '#src/shared/operation-schemas.ts';
import { listRollouts, readRollout } from './rollout-records.ts';
import {
  advanceRollout,
  look,
  pauseRollout,
  resumeRollout,
  returnRollout,
  startRollout,
} from './rollouts.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { readWeeklyVisitors } from './visitors.ts';

const MOST_LISTED = 50;
/** Short: it is in the document of every visitor who is compared. */
const ID_LENGTH = 8;

type Change = (database: Database, decision: Parameters<typeof pauseRollout>[1]) => Promise<unknown>;

type RolloutCall = Call<{ readonly rollout: string }, object, { readonly reason: string }>;

const aboutRollout = ({ database: { queries }, params }: RolloutCall) =>
  kindsOfRollout(queries, params.rollout);

function changing(
  id: string,
  verb: string,
  may: 'publish' | 'take-back',
  summary: string,
  change: Change,
): Operation {
  return defineOperation({
    id,
    may,
    ...(may === 'publish' && { on: aboutRollout }),
    method: 'post',
    path: `/rollouts/{rollout}/${verb}`,
    summary,
    params: { rollout: NAME },
    body: WHY,
    run: ({ database, act, params: { rollout }, body }) => change(database, { id: rollout, ...body, ...act }),
  });
}

/** The API of rollouts and closed screens. */
export const ROLLOUT_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listRollouts',
    method: 'get',
    path: '/rollouts',
    may: 'read',
    summary: 'Rollouts, the newest first.',
    run: async ({ database: { queries } }) => ({ rollouts: await listRollouts(queries, MOST_LISTED) }),
  }),
  defineOperation({
    id: 'startRollout',
    method: 'post',
    path: '/rollouts',
    may: 'publish',
    on: ({ database: { queries }, body }) => kindsOfRelease(queries, body.release),
    summary:
      'Starts a rollout with the first share of an audience. It grows by its strategy while pages report no more problems than without the release. 409 while another rollout is in progress.',
    body: ROLLOUT_START,
    run({ database, act, newId, body: { strategy: named, ...start } }) {
      const id = newId().slice(0, ID_LENGTH);
      return startRollout(database, { id, strategy: readStrategy(named), ...start, ...act });
    },
  }),
  defineOperation({
    id: 'readRollout',
    method: 'get',
    path: '/rollouts/{rollout}',
    may: 'read',
    summary: 'A rollout, the reports of both sides in its stage, and what it waits for.',
    params: { rollout: NAME },
    async run({ database: { queries }, act, params: { rollout: id } }) {
      const rollout = await readRollout(queries, id);
      const isOver = rollout.state === 'returned' || rollout.state === 'completed';
      const counts = await readCounts(queries, id, isOver ? 0 : rollout.since);
      const contentMs = await readContentTimes(queries, id, isOver ? 0 : rollout.since);
      return {
        ...rollout,
        counts,
        contentMs,
        ...(!isOver && { verdict: await look(queries, rollout, act.at) }),
      };
    },
  }),
  defineOperation({
    id: 'listReports',
    method: 'get',
    path: '/releases/{release}/reports',
    may: 'read',
    summary: "Reports of a release's pages in the last 30 days, by screen and side of a rollout.",
    params: { release: HASH },
    run: async ({ database: { queries }, params: { release } }) => ({
      reports: await readReports(queries, shortName(release)),
    }),
  }),
  defineOperation({
    id: 'listVisitors',
    method: 'get',
    path: '/visitors',
    may: 'read',
    summary:
      'Number of unique browsers in the last seven days, by attributes of their app; of fewer days if counting began later.',
    run: ({ database: { queries }, act }) => readWeeklyVisitors(queries, act.at),
  }),
  changing(
    'pauseRollout',
    'pause',
    'take-back',
    'Stops the growth; visitors who have the release keep it.',
    pauseRollout,
  ),
  changing(
    'advanceRollout',
    'advance',
    'publish',
    'Advances to the next stage now, or from the last one to everybody; 409 if pages report more problems with it.',
    advanceRollout,
  ),
  changing('resumeRollout', 'resume', 'publish', 'Resumes a rollout; its stage restarts.', resumeRollout),
  changing(
    'returnRollout',
    'return',
    'take-back',
    'Ends a rollout; everybody gets the live release.',
    returnRollout,
  ),
  defineOperation({
    id: 'listClosedScreens',
    method: 'get',
    path: '/closed-screens',
    may: 'read',
    summary: 'Screens that are closed in every release.',
    run: async ({ database: { queries } }) => ({ screens: await listClosed(queries) }),
  }),
  defineOperation({
    id: 'closeScreen',
    method: 'post',
    path: '/closed-screens',
    may: 'take-back',
    summary: 'Replaces a screen by a notice, immediately and in every release.',
    body: exactObject({ screen: NAME, reason: REASON }),
    run: async ({ database, act, body }) => ({
      screens: await closeScreen(database, { ...body, ...act }),
    }),
  }),
  defineOperation({
    id: 'openScreen',
    method: 'post',
    path: '/closed-screens/{screen}/open',
    may: 'take-back',
    summary: 'Opens a closed screen again.',
    params: { screen: NAME },
    body: WHY,
    run: async ({ database, act, params: { screen }, body }) => ({
      screens: await openScreen(database, { screen, ...body, ...act }),
    }),
  }),
];

/** @throws RegistryRefusal `invalid` if a stage is not wider than the one before. */
export function readStrategy(named: string | Strategy): Strategy {
  const strategy = typeof named === 'string' ? STRATEGIES[named] : named;
  const isGrowing = strategy?.stages.every(
    ({ basisPoints }, at) => basisPoints > (strategy.stages[at - 1]?.basisPoints ?? 0),
  );
  if (strategy === undefined || !isGrowing) {
    throw new RegistryRefusal('invalid', 'Every stage of a strategy is wider than the one before.');
  }
  return strategy;
}
