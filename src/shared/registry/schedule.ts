import type { Decision } from './act.ts';

/** A release that goes live at a set time. */
export interface Schedule extends Decision {
  readonly id: string;
  readonly release: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
  readonly state: 'waiting' | 'live' | 'refused' | 'cancelled';
  /** Why it was refused or cancelled. */
  readonly ended?: string;
}
