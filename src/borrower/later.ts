/** Milliseconds after which a screen's first data has most likely arrived; Safari has no `requestIdleCallback`. */
export const LATER_MS = 2000;
