import { beforeEach, describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { verifyAudit, listRecords } from './audit.ts';
import { addCounts, type Count, pruneCounts, readContentTimes, readCounts, readReports } from './counts.ts';
import type { Database } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import { addFreeze, removeFreeze } from './freezes.ts';
import type { Counts } from '#src/shared/registry/rollout.ts';
import { findLive, readManifest } from './manifests.ts';
import { makeRelease, publish } from './releases.ts';
import { rollBack } from './roll-back.ts';
import { approve } from './second-person.ts';
import { listRetired } from './retired.ts';
import { findRollout, listRollouts, readRollout } from './rollout-records.ts';
import {
  advanceRollout,
  look,
  pauseRollout,
  resumeRollout,
  returnRollout,
  startRollout,
  stepBack,
  stepRollout,
} from './rollouts.ts';
import { drawCounts, type Health, randomOf } from './simulation.ts';
import { assign } from '#src/shared/rollout/assign.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject } from './testing.ts';

const strategy = STRATEGIES['quick'] as Strategy;
const MINUTE = 60_000;
const START = 1_000 * MINUTE;
const BAKE = strategy.stages[0]?.bakeMs ?? 0;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RegistryRefusal ? error.code : `not refused: ${String(error)}`;
}

async function make(database: Database, text: string): Promise<string> {
  return (await makeRelease(database, { bytes: smallProject(screenWithText(text)), ...by('ana') })).hash;
}

async function goLive(database: Database, text: string): Promise<string> {
  const release = await make(database, text);
  await publish(database, { release, ...by('ana') });
  return release;
}

function start(database: Database, release: string, id = 'first', at = START) {
  return startRollout(database, { id, release, strategy, audience: [], ...by('ana', at) });
}

function countsOf(rollout: string, at: number, side: Count['side'], counts: Counts): Count[] {
  return Object.entries(counts).map(([kind, count]) => ({
    ...{ at, release: 'r', screen: 'shelf', rollout, side, kind: kind as Count['kind'], count },
  }));
}

const VISITORS = Array.from({ length: 1_000 }, (_, at) => `visitor-${at}`);
const FINE: Counts = { served: 1_000, load: 1_000, view: 1_000 };

async function report(database: Database, at: number, candidate: Counts, control = FINE, rollout = 'first') {
  await addCounts(database, [
    ...countsOf(rollout, at, 'candidate', candidate),
    ...countsOf(rollout, at, 'control', control),
  ]);
}

