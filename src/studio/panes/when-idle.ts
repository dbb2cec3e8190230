/** Debounce in ms. */
const REST_MS = 400;
/** Maximum wait for an idle browser, in ms. */
const LATEST_MS = 2_000;

/** A debounced callback that waits for an idle browser. `begin` restarts the debounce. */
export function whenIdle(run: () => void): { begin(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const end = (): void => {
    clearTimeout(timer);
    if ('cancelIdleCallback' in window) cancelIdleCallback(asked);
  };
  return {
    begin() {
      end();
      timer = setTimeout(() => {
        // Safari has no `requestIdleCallback`.
        if (!('requestIdleCallback' in window)) run();
        else asked = requestIdleCallback(run, { timeout: LATEST_MS });
      }, REST_MS);
    },
    end,
  };
}
