/**
 * How often reads of the loan service are retried. Only this layer retries; the page calls again only when a
 * borrower asks for it, so retries of two layers never multiply.
 */

/** Including the first one. */
const MOST_TRIES = 3;
/** Share of reads that may be retried; unused retries are saved up, up to `MOST_KEPT`. */
const SHARE = 0.1;
const MOST_KEPT = 100;
/** Retries are spread over this time in ms, doubled with each try. */
const SPREAD_MS = 1_000;
/** Like `SPREAD_MS`, for callers that the service sent away until the same moment. */
const SPREAD_AFTER_MS = 4_000;
/** The longest Retry-After for which a read is retried, in ms. */
const LONGEST_WAIT_MS = 5_000;

/** Limits the retries of all reads together, so that they do not overload a failing service. */
export class RepeatBudget {
  #left = 0;

  /** Call it for every read. */
  earn(): void {
    this.#left = Math.min(MOST_KEPT, this.#left + SHARE);
  }

  /** @returns whether a retry is allowed. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** Result of one try. */
export interface Tried {
  /** The try failed, and a retry may succeed. */
  readonly isWorthAnother: boolean;
  /** `Retry-After` header of the service. */
  readonly retryAfter?: string | null;
}

export interface RepeatOptions {
  readonly budget: Pick<RepeatBudget, 'earn' | 'spend'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Tries up to three times, while a retry may succeed, the budget and the service allow it, and the caller still
 * waits.
 */
export async function repeatRead<T extends Tried>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  { budget, random, now, wait }: RepeatOptions,
): Promise<T> {
  budget.earn();
  for (let tries = 1; ; tries += 1) {
    const ended = await attempt();
    if (!ended.isWorthAnother || tries === MOST_TRIES) return ended;
    const asked = readRetryAfter(ended.retryAfter ?? null, now());
    if ((asked ?? 0) > LONGEST_WAIT_MS || !budget.spend()) return ended;
    const spread = asked === undefined ? SPREAD_MS * 2 ** (tries - 1) : SPREAD_AFTER_MS;
    await wait((asked ?? 0) + random() * spread, signal);
    if (signal.aborted) return ended;
  }
}

/** @returns milliseconds from now; undefined if the header is missing or invalid. */
function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
