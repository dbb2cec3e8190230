import { withGlobal } from '@sinonjs/fake-timers';
import type { Clock } from '#src/simulator/device/clock.ts';

/** Virtual time: it passes only in `pass` and `wait`, so each run has the same times. */
export interface VirtualTime extends Clock {
  now(): number;
  /** When the next timer fires; undefined if there is none. */
  next(): number | undefined;
  /** Removes all timers and restores the real ones. */
  restore(): void;
}

const TAKEN = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/**
 * Replaces the timers of this thread and of a window, `Date.now` and `performance.now`.
 *
 * @param start - The first time, milliseconds since the epoch.
 * @param settle - Resolves when everything that needs no timer has happened.
 */
export function takeTime(
  window: Window & typeof globalThis,
  start: number,
  settle: () => Promise<void>,
): VirtualTime {
  const clock = withGlobal(window).createClock(start);
  // A real timer from before may still be cleared; without this the library warns.
  clock.shouldClearNativeTimers = true;
  const former = [globalThis, window].map((target) => ({ target, timers: pickTimers(target) }));
  for (const { target } of former) Object.assign(target, pickTimers(clock));
  const dateNow = Date.now;
  const performanceNow = performance.now;
  Date.now = () => clock.now;
  performance.now = () => clock.now;
  const next = (): number | undefined => clock.timerHeap?.peek()?.callAt;

  return {
    now: () => clock.now,
    next,
    pass: (ms) => void clock.tick(ms),
    async wait(ms) {
      const end = clock.now + ms;
      await settle();
      // Not tickAsync: the page must settle after each timer.
      for (let at = next(); at !== undefined && at <= end; at = next()) {
        clock.next();
        await settle();
      }
      if (clock.now < end) clock.tick(end - clock.now);
    },
    restore() {
      clock.reset();
      for (const { target, timers } of former) Object.assign(target, timers);
      Date.now = dateNow;
      performance.now = performanceNow;
    },
  };
}

function pickTimers(target: object): object {
  return Object.fromEntries(TAKEN.map((name) => [name, Reflect.get(target, name)]));
}
