import type { Refusal } from './screen-phase.ts';

/** Status that the methods of a screen share. */
export interface ScreenStatus {
  isClosed: boolean;
  /** Why the screen does not start. */
  readonly refusal: Refusal | undefined;
  /** The reads after a return to the page, until they end. */
  resuming: Promise<void> | undefined;
}

export function isStopped({ isClosed, refusal }: ScreenStatus): boolean {
  return isClosed || refusal !== undefined;
}
