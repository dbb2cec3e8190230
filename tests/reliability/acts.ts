import { addCounts } from '#src/server/registry/counts.ts';
import type { Database, Queries } from '#src/server/registry/database.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { makeRelease, publish } from '#src/server/registry/releases.ts';
import { rollBack } from '#src/server/registry/roll-back.ts';
import { findRollout } from '#src/server/registry/rollout-records.ts';
import { returnRollout, startRollout, stepRollout } from '#src/server/registry/rollouts.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { filesOf } from './numbered-project.ts';

/** The act that a process repeats until it is killed: publishing, rolling back, or widening a rollout. */
export const ACTS = ['registry', 'rollback', 'rollout'] as const;
export type Acts = (typeof ACTS)[number];

/** The live release, and the share of the running rollout, in hundredths of a percent. */
export interface Truth {
  /** The number of the project, which its screens show. */
  readonly live: number;
  readonly share: number;
}

const SHARES = [500, 2_000] as const;
const STRATEGY = {
  stages: SHARES.map((basisPoints) => ({ basisPoints, bakeMs: 0 })),
  leastViews: 200,
  thresholds: {},
};
const ACTOR = 'a test';
/** Numbers of returned releases, so that they never equal a live one. */
const RETURNED = 1_000_000;
/** Acts of one round: two rollouts, of which the second is returned. */
const ROUND = 5;

/** The expected state after act number `count`, counted from 0. */
export function truthAfter(acts: Acts, count: number): Truth {
  if (acts === 'registry') return { live: count, share: 0 };
  if (acts === 'rollback') return { live: count % 2 === 1 ? count : 0, share: 0 };
  if (count === 0) return { live: 0, share: 0 };
  const round = Math.floor((count - 1) / ROUND);
  const [first, second] = SHARES;
  const steps: readonly Truth[] = [
    { live: round, share: first },
    { live: round, share: second },
    { live: round + 1, share: 0 },
    { live: round + 1, share: first },
    { live: round + 1, share: 0 },
  ];
  return steps[(count - 1) % ROUND] as Truth;
}

/** The share alone, without the number. */
export async function readShare(queries: Queries): Promise<number> {
  return (await findRollout(queries))?.basisPoints ?? 0;
}

/** @returns The release that is live afterwards. */
export async function act(database: Database, acts: Acts, count: number): Promise<string> {
  if (count === 0) await beHired(database);
  if (count === 0 || acts === 'registry' || (acts === 'rollback' && count % 2 === 1))
    await goLive(database, count);
  else if (acts === 'rollback') await rollBack(database, decide(count));
  else await stepOn(database, count);
  return (await findLive(database.queries))?.release ?? '';
}

/** A rollout advances only while the person who started it may publish. */
async function beHired(database: Database): Promise<void> {
  const known = await database.queries.selectFrom('staff').select('name').where('name', '=', ACTOR).execute();
  if (known.length === 0) await givenStaff(database, ACTOR, 'publisher');
}

function decide(count: number) {
  return { actor: ACTOR, at: count, reason: `Release ${count}` };
}

async function make(database: Database, number: number, at: number): Promise<string> {
  return (await makeRelease(database, { bytes: filesOf(number), ...decide(at) })).hash;
}

async function goLive(database: Database, count: number): Promise<void> {
  await publish(database, { release: await make(database, count, count), ...decide(count) });
}

async function stepOn(database: Database, count: number): Promise<void> {
  const round = Math.floor((count - 1) / ROUND);
  const step = (count - 1) % ROUND;
  if (step === 0 || step === 3) {
    const release = await make(database, step === 0 ? round + 1 : RETURNED + round, count);
    const start = { id: `rollout-${count}`, release, strategy: STRATEGY, audience: [] };
    await startRollout(database, { ...start, ...decide(count) });
    return;
  }
  const { id, release } = (await findRollout(database.queries)) ?? { id: '', release: '' };
  if (step === 4) {
    await returnRollout(database, { id, ...decide(count) });
    return;
  }
  const counted = (['candidate', 'control'] as const).flatMap((side) =>
    (['load', 'view', 'served'] as const).map((kind) => {
      return { at: count, release, screen: '', rollout: id, side, kind, count: 500 };
    }),
  );
  await addCounts(database, counted);
  await stepRollout(database, count);
}
