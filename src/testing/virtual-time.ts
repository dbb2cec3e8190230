import type { Clock } from '#src/workshop/state/clock.ts';

/** Time that passes only when it is told to: the same run has the same times. */
export interface VirtualTime extends Clock {
  now(): number;
  /** When the next timer fires; undefined where there is none. */
  next(): number | undefined;
  /** Gives back what was taken; what was waited for is forgotten. */
  restore(): void;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
  readonly everyMs?: number;
}

type Taken = { -readonly [name in (typeof TAKEN)[number]]: unknown };
const TAKEN = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/**
 * Takes the place of the timers, `Date.now` and `performance.now` of these globals.
 *
 * @param start - When it begins, milliseconds since the epoch.
 * @param settle - Resolves when everything has happened that waits for nothing but its turn.
 */
export function takeTime(
  globals: readonly object[],
  start: number,
  settle: () => Promise<void>,
): VirtualTime {
  const timers = new Map<number, Timer>();
  let time = start;
  let last = 0;
  const former = globals.map((one) => {
    const given = one as Taken;
    return Object.fromEntries(TAKEN.map((name) => [name, given[name]]));
  });
  const dateNow = Date.now;
  const performanceNow = performance.now;

  const add = (handler: unknown, ms: unknown, values: unknown[], isRepeated: boolean): number => {
    last += 1;
    const delay = Math.max(0, Number(ms) || 0);
    timers.set(last, {
      at: time + delay,
      run: () => {
        if (typeof handler === 'function') handler(...values);
      },
      ...(isRepeated && { everyMs: Math.max(1, delay) }),
    });
    return last;
  };
  const stop = (id: unknown): void => void timers.delete(Number(id));
  const taken: Taken = {
    setTimeout: (handler: unknown, ms?: unknown, ...values: unknown[]) => add(handler, ms, values, false),
    setInterval: (handler: unknown, ms?: unknown, ...values: unknown[]) => add(handler, ms, values, true),
    clearTimeout: stop,
    clearInterval: stop,
  };
  for (const one of globals) Object.assign(one, taken);
  Date.now = () => time;
  performance.now = () => time;

  function nextBefore(end: number): number | undefined {
    let next: number | undefined;
    for (const [id, { at }] of timers) {
      if (at <= end && (next === undefined || at < (timers.get(next)?.at ?? 0))) next = id;
    }
    return next;
  }

  function fire(id: number): void {
    const timer = timers.get(id);
    if (timer === undefined) return;
    timers.delete(id);
    time = Math.max(time, timer.at);
    if (timer.everyMs !== undefined) timers.set(id, { ...timer, at: time + timer.everyMs });
    timer.run();
  }

  return {
    now: () => time,
    next() {
      const id = nextBefore(Number.POSITIVE_INFINITY);
      return id === undefined ? undefined : timers.get(id)?.at;
    },
    pass(ms) {
      const end = time + ms;
      for (let id = nextBefore(end); id !== undefined; id = nextBefore(end)) fire(id);
      time = end;
    },
    async wait(ms) {
      const end = time + ms;
      await settle();
      for (let id = nextBefore(end); id !== undefined; id = nextBefore(end)) {
        fire(id);
        await settle();
      }
      time = Math.max(time, end);
    },
    restore() {
      timers.clear();
      globals.forEach((one, index) => Object.assign(one, former[index]));
      Date.now = dateNow;
      performance.now = performanceNow;
    },
  };
}
