/** Time without input after which small pictures are rendered. */
const QUIET_MS = 1000;
const WORK = ['keydown', 'pointerdown', 'input', 'wheel'] as const;

/**
 * Watches a window for keys, presses and scrolling, so that rendering small pictures never delays them.
 *
 * @returns a function that waits until there was no such input for a second.
 */
export function watchWork(target: EventTarget): () => Promise<void> {
  let last = Date.now();
  for (const type of WORK) {
    target.addEventListener(type, () => (last = Date.now()), { capture: true, passive: true });
  }
  return async function untilQuiet() {
    for (;;) {
      const left = last + QUIET_MS - Date.now();
      if (left <= 0) return;
      await new Promise((done) => setTimeout(done, left));
    }
  };
}
