/** How reading for one document ended; `left`: the borrower disconnected first, which says nothing about the service. */
export type ReadResult = 'complete' | 'incomplete' | 'left';

/** Decides whether the server reads data for documents: not while the loan service is slow or failing. */
export interface ReadLimits {
  /** @returns undefined if nothing may be read now; else a function to call with the result. */
  begin(): ((result: ReadResult) => void) | undefined;
}

/** Documents that wait for data at the same time. */
const MOST_AT_ONCE = 100;
/** After so many failures in a row, reading pauses. */
const MOST_FAILURES = 5;
/** Length of a pause, in ms. After it, one document tries at a time until one succeeds. */
const PAUSE_MS = 10_000;

/** @param now - Milliseconds of a clock that never goes back. */
export function createReadLimits(now: () => number = () => performance.now()): ReadLimits {
  let atOnce = 0;
  let failures = 0;
  let pausedUntil = 0;
  return {
    begin() {
      const isFailing = failures >= MOST_FAILURES;
      if (isFailing && (now() < pausedUntil || atOnce > 0)) return undefined;
      if (atOnce >= MOST_AT_ONCE) return undefined;
      atOnce += 1;
      return (result) => {
        atOnce -= 1;
        if (result === 'left') return;
        failures = result === 'complete' ? 0 : failures + 1;
        if (failures >= MOST_FAILURES) pausedUntil = now() + PAUSE_MS;
      };
    },
  };
}
