import type { Weekly } from '../weekly.ts';
import type { Act } from './act.ts';

/** A time in which nothing new goes to borrowers; taking something back is always possible. */
export type Freeze = Act & { readonly id: string; readonly reason: string } & FrozenTime;

export type FrozenTime =
  | {
      /** Milliseconds since the epoch; the end is outside. */
      readonly from: number;
      readonly to: number;
    }
  /** Every week, until it is lifted. */
  | { readonly weekly: Weekly };
