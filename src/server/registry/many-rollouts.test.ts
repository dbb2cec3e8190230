import { describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { decideStage } from './decide-stage.ts';
import { type DecideStage, randomOf, simulateRollout } from './simulation.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';

const strategy = STRATEGIES['quick'] as Strategy;

/** How many of many rollouts are returned, and how many grow without reports. */
function runMany(how: DecideStage, count: number) {
  const random = randomOf(SEED);
  const run = (render: number, perMinute = 4_000) =>
    Array.from({ length: count }, () =>
      simulateRollout({ strategy, how, random, perMinute, render, base: 0.001, request: 0.05 }),
    );
  return { healthy: run(0.001), bad: run(0.05), silent: run(0.001, 0) };
}

describe('many simulated rollouts', () => {
  const { healthy, bad, silent } = runMany(decideStage, LONG ? 1_000 : 100);

  it('every rollout of a bad release is returned at its first stage', () => {
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

  it('no rollout of a healthy release is returned, and all are completed', () => {
    expect(healthy.filter(({ end }) => end !== 'completed')).toEqual([]);
  });

  it('no rollout grows without reports', () => {
    expect(silent.filter(({ stage: at }) => at > 0)).toEqual([]);
  });

  it('the check detects a decision that treats missing reports as health: the rollout widens', () => {
    const careless: DecideStage = (plan, current, comparison) => {
      const verdict = decideStage(plan, current, comparison);
      const isOver = comparison.elapsedMs >= current.bakeMs;
      return verdict.do === 'wait' && isOver ? { do: 'advance' } : verdict;
    };
    expect(runMany(careless, 2).silent.map(({ end }) => end)).toEqual(['completed', 'completed']);
  });

  it('the check detects a decision without a significance test: a healthy release is rolled back', () => {
    const nervous: DecideStage = (plan, current, comparison) => {
      const { candidate, control } = comparison;
      const isWorse = (candidate.render ?? 0) > (control.render ?? 0) + 2;
      return isWorse ? { do: 'return', kind: 'render', because: '' } : decideStage(plan, current, comparison);
    };
    expect(runMany(nervous, 10).healthy.some(({ end }) => end === 'returned')).toBe(true);
  });
});
