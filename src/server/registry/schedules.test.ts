import { beforeEach, expect, it } from 'vitest';
import { verifyAudit, listRecords } from './audit.ts';
import type { Database } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import type { FrozenTime } from '#src/shared/registry/freeze.ts';
import { addFreeze, requireNoFreeze, removeFreeze } from './freezes.ts';
import { findLive } from './manifests.ts';
import { makeRelease, publish } from './releases.ts';
import { rollBack } from './roll-back.ts';
import { findRollout } from './rollout-records.ts';
import { startRollout } from './rollouts.ts';
import { cancelSchedule, listSchedules, moveSchedule, publishDue, scheduleRelease } from './schedules.ts';
import { approve } from './second-person.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject } from './testing.ts';

const HOUR = 60 * 60_000;
const NOW = Date.parse('2026-11-18T10:00:00+08:00');
const DUE = NOW + HOUR;
const WEEKEND = { from: 'fri 18:00', to: 'mon 06:00', zone: 'Asia/Manila' };

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RegistryRefusal ? error.code : `not refused: ${String(error)}`;
}

async function make(database: Database, text: string): Promise<string> {
  return (await makeRelease(database, { bytes: smallProject(screenWithText(text)), ...by('ana', NOW) })).hash;
}

async function goLive(database: Database, text: string): Promise<string> {
  const release = await make(database, text);
  await publish(database, { release, ...by('ana', NOW) });
  return release;
}

function plan(database: Database, release: string, due = DUE, id = 'plan') {
  return scheduleRelease(database, { id, release, due, ...by('ana', NOW, 'The new fees begin.') });
}

async function liveOf({ queries }: Database): Promise<string | undefined> {
  return (await findLive(queries))?.release;
}

function freeze(database: Database, time: FrozenTime, id = 'freeze') {
  return addFreeze(database, { id, ...time, ...by('cy', NOW, 'Payday.') });
}

onBothEngines('a scheduled release', ({ database, openAgain }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  it('goes live at its time, not before, also after a restart', async () => {
    const live = await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    expect(await plan(database(), next)).toMatchObject({ id: 'plan', release: next, state: 'waiting' });
    expect(await publishDue(database(), DUE - 1)).toBeUndefined();
    expect(await liveOf(database())).toBe(live);
    const other = await openAgain();
    expect(await publishDue(other, DUE)).toEqual({ release: next, isLive: true });
    expect(await liveOf(other)).toBe(next);
    expect(await listSchedules(other.queries)).toMatchObject([{ id: 'plan', state: 'live' }]);
    const [published, planned] = await listRecords(other.queries);
    expect(planned).toMatchObject({ action: 'release.schedule', actor: 'ana', details: { due: DUE } });
    expect(published).toMatchObject({
      ...{ action: 'release.publish', actor: 'ana', at: DUE, subject: next },
      details: { schedule: 'plan', from: live, to: next, reason: 'The new fees begin.' },
    });
    expect(await verifyAudit(other.queries)).toMatchObject({ isWhole: true });
    expect(await rollBack(other, by('ana', DUE + 1))).toBe(live);
  });

  it('is published by one of several servers', async () => {
    await goLive(database(), 'One');
    await plan(database(), await make(database(), 'Two'));
    const other = await openAgain();
    const others = [database(), other, database()];
    const done = await Promise.all(others.map((one) => publishDue(one, DUE)));
    expect(done.filter((one) => one !== undefined)).toHaveLength(1);
    const records = await listRecords(database().queries);
    expect(records.filter(({ details }) => details['schedule'] === 'plan')).toHaveLength(2);
    expect((await findLive(database().queries))?.revision).toBe(2);
  });

  it('does not go live after it is cancelled', async () => {
    const live = await goLive(database(), 'One');
    await plan(database(), await make(database(), 'Two'));
    const cancelled = await cancelSchedule(database(), { id: 'plan', ...by('ben', NOW + 1, 'Not yet.') });
    expect(cancelled).toMatchObject({ state: 'cancelled', ended: 'Not yet.' });
    expect(await publishDue(database(), DUE)).toBeUndefined();
    expect(await liveOf(database())).toBe(live);
    const again = { id: 'plan', ...by('ben', NOW + 2) };
    expect(await refusalOf(cancelSchedule(database(), again))).toBe('conflict');
    expect(await refusalOf(cancelSchedule(database(), { ...again, id: 'none' }))).toBe('unknown');
    const [last] = await listRecords(database().queries);
    expect(last).toMatchObject({ action: 'release.unschedule', actor: 'ben' });
  });

  it('starts a rollout to a share at its time, if a share was chosen', async () => {
    const live = await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    const strategy = { ...(STRATEGIES['quick'] as Strategy), stages: [{ basisPoints: 500, bakeMs: HOUR }] };
    const gradual = { strategy, audience: [] };
    const planned = await scheduleRelease(database(), {
      ...{ id: 'plan', release: next, due: DUE, gradual },
      ...by('ana', NOW),
    });
    expect(planned).toMatchObject({ gradual, state: 'waiting' });
    expect(await publishDue(database(), DUE)).toEqual({ release: next, isLive: true });
    expect(await liveOf(database())).toBe(live);
    expect(await findRollout(database().queries)).toMatchObject({
      ...{ release: next, base: live, basisPoints: 500, actor: 'ana', at: DUE, strategy },
    });
    expect((await listRecords(database().queries))[0]).toMatchObject({
      ...{ action: 'rollout.start', details: { schedule: 'plan', basisPoints: 500 } },
    });
  });

  it('is moved to another time, in the name of the person who moves it', async () => {
    await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    await plan(database(), next);
    const move = (due: number) => moveSchedule(database(), { id: 'plan', due, ...by('ben', NOW, 'Payday.') });
    expect(await refusalOf(move(NOW - 1))).toBe('invalid');
    await freeze(database(), { from: DUE + HOUR, to: DUE + 2 * HOUR });
    expect(await refusalOf(move(DUE + HOUR))).toBe('frozen');
    expect(await move(DUE + 2 * HOUR)).toMatchObject({ due: DUE + 2 * HOUR, actor: 'ben' });
    expect((await listRecords(database().queries))[0]).toMatchObject({
      ...{ action: 'release.reschedule', actor: 'ben' },
      details: { reason: 'Payday.', from: DUE, due: DUE + 2 * HOUR },
    });
    expect(await publishDue(database(), DUE)).toBeUndefined();
    expect(await publishDue(database(), DUE + 2 * HOUR)).toMatchObject({ isLive: true });
    expect(await refusalOf(move(DUE + 3 * HOUR))).toBe('conflict');
  });

  it('needs the approvals of publishing when it is scheduled', async () => {
    await goLive(database(), 'One');
    const paying = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana', NOW) });
    expect(await refusalOf(plan(database(), paying.hash))).toBe('approval');
    await approve(database(), { release: paying.hash, ...by('ben', NOW) });
    expect((await plan(database(), paying.hash)).state).toBe('waiting');
    expect(await refusalOf(plan(database(), paying.hash, DUE + 1, 'again'))).toBe('conflict');
  });

  it.each([
    ['now', NOW],
    ['in a year', NOW + 365 * 24 * HOUR],
  ])('is refused if its time is %s', async (_title, due) => {
    await goLive(database(), 'One');
    expect(await refusalOf(plan(database(), await make(database(), 'Two'), due))).toBe('invalid');
  });

  it.each<[string, (given: Database) => Promise<unknown>, RegExp]>([
    ['another release went live', (given) => goLive(given, 'Three'), /Another release went live/],
    [
      'a rollout is in progress',
      async (given) =>
        startRollout(given, {
          ...{ id: 'r', release: await make(given, 'Three'), audience: [] },
          ...{ strategy: STRATEGIES['quick'] as Strategy, ...by('ana', NOW) },
        }),
      /The rollout r is in progress/,
    ],
    [
      'a freeze covers its time',
      (given) => freeze(given, { from: NOW, to: DUE + 1 }),
      /Nothing goes live before .*Payday/,
    ],
  ])('is refused and not tried again if %s', async (_title, happen, why) => {
    await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    await plan(database(), next);
    await happen(database());
    const before = await liveOf(database());
    expect(await publishDue(database(), DUE)).toEqual({ release: next, isLive: false });
    expect(await publishDue(database(), DUE + HOUR)).toBeUndefined();
    expect(await liveOf(database())).toBe(before);
    const [schedule] = await listSchedules(database().queries);
    expect(schedule).toMatchObject({ state: 'refused', ended: expect.stringMatching(why) as string });
    const [last] = await listRecords(database().queries);
    expect(last).toMatchObject({
      action: 'release.schedule-refused',
      actor: 'capiz',
      details: { by: 'ana' },
    });
  });

  it('does not go live hours late, if no server ran at its time', async () => {
    const live = await goLive(database(), 'One');
    const next = await make(database(), 'Two');
    await plan(database(), next);
    expect(await publishDue(database(), DUE + 2 * HOUR)).toEqual({ release: next, isLive: false });
    expect(await liveOf(database())).toBe(live);
  });
});

