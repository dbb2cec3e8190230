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
  it('ends after its time if no fault is more frequent than in the control group', () => {
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

  it('needs reports of 200 screens, even if its strategy asks for fewer', () => {
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
  ] as const)(
    'takes the new release back for the fault kind %s, before the stage ends',
    (kind, candidate) => {
      const verdict = decideStage(strategy, stage, compare(candidate, quiet, 1));
      expect(verdict).toMatchObject({ do: 'return', kind });
    },
  );

  it('ends in spite of faults that the control group has too', () => {
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
    ['before its end', waits('The time of this stage is not over.'), quiet, quiet, stage.bakeMs - 1],
    ['without a report', waits('0 screens were reported; 500 are needed.'), {}, {}],
    [
      'with one report too few',
      waits('499 screens were reported; 500 are needed.'),
      { ...quiet, view: 499 },
      quiet,
    ],
    [
      'with one report too few in the control group',
      waits('499 screens were reported; 500 are needed.'),
      quiet,
      { ...quiet, view: 499 },
    ],
    [
      'with enough reports on both sides',
      { do: 'advance' },
      { ...quiet, view: 500 },
      { ...quiet, view: 500 },
    ],
    ['with the largest allowed difference', { do: 'advance' }, { ...quiet, render: 5 }, quiet],
    [
      'with one fault more than allowed',
      waits('It may be chance: render 0.60 % of 1000, in the control group 0.00 % of 1000.'),
      { ...quiet, render: 6 },
      quiet,
    ],
    [
      'without loaded pages in the control group',
      waits('It may be chance: slow 20.00 % of 1000, in the control group 0.00 % of 0.'),
      { ...quiet, slow: 200 },
      { view: 1_000 },
    ],
    [
      'with pages that report slowness repeatedly',
      waits('It may be chance: slow 100.00 % of 9, in the control group 0.00 % of 1000.'),
      { view: 1_000, served: 9, load: 9, slow: 10_000 },
      quiet,
    ],
    [
      'with pages that sent no report',
      waits('It may be chance: silent 10.42 % of 48, in the control group 0.00 % of 1000.'),
      { view: 1_000, served: 48, load: 43 },
      quiet,
    ],
    ['with more loaded pages than served ones', { do: 'advance' }, quiet, { ...quiet, served: 500 }],
  ])('%s: %o', (_title, verdict, candidate, control, elapsedMs = stage.bakeMs) =>
    expect(decideStage(strategy, stage, compare(candidate, control, elapsedMs))).toEqual(verdict),
  );

  it('takes the new release back for ten faults if the control group has none, but not for nine', () => {
    const few = (render: number) =>
      decideStage(strategy, stage, compare({ ...quiet, view: 20, render }, quiet, 1));
    const because = 'render 50.00 % of 20, in the control group 0.00 % of 1000.';
    expect(few(10)).toEqual({ do: 'return', kind: 'render', because });
    expect(few(9)).toEqual(waits('The time of this stage is not over.'));
  });

  it('never takes the new release back without reports of the control group', () => {
    expect(decideStage(strategy, stage, compare({ ...quiet, render: 1_000 }, {})).do).toBe('wait');
  });

  it('reports a significant difference rather than a doubtful one', () => {
    const both = { ...quiet, render: 8, reply: 200 };
    expect(decideStage(strategy, stage, compare(both))).toMatchObject({ do: 'return', kind: 'reply' });
  });

  it('ignores one page that reports endlessly', () => {
    expect(decideStage(strategy, stage, compare({ view: 1, render: 10_000, load: 1, served: 1 })).do).toBe(
      'wait',
    );
  });
});
