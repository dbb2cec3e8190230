interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * Runs one caller at a time. Callers wait in lanes, and the lanes take turns, so a long lane does not delay
 * the others. Within a lane the newest and the oldest alternate: a burst of old attempts does not delay a new
 * one, and no caller waits forever.
 */
export class FairQueue {
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #most: number;
  #isBusy = false;
  #count = 0;
  #isNewestNext = false;

  /** @param most - If more wait, the oldest caller of the longest lane is refused. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of waiting callers, in one lane or in all lanes. */
  count(lane?: string): number {
    return lane === undefined ? this.#count : (this.#lanes.get(lane)?.length ?? 0);
  }

  /**
   * @param gone - Aborted when the caller has left: then it is refused.
   * @param refusal - Creates the error for a refused caller.
   */
  async run<T>(
    lane: string,
    work: () => Promise<T>,
    { refusal, gone }: { readonly refusal: () => Error; readonly gone?: AbortSignal | undefined },
  ): Promise<T> {
    if (this.#isBusy) await this.#wait(lane, refusal, gone);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      // The next caller begins later than this line, but no other caller may begin before it.
      const next = this.#takeNext();
      if (next === undefined) this.#isBusy = false;
      else next.begin();
    }
  }

  #wait(lane: string, refusal: () => Error, gone: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#remove(lane, one);
        one.refuse();
      };
      const one: Waiting = {
        begin() {
          gone?.removeEventListener('abort', leave);
          resolve();
        },
        refuse() {
          gone?.removeEventListener('abort', leave);
          reject(refusal());
        },
      };
      const ahead = this.#lanes.get(lane);
      if (ahead === undefined) this.#lanes.set(lane, [one]);
      else ahead.push(one);
      this.#count += 1;
      if (gone?.aborted) leave();
      else gone?.addEventListener('abort', leave);
      if (this.#count > this.#most) this.#shed();
    });
  }

  #takeNext(): Waiting | undefined {
    const [entry] = this.#lanes;
    if (entry === undefined) return undefined;
    const [lane, waiting] = entry;
    this.#isNewestNext = !this.#isNewestNext;
    const one = this.#isNewestNext ? waiting.pop() : waiting.shift();
    // The lane has had its turn, so it goes behind the others.
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#count -= 1;
    return one;
  }

  #remove(lane: string, one: Waiting): void {
    const waiting = this.#lanes.get(lane);
    const at = waiting?.indexOf(one) ?? -1;
    if (waiting === undefined || at < 0) return;
    waiting.splice(at, 1);
    if (waiting.length === 0) this.#lanes.delete(lane);
    this.#count -= 1;
  }

  #shed(): void {
    let longest: [string, Waiting[]] | undefined;
    for (const entry of this.#lanes) {
      if (longest === undefined || entry[1].length > longest[1].length) longest = entry;
    }
    const [lane, [oldest]] = longest ?? ['', []];
    if (oldest === undefined) return;
    this.#remove(lane, oldest);
    oldest.refuse();
  }
}
