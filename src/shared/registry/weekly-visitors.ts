import type { Attributes } from '../rollout/audience.ts';

/** Who came in the last days, each once. */
export interface WeeklyVisitors {
  /** Of so many days, today among them: seven, or fewer where counting began later. None where nobody was counted. */
  readonly days: number;
  readonly visitors: readonly AlikeVisitors[];
}

/** So many that brought the same attributes on the first of those days. */
export interface AlikeVisitors {
  readonly attributes: Attributes;
  readonly count: number;
}
