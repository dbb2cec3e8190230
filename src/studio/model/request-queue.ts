/** Runs requests one after the other. */
export class RequestQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(request: () => Promise<T>): Promise<T> {
    const done = this.#last.then(request);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing is under way, including requests that results have started. */
  async rest(): Promise<void> {
    let last: unknown;
    while (last !== this.#last) {
      last = this.#last;
      await last;
    }
  }
}
