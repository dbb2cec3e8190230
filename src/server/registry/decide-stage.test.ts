import { describe, expect, it } from 'vitest';
import type { Counts } from '#src/shared/registry/rollout.ts';
import { type Comparison, decideStage, type Verdict } from './decide-stage.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';

const strategy = STRATEGIES['quick'] as Strategy;
const stage = strategy.stages[0] as Strategy['stages'][number];

const quiet: Counts = { served: 1_000, load: 1_000, view: 1_000 };

function compare(candidate: Counts, control: Counts = quiet, elapsedMs = stage.bakeMs): Comparison {
  return { candidate, control, elapsedMs };
}

const waits = (because: string): Verdict => ({ do: 'wait', because });

describe('a stage', () => {
  it('ends after its time if nothing is worse', () => {
    expect(decideStage(strategy, stage, compare(quiet))).toEqual({ do: 'advance' });
  });

  it('lasts its minimum time', () => {
    expect(decideStage(strategy, stage, compare(quiet, quiet, stage.bakeMs - 1)).do).toBe('wait');
  });

  it.each<[string, Counts, Counts]>([
    ['nothing was reported', {}, {}],
    ['nothing was reported of the new release', {}, quiet],
    ['nothing was reported of the control group', quiet, {}],
    ['little was reported', { ...quiet, view: 499 }, quiet],
  ])('waits if %s', (_title, candidate, control) => {
    expect(decideStage(strategy, stage, compare(candidate, control, 10 * stage.bakeMs)).do).toBe('wait');
  });

  it('needs 200 screens, whatever its strategy', () => {
    const hasty = { ...strategy, leastViews: 1 };
    expect(decideStage(hasty, stage, compare({ ...quiet, view: 199 })).do).toBe('wait');
    expect(decideStage(hasty, stage, compare({ ...quiet, view: 200 })).do).toBe('advance');
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
    const verdict = decideStage(strategy, stage, compare(candidate, quiet, 1));
    expect(verdict).toMatchObject({ do: 'return', kind });
  });

  it('returns nothing for faults that the control group has too', () => {
    const bad = { ...quiet, render: 300, request: 400, served: 3_000, slow: 500 };
    expect(decideStage(strategy, stage, compare(bad, bad))).toEqual({ do: 'advance' });
  });

  it('waits if the difference may be chance', () => {
    expect(decideStage(strategy, stage, compare({ ...quiet, render: 8 }))).toMatchObject({
      do: 'wait',
      because: expect.stringContaining('render 0.80 %') as string,
    });
  });

  it.each<[string, Verdict, Counts, Counts, elapsedMs?: number]>([
    ['not over yet', waits('The time of this stage is not over.'), quiet, quiet, stage.bakeMs - 1],
    ['without a report', waits('0 screens were reported; 500 are needed.'), {}, {}],
    ['one screen short', waits('499 screens were reported; 500 are needed.'), { ...quiet, view: 499 }, quiet],
    [
      'one short beside it',
      waits('499 screens were reported; 500 are needed.'),
      quiet,
      { ...quiet, view: 499 },
    ],
    ['enough on both sides', { do: 'advance' }, { ...quiet, view: 500 }, { ...quiet, view: 500 }],
    ['as much worse as is allowed', { do: 'advance' }, { ...quiet, render: 5 }, quiet],
    [
      'one more',
      waits('It may be chance: render 0.60 % of 1000, in the control group 0.00 % of 1000.'),
      { ...quiet, render: 6 },
      quiet,
    ],
    [
      'with nothing to hold it against',
      waits('It may be chance: slow 20.00 % of 1000, in the control group 0.00 % of 0.'),
      { ...quiet, slow: 200 },
      { view: 1_000 },
    ],
    [
      'with slow pages that report again and again',
      waits('It may be chance: slow 100.00 % of 9, in the control group 0.00 % of 1000.'),
      { view: 1_000, served: 9, load: 9, slow: 10_000 },
      quiet,
    ],
    [
      'with pages that were never heard of',
      waits('It may be chance: silent 10.42 % of 48, in the control group 0.00 % of 1000.'),
      { view: 1_000, served: 48, load: 43 },
      quiet,
    ],
    ['with more pages that came than were served', { do: 'advance' }, quiet, { ...quiet, served: 500 }],
  ])('%s: %o', (_title, verdict, candidate, control, elapsedMs = stage.bakeMs) =>
    expect(decideStage(strategy, stage, compare(candidate, control, elapsedMs))).toEqual(verdict),
  );

  it('returns for ten events that the control group never has, not for nine', () => {
    const few = (render: number) =>
      decideStage(strategy, stage, compare({ ...quiet, view: 20, render }, quiet, 1));
    const because = 'render 50.00 % of 20, in the control group 0.00 % of 1000.';
    expect(few(10)).toEqual({ do: 'return', kind: 'render', because });
    expect(few(9)).toEqual(waits('The time of this stage is not over.'));
  });

  it('never returns without reports of the control group', () => {
    expect(decideStage(strategy, stage, compare({ ...quiet, render: 1_000 }, {})).do).toBe('wait');
  });

  it('names a significant difference before a doubtful one', () => {
    const both = { ...quiet, render: 8, reply: 200 };
    expect(decideStage(strategy, stage, compare(both))).toMatchObject({ do: 'return', kind: 'reply' });
  });

  it('ignores one page that reports endlessly', () => {
    expect(decideStage(strategy, stage, compare({ view: 1, render: 10_000, load: 1, served: 1 })).do).toBe(
      'wait',
    );
  });
});
