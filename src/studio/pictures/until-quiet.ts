/** Time without input after which small pictures are rendered. */
const QUIET_MS = 1000;
const WORK = ['keydown', 'pointerdown', 'input', 'wheel'] as const;

/** Watches for keys, presses and scrolling, so that rendering small pictures never delays them. */
export function createWorkWatch() {
  let last = Date.now();
  const note = (): void => {
    last = Date.now();
  };
  return {
    /** @returns a function that stops listening. */
    listen(target: EventTarget): () => void {
      for (const type of WORK) target.addEventListener(type, note, { capture: true, passive: true });
      return () => {
        for (const type of WORK) target.removeEventListener(type, note, { capture: true });
      };
    },
    /** Waits until there was no such input for a second. */
    async untilQuiet(): Promise<void> {
      for (;;) {
        const left = last + QUIET_MS - Date.now();
        if (left <= 0) return;
        await new Promise((done) => setTimeout(done, left));
      }
    },
  };
}
