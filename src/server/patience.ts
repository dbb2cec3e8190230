/** Why nothing of a call is sent any more. */
export type Over = 'late' | 'gone' | 'ending';

/** How long a call may be waited for: by whoever asked, and by this server. */
export interface Patience {
  /** Why it may not be sent now; undefined where it may. */
  whyNot(): Over | undefined;
  /** Its waiting ended before it was sent. */
  readonly over: Promise<Over>;
  /** From here on it has left this server, and its answer alone is waited for. */
  begin(): void;
  readonly hasBegun: boolean;
  /** Lets go of whatever told of its end. */
  end(): void;
}

/**
 * Whoever asks counts from a little earlier, and what they send then says that they are gone: what begins in this last part
 * of their time, at most a second, could reach the loan service after they were told that it failed.
 */
const LAST_PART = 10;
const LAST_MS = 1_000;

/**
 * @param arrived - When the request came, of `performance.now()`: what was waited for before counts too.
 * @param gone - The connection of whoever asked has ended.
 * @param ending - This server is closing.
 */
export function beginPatience(
  arrived: number,
  timeoutMs: number,
  gone: AbortSignal,
  ending: AbortSignal | undefined,
): Patience {
  const until = arrived + timeoutMs - Math.min(timeoutMs / LAST_PART, LAST_MS);
  let told: Over | undefined;
  let resolveOver: (why: Over) => void = () => {};
  const over = new Promise<Over>((resolve) => (resolveOver = resolve));
  const tell = (why: Over): void => {
    told ??= why;
    resolveOver(why);
  };
  // A timer may come later than what was waited for: after a pause of the whole process both are due. It may come a
  // little earlier too: what was told holds.
  const whyNot = (): Over | undefined => {
    if (told !== undefined) return told;
    if (gone.aborted) return 'gone';
    if (ending?.aborted) return 'ending';
    return performance.now() >= until ? 'late' : undefined;
  };
  const timer = setTimeout(() => tell('late'), Math.max(0, until - performance.now())).unref();
  const leave = () => tell('gone');
  const close = () => tell('ending');
  gone.addEventListener('abort', leave);
  ending?.addEventListener('abort', close);
  const already = whyNot();
  if (already !== undefined) tell(already);
  let hasBegun = false;
  const end = (): void => {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
    ending?.removeEventListener('abort', close);
  };
  return {
    whyNot,
    over,
    get hasBegun() {
      return hasBegun;
    },
    begin() {
      hasBegun = true;
      end();
    },
    end,
  };
}
