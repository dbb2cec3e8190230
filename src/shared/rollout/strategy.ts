import * as v from 'valibot';
import { HALF } from './assign.ts';
import type { ReportKind } from '../reports.ts';

/** How a release grows from its first share to all borrowers. */
export interface Strategy {
  /** In order; after the last stage all borrowers get the release. */
  readonly stages: readonly Stage[];
  /** Minimum number of reported screens on either side of a stage before it can end. */
  readonly leastViews: number;
  /**
   * By kind of report: how many more screens of 10,000 may have it with the new release than in the control
   * group. If one is exceeded, the release is rolled back.
   */
  readonly thresholds: { readonly [kind in ThresholdKind]?: number };
}

export interface Stage {
  /** Share of the audience, 1 to 9,000; the control group is as large, beyond a half the rest. */
  readonly basisPoints: number;
  /** Minimum duration, in milliseconds. */
  readonly bakeMs: number;
}

/** Reports that count against a release; `silent` are served pages that never reported. */
export type ThresholdKind = Exclude<ReportKind, 'view' | 'load' | 'tap' | 'content'> | 'slow' | 'silent';

/** The stored strategy of a rollout. A threshold for a kind of report that this server does not count has no effect. */
export const STRATEGY = v.object({
  stages: v.array(v.object({ basisPoints: v.number(), bakeMs: v.number() })),
  leastViews: v.number(),
  thresholds: v.record(v.string(), v.number()),
});

/** Minimum for every strategy: fewer views are not enough for a decision. */
export const LEAST_VIEWS = 200;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const THRESHOLDS: Strategy['thresholds'] = {
  render: 50,
  script: 100,
  unsupported: 50,
  reply: 100,
  request: 500,
  slow: 1_000,
  silent: 1_000,
};

/** Strategies that can be used by name. */
export const STRATEGIES: { readonly [name: string]: Strategy } = {
  /** One day, in four steps. */
  careful: {
    stages: [
      { basisPoints: 100, bakeMs: HOUR },
      { basisPoints: 500, bakeMs: 3 * HOUR },
      { basisPoints: 2_000, bakeMs: 8 * HOUR },
      { basisPoints: HALF, bakeMs: 12 * HOUR },
    ],
    leastViews: 500,
    thresholds: THRESHOLDS,
  },
  /** One and a half hours, for urgent changes. */
  quick: {
    stages: [
      { basisPoints: 500, bakeMs: 15 * MINUTE },
      { basisPoints: 2_000, bakeMs: 30 * MINUTE },
      { basisPoints: HALF, bakeMs: 45 * MINUTE },
    ],
    leastViews: 500,
    thresholds: THRESHOLDS,
  },
};