onBothEngines('a rollout', ({ database, openAgain }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  it('reaches nobody else after it is paused and resumed, or returned and started again', async () => {
    await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    const reached = async () => {
      const rollout = await findRollout(database().queries);
      if (rollout === undefined) return [];
      return VISITORS.filter((id) => assign(rollout, id, {}) === 'candidate');
    };
    await start(database(), next);
    const first = await reached();
    expect(first.length).toBeGreaterThan(20);
    await pauseRollout(database(), { id: 'first', ...by('ana') });
    await resumeRollout(database(), { id: 'first', ...by('ana') });
    expect(await reached()).toEqual(first);
    await returnRollout(database(), { id: 'first', ...by('ana') });
    await start(database(), next, 'second');
    expect(await reached()).toEqual(first);
    await returnRollout(database(), { id: 'second', ...by('ana') });
    await start(database(), await make(database(), 'Three'), 'third');
    expect(await reached()).not.toEqual(first);
  });

  it('begins with its first share; all other borrowers keep the live release', async () => {
    const live = await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    const rollout = await start(database(), next);
    expect(rollout).toMatchObject({ release: next, base: live, state: 'running', basisPoints: 500 });
    expect((await findLive(database().queries))?.release).toBe(live);
    const other = await openAgain();
    expect(await findRollout(other.queries)).toEqual(rollout);
  });

  it('grows stage by stage, and is live at its end', async () => {
    await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    await start(database(), next);
    let at = START;
    const shares: (number | undefined)[] = [];
    for (const { bakeMs } of strategy.stages) {
      await report(database(), at, FINE);
      expect(await stepRollout(database(), at + bakeMs - 1)).toBeUndefined();
      at += bakeMs;
      await stepRollout(database(), at);
      shares.push((await findRollout(database().queries))?.basisPoints);
    }
    expect(shares).toEqual([2_000, 5_000, undefined]);
    expect((await readRollout(database().queries, 'first')).state).toBe('completed');
    expect((await findLive(database().queries))?.release).toBe(next);
    expect(await verifyAudit(database().queries)).toMatchObject({ isWhole: true });
    const [last] = await listRecords(database().queries);
    expect(last).toMatchObject({ action: 'release.publish', actor: 'capiz', details: { rollout: 'first' } });
  });

  it('is returned automatically, with the rule in the audit', async () => {
    const live = await goLive(database(), 'One');
    const before = await findLive(database().queries);
    const next = await make(database(), 'Two');
    await start(database(), next);
    await report(database(), START, { ...FINE, render: 50 });
    expect(await stepRollout(database(), START + 10_000)).toBe('returned');
    expect(await findLive(database().queries)).toEqual(before);
    expect(await findRollout(database().queries)).toBeUndefined();
    expect([...(await listRetired(database().queries))]).toEqual([next]);
    const [last] = await listRecords(database().queries);
    expect(last).toMatchObject({
      action: 'rollout.return',
      details: { rule: 'render', release: next, base: live },
    });
  });

  it('is advanced by one of several servers', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    await report(database(), START, FINE);
    const others = [database(), await openAgain(), database()];
    const steps = await Promise.all(others.map(() => stepRollout(database(), START + BAKE)));
    expect(steps.filter((step) => step === 'advanced')).toHaveLength(1);
    expect((await findRollout(database().queries))?.stage).toBe(1);
  });

  it('does not grow while paused, and restarts its stage afterwards', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    await report(database(), START, FINE);
    await pauseRollout(database(), { id: 'first', ...by('ben', START + 1) });
    expect(await stepRollout(database(), START + 10 * BAKE)).toBeUndefined();
    await resumeRollout(database(), { id: 'first', ...by('ben', START + 10 * BAKE) });
    expect(await stepRollout(database(), START + 10 * BAKE + 1)).toBeUndefined();
    const again = START + 11 * BAKE;
    await report(database(), again, FINE);
    expect(await stepRollout(database(), again)).toBe('advanced');
  });

  it('is advanced manually before its time, and at its end to all borrowers', async () => {
    await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    await start(database(), next);
    const step = (at: number) =>
      advanceRollout(database(), { id: 'first', ...by('ben', at, 'It is urgent.') });
    expect(await step(START + 1)).toMatchObject({ stage: 1, basisPoints: 2_000, since: START + 1 });
    expect(await step(START + 2)).toMatchObject({ stage: 2, basisPoints: 5_000 });
    expect(await step(START + 3)).toMatchObject({ state: 'completed' });
    expect((await findLive(database().queries))?.release).toBe(next);
    const [last, before] = await listRecords(database().queries, { limit: 2 });
    expect(last).toMatchObject({ action: 'release.publish', actor: 'ben' });
    expect(before).toMatchObject({ action: 'rollout.advance', actor: 'ben' });
    expect(await codeOf(step(START + 4))).toBe('conflict');
  });

  it('is not advanced manually while the new release does worse, during a pause or during a freeze', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    const step = () => advanceRollout(database(), { id: 'first', ...by('ben', START + 3) });
    await pauseRollout(database(), { id: 'first', ...by('ana', START + 1) });
    expect(await codeOf(step())).toBe('conflict');
    await resumeRollout(database(), { id: 'first', ...by('ana', START + 2) });
    const times = { from: START, to: START + 10 };
    await addFreeze(database(), { id: 'holiday', ...times, ...by('ana', START + 2) });
    expect(await codeOf(step())).toBe('frozen');
    await removeFreeze(database(), { id: 'holiday', ...by('ana', START + 2) });
    await report(database(), START + 2, { ...FINE, script: 500 });
    expect(await codeOf(step())).toBe('conflict');
    expect((await readRollout(database().queries, 'first')).stage).toBe(0);
  });

  it('has the average time to content for both sides', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    const [candidate, control] = [
      countsOf('first', START, 'candidate', { content: 4 }),
      countsOf('first', START, 'control', { content: 2 }),
    ].map((counts) => counts.map((count) => ({ ...count, total: 1_000 })));
    await addCounts(database(), [...(candidate ?? []), ...(control ?? [])]);
    expect(await readContentTimes(database().queries, 'first', START)).toEqual({
      candidate: 250,
      control: 500,
    });
    expect(await readContentTimes(database().queries, 'first', START + MINUTE)).toEqual({});
  });

  it('can be returned while paused', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    await pauseRollout(database(), { id: 'first', ...by('ben', START) });
    await report(database(), START, { ...FINE, script: 200 });
    expect(await stepRollout(database(), START + 1)).toBe('returned');
  });

  it('is the only running rollout, and blocks publishing', async () => {
    await goLive(database(), 'One');
    const [two, three] = [await make(database(), 'Two'), await make(database(), 'Three')];
    await start(database(), two);
    expect(await codeOf(start(database(), three, 'second'))).toBe('conflict');
    expect(await codeOf(publish(database(), { release: three, ...by('ana') }))).toBe('conflict');
    expect(await codeOf(rollBack(database(), by('ana')))).toBe('conflict');
    await returnRollout(database(), { id: 'first', ...by('ana') });
    expect((await start(database(), three, 'second')).basisPoints).toBe(500);
    expect((await listRollouts(database().queries, 9)).map(({ id }) => id).sort()).toEqual([
      'first',
      'second',
    ]);
  });

  it('needs a live release and the same approvals as publishing', async () => {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    expect(await codeOf(start(database(), hash))).toBe('invalid');
    await publish(database(), { release: hash, ...by('ana') });
    const paying = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
    expect(await codeOf(start(database(), paying.hash))).toBe('approval');
    await approve(database(), { release: paying.hash, ...by('ben') });
    expect((await start(database(), paying.hash)).release).toBe(paying.hash);
  });

  it.each(['pause', 'resume', 'return'])('after its end cannot %s', async (what) => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'));
    await returnRollout(database(), { id: 'first', ...by('ana') });
    const ways = { pause: pauseRollout, resume: resumeRollout, return: returnRollout };
    const way = ways[what as keyof typeof ways];
    expect(await codeOf(way(database(), { id: 'first', ...by('ana') }))).toBe('conflict');
    expect(await codeOf(way(database(), { id: 'none', ...by('ana') }))).toBe('unknown');
  });

  it('is rolled back in two steps: first the rollout, then the live release', async () => {
    const one = await goLive(database(), 'One');
    const before = await readManifest(database().queries, one);
    const two = await goLive(database(), 'Two');
    const three = await make(database(), 'Three');
    await start(database(), three);
    // A person who did not see the rollout does not return it.
    expect(await codeOf(stepBack(database(), { ...by('cy'), seen: two }))).toBe('conflict');
    // The request also named a release: only the rollout is returned, and the result says so.
    const returned = {
      did: 'returned-rollout',
      release: two,
      rollout: 'first',
      candidate: three,
      wanted: one,
    };
    expect(await stepBack(database(), { ...by('cy'), to: one })).toEqual(returned);
    const [record] = await database()
      .queries.selectFrom('audit')
      .select(['action', 'details'])
      .orderBy('turn', 'desc')
      .limit(1)
      .execute();
    expect([record?.action, JSON.parse(record?.details ?? '')]).toMatchObject([
      'rollout.return',
      { release: three, base: two, asked: { by: 'rollback', wanted: one } },
    ]);
    expect((await findLive(database().queries))?.release).toBe(two);
    expect(await stepBack(database(), by('cy'))).toEqual({ did: 'rolled-back', release: one });
    expect((await findLive(database().queries))?.release).toBe(one);
    expect(await readManifest(database().queries, one)).toEqual(before);
    expect(await listRetired(database().queries)).toEqual(new Set([two, three]));
  });

  it('reports why it waits', async () => {
    await goLive(database(), 'One');
    const rollout = await start(database(), await make(database(), 'Two'));
    expect(await look(database().queries, rollout, START + BAKE)).toEqual({
      do: 'wait',
      because: '0 screens were reported; 500 are needed.',
    });
  });
});

