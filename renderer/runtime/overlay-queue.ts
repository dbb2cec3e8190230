import { evaluate } from '../plan/evaluate.ts';
import { PENDING } from '../plan/expression.ts';
import { ActionFailure } from './action.ts';
import { keysOf } from './conditions.ts';
import type { Entry, OverlayStack } from './overlay-stack.ts';
import type { Engine } from './ports/engine.ts';

export type OverlayQueue = ReturnType<typeof createOverlayQueue>;

/** Overlays that wait until none is open; their conditions are evaluated then. */
export function createOverlayQueue(engine: Engine, stack: OverlayStack) {
  let queue: readonly Entry[] = [];
  let count = 0;
  let unsubscribe: (() => void) | undefined;

  /** Evaluates the condition. @returns whether the overlay was shown. */
  function admit(entry: Entry): boolean | typeof PENDING {
    const { visible } = entry.plan;
    const result = visible === undefined ? true : evaluate(visible, entry.origin.scope);
    if (result === PENDING || result === false) return result;
    if (result !== true) throw new ActionFailure({ kind: 'refused', code: 'overlay/condition' });
    count += 1;
    const seconds = entry.plan.props?.['seconds'];
    const until = typeof seconds === 'number' ? engine.services.clock.now() + seconds * 1_000 : undefined;
    stack.show(entry, `${entry.id}#${count}`, until);
    return true;
  }

  function openNext(): void {
    unsubscribe?.();
    unsubscribe = undefined;
    while (stack.all().length === 0 && !engine.navigation.isLeaving) {
      const [next, ...rest] = queue;
      if (!next) return;
      try {
        const admitted = admit(next);
        if (admitted === PENDING) {
          unsubscribe = engine.store.subscribe(keysOf(next.plan.visible ?? true), openNext);
          return;
        }
        queue = rest;
        if (!admitted) next.resolve();
      } catch (failure) {
        queue = rest;
        next.reject(failure as ActionFailure);
      }
    }
  }

  return {
    all: () => queue,
    admit,
    openNext,
    add(entry: Entry): void {
      queue = [...queue, entry];
      openNext();
    },
    remove(entry: Entry): void {
      queue = queue.filter((other) => other !== entry);
    },
    /** No new overlay gets one of these keys. */
    reserve(keys: readonly string[]): void {
      for (const key of keys) count = Math.max(count, Number(key.slice(key.lastIndexOf('#') + 1)) || 0);
    },
  };
}
