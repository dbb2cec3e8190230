/** Milliseconds that nothing has begun it again. */
const REST_MS = 400;
/** At the latest, where a browser is never idle. */
const LATEST_MS = 2_000;

/** Something that is done once nothing has begun it for a while and the browser has nothing else to do. */
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
        // Safari has none.
        if (!('requestIdleCallback' in window)) run();
        else asked = requestIdleCallback(run, { timeout: LATEST_MS });
      }, REST_MS);
    },
    end,
  };
}
