import type { Condition } from '../rollout/audience.ts';
import type { Strategy } from '../rollout/strategy.ts';
import type { Decision } from './act.ts';

/** How a release reaches a share of the borrowers first. */
export interface GradualStart {
  readonly strategy: Strategy;
  /** Empty: all borrowers. */
  readonly audience: readonly Condition[];
}

/** A release that goes live at a set time. */
export interface Schedule extends Decision {
  readonly id: string;
  readonly release: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** Absent: everybody gets the release at that time. */
  readonly gradual?: GradualStart;
  readonly state: 'waiting' | 'live' | 'refused' | 'cancelled';
  /** Why it was refused or cancelled. */
  readonly ended?: string;
}
