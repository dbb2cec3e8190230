import type { InPauses } from './compiler.ts';

/** Maximum wait before a step runs even if the browser is busy. */
const LONGEST_WAIT_MS = 200;
/** Minimum idle time to begin a step. */
const STEP_MS = 4;
/** Assumed idle time in a browser without `requestIdleCallback`. */
const SHORT_PAUSE_MS = 10;

/** Runs steps while the browser is idle. */
export const inPauses: InPauses = (step) => {
  let cancel: () => void;
  const take = (left: () => number): void => {
    do {
      if (step() === 'done') return;
    } while (left() > STEP_MS);
    wait();
  };
  const wait = (): void => {
    cancel = whenQuiet(take);
  };
  wait();
  return () => cancel();
};

/** @returns a function that cancels it. */
function whenQuiet(run: (left: () => number) => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => {
      const end = performance.now() + SHORT_PAUSE_MS;
      run(() => end - performance.now());
    });
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback((pause) => run(() => pause.timeRemaining()), {
    timeout: LONGEST_WAIT_MS,
  });
  return () => cancelIdleCallback(callback);
}
