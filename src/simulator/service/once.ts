/** A stored reply, so that a replay is equal byte for byte. */
export interface StoredReply {
  readonly status: number;
  readonly body: string;
  /** Type of the body, if it is not JSON. */
  readonly type?: string;
  /** Headers that the contract reads. */
  readonly headers?: { readonly [name: string]: string };
}

export type Claim =
  /** The first request of its key. The caller must call either `finish` or `abandon`. */
  | { readonly is: 'first'; finish(reply: StoredReply): void; abandon(): void }
  | { readonly is: 'replay'; readonly reply: StoredReply }
  /** The first request of this key is not answered yet. */
  | { readonly is: 'busy' }
  /** The key was used for another request. */
  | { readonly is: 'other' };

interface Entry {
  readonly fingerprint: string;
  readonly since: number;
  reply?: StoredReply;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_KEYS = 50_000;

/**
 * Idempotency keys: a key has its effect once, even with parallel requests. A claim is one synchronous step, so
 * only one request can be first.
 */
export class Once {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param fingerprint - Equal for equal requests. */
  claim(key: string, fingerprint: string): Claim {
    this.#forgetOld();
    const known = this.#entries.get(key);
    if (known) {
      if (known.fingerprint !== fingerprint) return { is: 'other' };
      return known.reply ? { is: 'replay', reply: known.reply } : { is: 'busy' };
    }
    const entry: Entry = { fingerprint, since: this.#now() };
    this.#entries.set(key, entry);
    return {
      is: 'first',
      finish: (reply) => {
        entry.reply = reply;
      },
      abandon: () => {
        this.#entries.delete(key);
      },
    };
  }

  /**
   * The map is ordered by age. An entry without a reply is never deleted, and does not stop the deletion of
   * others.
   */
  #forgetOld(): void {
    const limit = this.#now() - KEPT_MS;
    for (const [key, entry] of this.#entries) {
      if (entry.since >= limit && this.#entries.size < MOST_KEYS) return;
      if (entry.reply) this.#entries.delete(key);
    }
  }
}
