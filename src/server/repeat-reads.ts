/**
 * How often reads of the loan service are tried again. Nobody else does it: the page asks when a borrower asks, so
 * what one of them wants is never multiplied by two layers.
 */

/** With the first one. */
const MOST_TRIES = 3;
/** Of the reads that were asked for, so many may be tried again; what nobody needed is kept, up to a few. */
const SHARE = 0.1;
const MOST_KEPT = 100;
/** Milliseconds over which repetitions are spread, doubled each time. */
const SPREAD_MS = 1_000;
/** The same of those whom the service sent away until one moment. */
const SPREAD_AFTER_MS = 4_000;
/** Nobody is kept waiting for longer than this; milliseconds. */
const LONGEST_WAIT_MS = 5_000;

/** What reads may cost a service that is in trouble, all of them together. */
export class RepeatBudget {
  #left = 0;

  /** A read is asked for. */
  earn(): void {
    this.#left = Math.min(MOST_KEPT, this.#left + SHARE);
  }

  /** @returns whether one may be tried again. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** How one try ended. */
export interface Tried {
  /** It brought nothing, and the next one may. */
  readonly isWorthAnother: boolean;
  /** `Retry-After`, as the service said it. */
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

/** Tries up to three times while that may help, the service lets it, and somebody still waits for it. */
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

/** @returns milliseconds from now; absent where the service said nothing that can be understood. */
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
