/**
 * The shutdown of a server, in two phases. Leaving: it reports that it is not ready and keeps serving, so that a
 * proxy sends new requests elsewhere. Closing: it starts no new work and finishes the work that it has started.
 */
export interface Stopping {
  /** Aborted when the server is not ready any more; each connection is closed after its next response. */
  readonly leaving: AbortSignal;
  readonly closing: AbortSignal;
  /** Registers work that should not be cut off. */
  waitFor(end: Promise<unknown>): void;
}

export interface Stop extends Stopping {
  leave(): void;
  close(): void;
  /** @returns when all registered work has ended, or after `ms`. */
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
