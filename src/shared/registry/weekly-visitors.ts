import type { Attributes } from '../rollout/audience.ts';

/** Unique visitors of the last days. */
export interface WeeklyVisitors {
  /** Number of days, including today: seven, or fewer if counting began later; 0 if no visitor was counted. */
  readonly days: number;
  readonly visitors: readonly AlikeVisitors[];
}

/** Number of visitors with the same attributes on their first visit of those days. */
export interface AlikeVisitors {
  readonly attributes: Attributes;
  readonly count: number;
}
