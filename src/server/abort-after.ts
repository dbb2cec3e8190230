export interface AbortAfter {
  readonly signal: AbortSignal;
  /** Ends the timer, when the signal is no longer used. */
  end(): void;
}

/**
 * A signal that aborts after a time, or with another signal. `AbortSignal.any` would not do: in Node 20 it does not keep
 * the signals it is made of, and after a garbage collection it never aborts.
 */
export function abortAfter(ms: number, ...others: readonly AbortSignal[]): AbortAfter {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms).unref();
  for (const other of others) {
    if (other.aborted) abort();
    other.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      for (const other of others) other.removeEventListener('abort', abort);
    },
  };
}