onBothEngines('counts of pages', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  it('are returned by release, screen and side', async () => {
    const one = { at: START, release: 'r', screen: 'shelf', rollout: 'first' };
    await addCounts(database(), [
      { ...one, side: 'candidate', kind: 'view', count: 7 },
      { ...one, side: 'candidate', kind: 'view', at: START + 600_000, count: 2 },
      { ...one, side: 'candidate', kind: 'render', count: 1 },
      { ...one, side: 'control', kind: 'view', count: 5 },
      { ...one, side: 'candidate', kind: 'view', screen: 'fines', count: 3 },
      { ...one, side: 'candidate', kind: 'view', release: 'other', count: 9 },
    ]);
    expect(await readReports(database().queries, 'r')).toEqual([
      { screen: 'fines', side: 'candidate', counts: { view: 3 } },
      { screen: 'shelf', side: 'candidate', counts: { render: 1, view: 9 } },
      { screen: 'shelf', side: 'control', counts: { view: 5 } },
    ]);
    expect(await readReports(database().queries, 'unknown')).toEqual([]);
  });

  it('are deleted after 30 days, not before', async () => {
    const day = 24 * 60 * MINUTE;
    await report(database(), START, FINE);
    await report(database(), START + 20 * day, { view: 7 });
    await pruneCounts(database(), START + 30 * day);
    expect((await readCounts(database().queries, 'first', 0)).candidate.view).toBe(1_007);
    await pruneCounts(database(), START + 31 * day);
    expect((await readCounts(database().queries, 'first', 0)).candidate).toEqual({ view: 7 });
  });
});

onBothEngines('withdrawn releases', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  it('are all releases that were published after the release that is live again', async () => {
    const one = await goLive(database(), 'One');
    const two = await goLive(database(), 'Two');
    const three = await goLive(database(), 'Three');
    await rollBack(database(), { ...by('ana'), to: one });
    expect(await listRetired(database().queries)).toEqual(new Set([two, three]));
    await rollBack(database(), { ...by('ana'), to: three });
    expect([...(await listRetired(database().queries))]).toContain(two);
    expect([...(await listRetired(database().queries))]).not.toContain(three);
  });
});

