import { describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { type Comparison, type Counts, judge } from './judge.ts';
import { simulateRollout, type Judge, randomOf } from './simulation.ts';
import { STRATEGIES, type Strategy } from './strategy.ts';

const strategy = STRATEGIES['quick'] as Strategy;
const stage = strategy.stages[0] as Strategy['stages'][number];

const quiet: Counts = { served: 1_000, load: 1_000, view: 1_000 };

function compare(candidate: Counts, control: Counts = quiet, elapsedMs = stage.bakeMs): Comparison {
  return { candidate, control, elapsedMs };
}

describe('a stage', () => {
  it('ends where its time is over and nothing is worse', () => {
    expect(judge(strategy, stage, compare(quiet))).toEqual({ do: 'advance' });
  });

  it('lasts as long as it must', () => {
    expect(judge(strategy, stage, compare(quiet, quiet, stage.bakeMs - 1)).do).toBe('wait');
  });

  it.each<[string, Counts, Counts]>([
    ['nothing was reported', {}, {}],
    ['nothing was reported of the new release', {}, quiet],
    ['nothing was reported of the control group', quiet, {}],
    ['little was reported', { ...quiet, view: 499 }, quiet],
  ])('waits where %s', (_title, candidate, control) => {
    expect(judge(strategy, stage, compare(candidate, control, 10 * stage.bakeMs)).do).toBe('wait');
  });

  it('needs 200 screens, whatever its strategy says', () => {
    const hasty = { ...strategy, leastViews: 1 };
    expect(judge(hasty, stage, compare({ ...quiet, view: 199 })).do).toBe('wait');
    expect(judge(hasty, stage, compare({ ...quiet, view: 200 })).do).toBe('advance');
  });

  it.each([
    ['render', { ...quiet, render: 30 }],
    ['script', { ...quiet, script: 40 }],
    ['unsupported', { ...quiet, unsupported: 30 }],
    ['reply', { ...quiet, reply: 40 }],
    ['request', { ...quiet, request: 120 }],
    ['slow', { ...quiet, slow: 200 }],
    ['silent', { ...quiet, served: 3_000 }],
  ] as const)('returns the release for %s, before its time', (kind, candidate) => {
    const verdict = judge(strategy, stage, compare(candidate, quiet, 1));
    expect(verdict).toMatchObject({ do: 'return', kind });
  });

  it('returns nothing for what is as bad without the release', () => {
    const bad = { ...quiet, render: 300, request: 400, served: 3_000, slow: 500 };
    expect(judge(strategy, stage, compare(bad, bad))).toEqual({ do: 'advance' });
  });

  it('waits where it may be an accident', () => {
    expect(judge(strategy, stage, compare({ ...quiet, render: 8 }))).toMatchObject({
      do: 'wait',
      because: expect.stringContaining('render 0.80 %') as string,
    });
  });

  it('does not fall for one page that reports without an end', () => {
    expect(judge(strategy, stage, compare({ view: 1, render: 10_000, load: 1, served: 1 })).do).toBe('wait');
  });
});

/** How many rollouts of many are returned, and how many widen though nothing is heard of them. */
function runMany(how: Judge, count: number) {
  const random = randomOf(SEED);
  const run = (render: number, perMinute = 4_000) =>
    Array.from({ length: count }, () =>
      simulateRollout({ strategy, how, random, perMinute, render, base: 0.001, request: 0.05 }),
    );
  return { healthy: run(0.001), bad: run(0.05), silent: run(0.001, 0) };
}

describe('of many rollouts', () => {
  const { healthy, bad, silent } = runMany(judge, LONG ? 1_000 : 100);

  it('every bad one is returned at its first stage', () => {
    const returned = (of: typeof bad) => of.filter(({ end }) => end === 'returned').length;
    reportFigures({
      ...{ check: 6, bad: bad.length, returned: returned(bad), healthy: healthy.length },
      ...{
        returnedForNothing: returned(healthy),
        advancedInSilence: silent.filter((one) => one.stage > 0).length,
      },
    });
    expect(bad.filter(({ end, stage: at }) => end !== 'returned' || at !== 0)).toEqual([]);
  });

  it('no healthy one is returned, and all reach everybody', () => {
    expect(healthy.filter(({ end }) => end !== 'completed')).toEqual([]);
  });

  it('none widens that nothing is heard of', () => {
    expect(silent.filter(({ stage: at }) => at > 0)).toEqual([]);
  });

  it('one widens in silence where silence is taken for health', () => {
    const careless: Judge = (plan, current, comparison) => {
      const verdict = judge(plan, current, comparison);
      const isOver = comparison.elapsedMs >= current.bakeMs;
      return verdict.do === 'wait' && isOver ? { do: 'advance' } : verdict;
    };
    expect(runMany(careless, 2).silent.map(({ end }) => end)).toEqual(['completed', 'completed']);
  });

  it('one is returned for nothing where every difference counts', () => {
    const nervous: Judge = (plan, current, comparison) => {
      const { candidate, control } = comparison;
      const isWorse = (candidate.render ?? 0) > (control.render ?? 0) + 2;
      return isWorse ? { do: 'return', kind: 'render', because: '' } : judge(plan, current, comparison);
    };
    expect(runMany(nervous, 10).healthy.some(({ end }) => end === 'returned')).toBe(true);
  });
});
