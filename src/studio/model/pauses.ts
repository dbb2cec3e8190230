import type { InPauses } from './workspace.ts';

/** Milliseconds after which a step is taken although there was no pause. */
const LONGEST_WAIT_MS = 200;
/** What a step may take; where a pause is nearly over none is begun. */
const STEP_MS = 4;
/** How long a pause is taken to be by a browser that does not say. */
const SHORT_PAUSE_MS = 10;

/** Between frames of the page, while nobody types. */
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

/** @returns what takes it back. */
function whenQuiet(run: (left: () => number) => void): () => void {
  // Safari has none.
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
