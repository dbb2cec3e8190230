/** A reply as bytes went out, so that a replay is equal to the last byte. */
export interface KeptReply {
  readonly status: number;
  readonly body: string;
  /** Of the body, where it is no JSON. */
  readonly type?: string;
}

export type Claim =
  /** First of its key. Exactly one of the two must be called. */
  | { readonly is: 'first'; finish(reply: KeptReply): void; abandon(): void }
  | { readonly is: 'replay'; readonly reply: KeptReply }
  /** The first of this key has not answered yet. */
  | { readonly is: 'busy' }
  /** The key was used for another request. */
  | { readonly is: 'other' };

interface Entry {
  readonly fingerprint: string;
  readonly since: number;
  reply?: KeptReply;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_KEYS = 50_000;

/**
 * Idempotency keys: the effect of a key happens once, whatever arrives in parallel. Claiming is one
 * synchronous step, so no two requests can both be first.
 */
export class Once {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param fingerprint - What must be equal for two requests to be the same one. */
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

  /** Oldest first, as the map keeps them; one that has not answered yet is never forgotten, and stands in no other's way. */
  #forgetOld(): void {
    const limit = this.#now() - KEPT_MS;
    for (const [key, entry] of this.#entries) {
      if (entry.since >= limit && this.#entries.size < MOST_KEYS) return;
      if (entry.reply) this.#entries.delete(key);
    }
  }
}
