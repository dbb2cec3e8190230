import type { Weekly } from '../weekly.ts';
import type { Act } from './act.ts';

/** A time in which nothing new goes live; a rollback is always possible. */
export type Freeze = Act & { readonly id: string; readonly reason: string } & FrozenTime;

export type FrozenTime =
  | {
      /** Milliseconds since the epoch; `to` is exclusive. */
      readonly from: number;
      readonly to: number;
    }
  /** Every week, until the freeze is removed. */
  | { readonly weekly: Weekly };
