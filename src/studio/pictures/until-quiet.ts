/** Time without input after which small pictures are rendered. */
const QUIET_MS = 1000;
const INPUT_EVENTS = ['keydown', 'pointerdown', 'input', 'wheel'] as const;

/** Watches for keys, presses and scrolling, so that small pictures are rendered only while there is no input. */
export function createInputWatch() {
  let last = Date.now();
  const note = (): void => {
    last = Date.now();
  };
  return {
    /** Listens to a window. @returns a function that stops listening. */
    listen(target: EventTarget): () => void {
      for (const type of INPUT_EVENTS) target.addEventListener(type, note, { capture: true, passive: true });
      return () => {
        for (const type of INPUT_EVENTS) target.removeEventListener(type, note, { capture: true });
      };
    },
    /** Resolves after a second without input. */
    async untilQuiet(): Promise<void> {
      for (;;) {
        const left = last + QUIET_MS - Date.now();
        if (left <= 0) return;
        await new Promise((done) => setTimeout(done, left));
      }
    },
  };
}
