/**
 * How a server ends. First it says that it is not ready and goes on serving, so that a proxy sends others elsewhere; then it
 * closes: it begins nothing any more and lets what it began come to its end.
 */
export interface Stopping {
  /** It is not ready any more; connections end with their next answer. */
  readonly leaving: AbortSignal;
  readonly closing: AbortSignal;
  /** Of something that was begun and should not be cut off. */
  waitFor(end: Promise<unknown>): void;
}

export interface Stop extends Stopping {
  leave(): void;
  close(): void;
  /** @returns when all has ended that is waited for, or `ms` are over. */
  settle(ms: number): Promise<void>;
}

export function createStop(): Stop {
  const leaving = new AbortController();
  const closing = new AbortController();
  const open = new Set<Promise<unknown>>();
  return {
    leaving: leaving.signal,
    closing: closing.signal,
    waitFor(end) {
      open.add(end);
      const done = () => void open.delete(end);
      end.then(done, done);
    },
    leave: () => leaving.abort(),
    close() {
      leaving.abort();
      closing.abort();
    },
    async settle(ms) {
      const over = new Promise((done) => {
        setTimeout(done, ms).unref();
      });
      await Promise.race([Promise.allSettled(open), over]);
    },
  };
}
