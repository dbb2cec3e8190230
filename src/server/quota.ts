/** Maximum number of keys; the count of a forgotten key starts at zero. */
const MOST_KNOWN = 20_000;

/** Counts by key in a time window, on this server. */
export class Quota {
  readonly #counts = new Map<string, { until: number; count: number }>();
  readonly #now: () => number;
  readonly #windowMs: number;

  /**
   * @param now - Milliseconds since the epoch.
   * @param windowMs - Length of a window, which begins with the first count.
   */
  constructor(now: () => number, windowMs: number) {
    this.#now = now;
    this.#windowMs = windowMs;
  }

  /** Adds one to the count. @returns whether it is within `most`. */
  take(who: string, most: number): boolean {
    const at = this.#now();
    const known = this.#counts.get(who);
    const entry = known !== undefined && known.until > at ? known : { until: at + this.#windowMs, count: 0 };
    entry.count += 1;
    // Moved to the end, so that the first key of the map was used longest ago.
    this.#counts.delete(who);
    this.#counts.set(who, entry);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_KNOWN) break;
      this.#counts.delete(oldest);
    }
    return entry.count <= most;
  }
}
