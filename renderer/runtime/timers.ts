import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';
import { namedRecord } from '../plan/named-record.ts';
import { own } from './lists.ts';
import type { Engine } from './ports/engine.ts';
import type { TimerPort } from './ports/timers.ts';

/**
 * A pause whose end is noticed this many ms late has ended while the page was asleep: its list continues after the page
 * has read its data again. If the page gets no resume event, the list continues after `RESUME_TIMEOUT_MS` more.
 */
const LATE_MS = 1_500;
const RESUME_TIMEOUT_MS = 5_000;

/** Deadlines of running timers by name, as `save` writes them. */
const DEADLINES = namedRecord(v.number());

interface Pause {
  readonly until: number;
  readonly go: () => void;
}

/** Countdowns and pauses. Both compare deadlines with the clock, because browser timers stop in the background. */
export function createTimers(engine: Engine): TimerPort {
  const deadlines = new Map<string, { readonly until: number; cancel: () => void }>();
  const pauses = new Set<Pause>();

  function show(name: string, left: number): void {
    engine.store.change((draft) => {
      draft.timer[name] = { left, running: left > 0 };
    });
  }

  function tick(name: string): void {
    const timer = deadlines.get(name);
    if (!timer) return;
    const leftMs = timer.until - engine.services.clock.now();
    const left = Math.max(0, Math.ceil(leftMs / 1_000));
    show(name, left);
    if (left === 0) deadlines.delete(name);
    else timer.cancel = engine.services.clock.after(leftMs - (left - 1) * 1_000, () => tick(name));
  }

  function run(name: string, until: number): void {
    deadlines.get(name)?.cancel();
    deadlines.set(name, { until, cancel: () => {} });
    tick(name);
  }

  function watch(pause: Pause, isLate: boolean): void {
    const { clock } = engine.services;
    clock.after(isLate ? RESUME_TIMEOUT_MS : Math.max(0, pause.until - clock.now()), () => {
      if (!pauses.has(pause)) return;
      const lateMs = clock.now() - pause.until;
      if (lateMs < 0) watch(pause, false);
      else if (!isLate && lateMs > LATE_MS) watch(pause, true);
      else pause.go();
    });
  }

  return {
    start(id, name = id) {
      const plan = own(engine.plan.timers, id);
      if (plan) run(name, engine.services.clock.now() + plan.seconds * 1_000);
    },
    stop(id, name = id) {
      deadlines.get(name)?.cancel();
      deadlines.delete(name);
      if (own(engine.plan.timers, id)) show(name, 0);
    },
    wait(seconds, until = engine.services.clock.now() + seconds * 1_000) {
      return new Promise((resolve) => {
        const pause: Pause = {
          until,
          go: () => {
            pauses.delete(pause);
            resolve();
          },
        };
        pauses.add(pause);
        watch(pause, false);
      });
    },
    resume() {
      for (const [name, timer] of [...deadlines]) {
        timer.cancel();
        tick(name);
      }
      for (const pause of [...pauses]) if (pause.until <= engine.services.clock.now()) pause.go();
    },
    save() {
      if (deadlines.size === 0) return null;
      const saved: { [name: string]: Value } = {};
      for (const [name, timer] of deadlines) saved[name] = timer.until;
      return saved;
    },
    restore(saved) {
      const read = v.safeParse(DEADLINES, saved);
      if (read.success) for (const [name, until] of Object.entries(read.output)) run(name, until);
    },
  };
}
