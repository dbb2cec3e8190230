/** How the reads for a document ended: every reply came, some did not, or the borrower did not wait for them. */
export type ReadOutcome = 'complete' | 'failed' | 'left';

/** Decides whether the server reads data for documents: not while the loan service is slow or failing. */
export interface ReadLimits {
  /** @returns undefined if nothing may be read now; else a function to call with the result. */
  begin(): ((outcome: ReadOutcome) => void) | undefined;
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
      return (outcome) => {
        atOnce -= 1;
        if (outcome === 'left') return;
        failures = outcome === 'complete' ? 0 : failures + 1;
        if (failures >= MOST_FAILURES) pausedUntil = now() + PAUSE_MS;
      };
    },
  };
}
