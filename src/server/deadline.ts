/** Why a call is not sent any more: the time is over, the caller disconnected, or the server is closing. */
export type Over = 'late' | 'gone' | 'ending';

/** Decides how long a call may still be sent, for the caller and for this server. */
export interface Deadline {
  /** Why the call may not be sent now; undefined if it may. */
  whyNot(): Over | undefined;
  /** Resolves if the waiting ends before the call is sent. */
  readonly over: Promise<Over>;
  /** The call has been sent; from now on only its response is awaited. */
  begin(): void;
  readonly hasBegun: boolean;
  /** Removes the timer and the listeners. */
  end(): void;
}

/**
 * The caller started its timeout a little earlier than this server. A call that is sent in the last part of the
 * timeout, at most a second, could reach the loan service after the caller has reported a failure.
 */
const LAST_PART = 10;
const LAST_MS = 1_000;

/**
 * @param arrived - When the request arrived, by `performance.now()`; earlier waiting counts too.
 * @param gone - Aborted when the caller's connection has ended.
 * @param ending - Aborted when this server is closing.
 * @param hasLeft - Whether the caller has closed its side of the connection, which is known before `gone`.
 */
export function startDeadline(
  arrived: number,
  timeoutMs: number,
  gone: AbortSignal,
  ending: AbortSignal | undefined,
  hasLeft: () => boolean = () => false,
): Deadline {
  const until = arrived + timeoutMs - Math.min(timeoutMs / LAST_PART, LAST_MS);
  let reason: Over | undefined;
  let resolveOver: (why: Over) => void = () => {};
  const over = new Promise<Over>((resolve) => (resolveOver = resolve));
  const finish = (why: Over): void => {
    reason ??= why;
    resolveOver(why);
  };
  // The timer may fire late, for example after the process was paused, so the clock is checked too. It may also fire
  // a little early: then the deadline is over, whatever the clock says.
  const whyNot = (): Over | undefined => {
    if (reason !== undefined) return reason;
    if (gone.aborted || hasLeft()) return 'gone';
    if (ending?.aborted) return 'ending';
    return performance.now() >= until ? 'late' : undefined;
  };
  const timer = setTimeout(() => finish('late'), Math.max(0, until - performance.now())).unref();
  const leave = () => finish('gone');
  const close = () => finish('ending');
  gone.addEventListener('abort', leave);
  ending?.addEventListener('abort', close);
  const already = whyNot();
  if (already !== undefined) finish(already);
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
