/** How long nobody types or presses before small pictures are rendered. */
const QUIET_MS = 1000;
const WORK = ['keydown', 'pointerdown', 'input', 'wheel'] as const;

/**
 * Watches the work of a person in a window, so that rendering small pictures never delays it.
 *
 * @returns a function that waits until nobody has typed or pressed for a second.
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
