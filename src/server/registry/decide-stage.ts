import type { Counts } from '#src/shared/registry/rollout.ts';
import { LEAST_VIEWS, type Stage, type Strategy, type ThresholdKind } from '#src/shared/rollout/strategy.ts';

export interface Comparison {
  readonly candidate: Counts;
  readonly control: Counts;
  /** Duration of the stage so far. */
  readonly elapsedMs: number;
}

export type Verdict =
  | { readonly do: 'return'; readonly kind: ThresholdKind; readonly because: string }
  | { readonly do: 'advance' }
  | { readonly do: 'wait'; readonly because: string };

/** Fewer events are not enough for a decision. */
const LEAST_EVENTS = 10;
/**
 * How many standard deviations the difference must have. A rollout is checked every few seconds for a day, and a
 * healthy release must not be returned by chance: of 1,000 simulated healthy releases, a limit of 4 returned two.
 */
const DEVIATIONS = 5;

/**
 * Decides about a stage. Rolls back the release at once if the difference exceeds the threshold and is
 * significant; waits if the difference exceeds the threshold but may be chance, or if there are too few
 * reports; otherwise advances after the stage's time. Pure.
 */
export function decideStage(strategy: Strategy, stage: Stage, comparison: Comparison): Verdict {
  const { candidate, control, elapsedMs } = comparison;
  const kinds = Object.keys(strategy.thresholds) as ThresholdKind[];
  const differences = kinds.map((kind) => compare(kind, strategy.thresholds[kind] ?? 0, candidate, control));
  const bad = differences.find(({ isTooLarge, isCertain }) => isTooLarge && isCertain);
  if (bad !== undefined) return { do: 'return', kind: bad.kind, because: bad.text };
  if (elapsedMs < stage.bakeMs) return { do: 'wait', because: 'The time of this stage is not over.' };
  const least = Math.max(LEAST_VIEWS, strategy.leastViews);
  const views = Math.min(candidate.view ?? 0, control.view ?? 0);
  if (views < least) return { do: 'wait', because: `${views} screens were reported; ${least} are needed.` };
  const doubtful = differences.find(({ isTooLarge }) => isTooLarge);
  if (doubtful !== undefined) return { do: 'wait', because: `It may be chance: ${doubtful.text}` };
  return { do: 'advance' };
}

interface Difference {
  readonly kind: ThresholdKind;
  readonly isTooLarge: boolean;
  readonly isCertain: boolean;
  readonly text: string;
}

function compare(kind: ThresholdKind, allowed: number, candidate: Counts, control: Counts): Difference {
  const [ours, theirs] = [sampleOf(kind, candidate), sampleOf(kind, control)];
  const excess = rateOf(ours) - rateOf(theirs);
  const all = ours.of + theirs.of;
  const pooled = all === 0 ? 0 : (ours.events + theirs.events) / all;
  const deviation = Math.sqrt(
    pooled * (1 - pooled) * (1 / Math.max(ours.of, 1) + 1 / Math.max(theirs.of, 1)),
  );
  const percent = (sample: Sample) => `${(rateOf(sample) * 100).toFixed(2)} %`;
  return {
    kind,
    isTooLarge: excess * 10_000 > allowed,
    isCertain: ours.events >= LEAST_EVENTS && theirs.of > 0 && excess >= DEVIATIONS * deviation,
    text: `${kind} ${percent(ours)} of ${ours.of}, in the control group ${percent(theirs)} of ${theirs.of}.`,
  };
}

interface Sample {
  readonly events: number;
  readonly of: number;
}

function sampleOf(kind: ThresholdKind, counts: Counts): Sample {
  const { served = 0, load = 0, view = 0 } = counts;
  if (kind === 'silent') return { events: Math.max(served - load, 0), of: served };
  // A page may report twice, so limit the rate to 1.
  if (kind === 'slow') return { events: Math.min(counts.slow ?? 0, load), of: load };
  return { events: Math.min(counts[kind] ?? 0, view), of: view };
}

function rateOf({ events, of }: Sample): number {
  return of === 0 ? 0 : events / of;
}
