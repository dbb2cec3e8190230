/** A simulated clock of the page. */
export interface Clock {
  /** Advances the clock and runs all timers that are due. */
  pass(ms: number): void;
  /** Waits by the real clock. */
  wait(ms: number): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
  real: number;
}

/** Replaces the window's timers and `Date.now`, before the page's script runs. */
export function createClock(window: Window & typeof globalThis): Clock {
  const now = Date.now.bind(Date);
  const set = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  const timers = new Map<number, Timer>();
  let ahead = 0;
  let last = 0;

  function start(id: number, timer: Timer): void {
    timer.real = set(
      () => {
        timers.delete(id);
        timer.run();
      },
      Math.max(0, timer.due - now() - ahead),
    );
  }

  Date.now = () => now() + ahead;
  const setTimer = (handler: TimerHandler, ms = 0, ...values: unknown[]): number => {
    last += 1;
    const id = last;
    const run = (): void => {
      if (typeof handler === 'function') handler(...values);
    };
    const timer: Timer = { due: now() + ahead + ms, run, real: 0 };
    timers.set(id, timer);
    start(id, timer);
    return id;
  };
  const clearTimer = (id?: number): void => {
    const timer = id === undefined ? undefined : timers.get(id);
    if (id === undefined || timer === undefined) return;
    clear(timer.real);
    timers.delete(id);
  };
  Object.assign(window, { setTimeout: setTimer, clearTimeout: clearTimer });

  return {
    pass(ms) {
      ahead += ms;
      for (const [id, timer] of timers) {
        clear(timer.real);
        start(id, timer);
      }
    },
    wait: (ms) => new Promise((resolve) => set(resolve, ms)),
  };
}
