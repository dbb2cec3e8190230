import type { ReportKind } from '../reports.ts';
import type { Condition } from '../rollout/audience.ts';
import type { Strategy } from '../rollout/strategy.ts';
import type { Act } from './act.ts';

/** A release on its way to everybody. */
export interface Rollout extends Act {
  /** Its salt too: who is first in one is not first in the next. */
  readonly id: string;
  readonly release: string;
  /** What everybody else gets, and all get again when it is returned. */
  readonly base: string;
  readonly state: 'running' | 'paused' | 'returned' | 'completed';
  /** From 0. */
  readonly stage: number;
  readonly basisPoints: number;
  readonly audience: readonly Condition[];
  readonly strategy: Strategy;
  /** When its stage began, or went on after a pause; milliseconds since the epoch. */
  readonly since: number;
  readonly reason: string;
  /** Why it was returned. */
  readonly ended?: string;
}

/** What pages of one side of a rollout reported since its stage began. */
export type Counts = { readonly [kind in ReportKind | 'served' | 'slow']?: number };