onBothEngines('a freeze', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  const freeze = { id: 'holiday', from: START, to: START + 60 * MINUTE, ...by('ana', 0, 'Christmas.') };

  it('prevents publishing and a new rollout, and allows a rollback', async () => {
    const one = await goLive(database(), 'One');
    await goLive(database(), 'Two');
    const three = await make(database(), 'Three');
    await addFreeze(database(), freeze);
    expect(await codeOf(publish(database(), { release: three, ...by('ana', START) }))).toBe('frozen');
    expect(await codeOf(start(database(), three, 'first', freeze.to - 1))).toBe('frozen');
    expect(await rollBack(database(), by('ana', START))).toBe(one);
  });

  it('begins and ends at its times, and can be removed', async () => {
    await goLive(database(), 'One');
    const two = await make(database(), 'Two');
    await addFreeze(database(), freeze);
    await start(database(), two, 'first', START - 1);
    await report(database(), START, FINE);
    expect(await stepRollout(database(), START + BAKE)).toBeUndefined();
    await removeFreeze(database(), { id: 'holiday', ...by('ana', START + BAKE) });
    expect(await stepRollout(database(), START + BAKE)).toBe('advanced');
    expect(await codeOf(removeFreeze(database(), { id: 'holiday', ...by('ana') }))).toBe('unknown');
    expect(await codeOf(addFreeze(database(), { ...freeze, to: START }))).toBe('invalid');
  });

  it('does not prevent the return of a bad release', async () => {
    await goLive(database(), 'One');
    await start(database(), await make(database(), 'Two'), 'first', START - 1);
    await addFreeze(database(), freeze);
    await report(database(), START, { ...FINE, render: 90 });
    expect(await stepRollout(database(), START)).toBe('returned');
  });
});

/* Check 6: rollouts from start to end, as servers run them. */
onBothEngines('many rollouts', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  const count = LONG ? 100 : 10;
  const healthy: Health = { render: 0.001, request: 0.03 };
  const TICK = 30_000;

  /** Runs one rollout until it ends; servers check every half minute, and pages report. */
  async function run(id: string, release: string, health: Health, from: number) {
    const random = randomOf(SEED + from);
    await start(database(), release, id, from);
    let badSince: number | undefined;
    for (let at = from; ; at += TICK) {
      const rollout = await readRollout(database().queries, id);
      if (rollout.state !== 'running') return { ...rollout, tookMs: at - (badSince ?? at), end: at };
      if (at > from + 24 * 60 * MINUTE) return { ...rollout, tookMs: 0, end: at };
      const visitors = Math.round((4_000 * rollout.basisPoints) / 10_000 / 2);
      await report(
        database(),
        at,
        drawCounts(visitors, health, random),
        drawCounts(visitors, healthy, random),
        id,
      );
      if ((await look(database().queries, rollout, at)).do === 'return') badSince ??= at;
      await stepRollout(database(), at);
    }
  }

  it(
    'rollouts of bad releases are returned in their first stage, and the live release stays',
    async () => {
      await goLive(database(), 'One');
      const before = await findLive(database().queries);
      const bad = await make(database(), 'Two');
      let at = START;
      for (let number = 0; number < count; number += 1) {
        const end = await run(`bad-${number}`, bad, { ...healthy, render: 0.05 }, at);
        expect(end).toMatchObject({ state: 'returned', stage: 0 });
        expect(end.tookMs).toBeLessThanOrEqual(60_000);
        expect(await findLive(database().queries)).toEqual(before);
        at = end.end + MINUTE;
      }
    },
    count * 24_000,
  );

  it(
    'rollouts of healthy releases reach all borrowers',
    async () => {
      await goLive(database(), 'Release 0');
      let at = START;
      for (let number = 1; number <= count; number += 1) {
        const next = await make(database(), `Release ${number}`);
        const end = await run(`healthy-${number}`, next, healthy, at);
        expect(end).toMatchObject({ state: 'completed' });
        expect((await findLive(database().queries))?.release).toBe(next);
        at = end.end + MINUTE;
      }
      expect(await verifyAudit(database().queries)).toMatchObject({ isWhole: true });
    },
    count * 24_000,
  );
});

describe('strategies', () => {
  it.each(Object.entries(STRATEGIES))(
    '%s grows and never uses more than half for the comparison',
    (_name, one) => {
      const shares = one.stages.map(({ basisPoints }) => basisPoints);
      expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
      expect(shares.at(-1)).toBeLessThanOrEqual(5_000);
      expect(shares[0]).toBeLessThanOrEqual(500);
    },
  );
});
