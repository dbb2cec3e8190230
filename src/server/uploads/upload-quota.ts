const HOUR_MS = 60 * 60_000;
/** Pictures in an hour: of one session, and of one network address, behind which may be many people. */
export const QUOTA = { session: 60, address: 2_000 } as const;
/** Counted at once; whoever is forgotten begins anew. */
const MOST_KNOWN = 20_000;

/** How many pictures somebody may send to this server. */
export class UploadQuota {
  readonly #counts = new Map<string, { until: number; count: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns whether one more may be looked at. */
  take(session: string, address: string | undefined): boolean {
    const isWithin = [
      session === '' || this.#count(`session ${session}`) <= QUOTA.session,
      address === undefined || this.#count(`address ${address}`) <= QUOTA.address,
    ];
    return isWithin.every(Boolean);
  }

  #count(who: string): number {
    const at = this.#now();
    const known = this.#counts.get(who);
    const entry = known !== undefined && known.until > at ? known : { until: at + HOUR_MS, count: 0 };
    entry.count += 1;
    // The oldest of the map are those that were not heard of for longest.
    this.#counts.delete(who);
    this.#counts.set(who, entry);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_KNOWN) break;
      this.#counts.delete(oldest);
    }
    return entry.count;
  }
}
