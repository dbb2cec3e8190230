import type { ReportKind } from '../reports.ts';
import type { Condition } from '../rollout/audience.ts';
import type { Strategy } from '../rollout/strategy.ts';
import type { Act } from './act.ts';

/** A release that goes live in stages. */
export interface Rollout extends Act {
  readonly id: string;
  /**
   * The salt of the buckets. It belongs to the release: a rollout that is returned and started again reaches the
   * same visitors, and a visitor who is early in one release is not early in the next.
   */
  readonly salt: string;
  readonly release: string;
  /** The live release, for all other visitors and after a rollback. */
  readonly base: string;
  readonly state: 'running' | 'paused' | 'returned' | 'completed';
  /** Zero-based. */
  readonly stage: number;
  readonly basisPoints: number;
  readonly audience: readonly Condition[];
  readonly strategy: Strategy;
  /** When its stage began, or resumed after a pause; milliseconds since the epoch. */
  readonly since: number;
  readonly reason: string;
  /** Why it was returned. */
  readonly ended?: string;
}

/** Reports of pages on one side of a rollout since its stage began. */
export type Counts = { readonly [kind in ReportKind | 'served' | 'slow']?: number };
