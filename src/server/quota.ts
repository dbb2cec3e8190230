/** Counted at once; whoever is forgotten begins anew. */
const MOST_KNOWN = 20_000;

/** How often somebody has done something lately, on this server. */
export class Quota {
  readonly #counts = new Map<string, { until: number; count: number }>();
  readonly #now: () => number;
  readonly #windowMs: number;

  /**
   * @param now - Milliseconds since the epoch.
   * @param windowMs - From the first time on; then it begins anew.
   */
  constructor(now: () => number, windowMs: number) {
    this.#now = now;
    this.#windowMs = windowMs;
  }

  /** Counts once more. @returns whether it is within `most`. */
  take(who: string, most: number): boolean {
    const at = this.#now();
    const known = this.#counts.get(who);
    const entry = known !== undefined && known.until > at ? known : { until: at + this.#windowMs, count: 0 };
    entry.count += 1;
    // The oldest of the map are those that were not heard of for longest.
    this.#counts.delete(who);
    this.#counts.set(who, entry);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_KNOWN) break;
      this.#counts.delete(oldest);
    }
    return entry.count <= most;
  }
}