onBothEngines('a weekly freeze', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  const friday = Date.parse('2026-11-20T19:00:00+08:00');
  const monday = Date.parse('2026-11-23T06:00:00+08:00');

  it('blocks every release in it each week, and allows releases in between', async () => {
    await goLive(database(), 'One');
    expect(await freeze(database(), { weekly: WEEKEND })).toMatchObject({ weekly: WEEKEND, actor: 'cy' });
    const release = await make(database(), 'Two');
    for (const week of [0, 1, 52]) {
      const at = friday + week * 7 * 24 * HOUR;
      expect(await refusalOf(publish(database(), { release, ...by('ana', at) }))).toBe('frozen');
    }
    await expect(requireNoFreeze(database().queries, friday)).rejects.toThrow(
      'Nothing goes live before mon 06:00 in Asia/Manila: Payday.',
    );
    await publish(database(), { release, ...by('ana', monday) });
    expect(await liveOf(database())).toBe(release);
    await rollBack(database(), by('ana', friday));
  });

  it('refuses a schedule for a time in the freeze, and accepts it after the freeze is removed', async () => {
    await goLive(database(), 'One');
    await freeze(database(), { weekly: WEEKEND });
    const release = await make(database(), 'Two');
    expect(await refusalOf(plan(database(), release, friday))).toBe('frozen');
    expect((await plan(database(), release, monday)).due).toBe(monday);
    await removeFreeze(database(), { id: 'freeze', ...by('cy', NOW) });
    await requireNoFreeze(database().queries, friday);
  });

  it.each([
    ['without a duration', { weekly: { ...WEEKEND, to: WEEKEND.from } }],
    ['with an unknown time zone', { weekly: { ...WEEKEND, zone: 'Asia/Nowhere' } }],
    ['if it ends before it begins', { from: 2, to: 1 }],
  ])('is refused %s', async (_title, time) => {
    expect(await refusalOf(freeze(database(), time))).toBe('invalid');
  });
});
