import type { OverlayPlan } from '../plan/plan.ts';
import { ActionFailure } from './action.ts';
import type { LiveNode } from './live.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';

/** A requested overlay: queued, open, or closing. */
export interface Entry {
  readonly id: string;
  readonly plan: OverlayPlan;
  origin: Origin;
  readonly ended: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (failure: ActionFailure) => void;
  /** Only while it is open. */
  shown?: { readonly key: string; readonly node: LiveNode; readonly until: number | undefined };
  isAbandoned: boolean;
}

export function makeEntry(id: string, plan: OverlayPlan, origin: Origin): Entry {
  let resolve = () => {};
  let reject = (_failure: ActionFailure) => {};
  const ended = new Promise<void>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  // There may be no waiting list: it was cancelled, or ended with the screen.
  ended.catch(() => {});
  return { id, plan, origin, ended, resolve, reject, isAbandoned: false };
}

function settle({ resolve, reject }: Entry, how: 'close' | 'dismiss'): void {
  if (how === 'close') resolve();
  else reject(new ActionFailure({ kind: 'dismissed' }));
}

export type OverlayStack = ReturnType<typeof createOverlayStack>;

/**
 * The open overlays, the top one last.
 *
 * @param openNext - Called after an overlay ended.
 */
export function createOverlayStack(engine: Engine, openNext: () => void) {
  let open: readonly Entry[] = [];
  /** Nodes of closed overlays with lists that still run. */
  let closed: readonly { readonly key: string; readonly node: LiveNode; readonly origin: Origin }[] = [];

  const find = (key: string | undefined) => open.find((entry) => entry.shown?.key === key);

  function publish(): void {
    const known = engine.surface.get().overlays;
    const overlays = open.flatMap(({ shown }) => {
      const same = known.find(({ key }) => key === shown?.key);
      return same ?? (shown ? { key: shown.key, node: shown.node, notices: [] } : []);
    });
    engine.surface.set({ overlays });
  }

  function closeAt(entry: Entry, until: number): void {
    const { clock } = engine.services;
    clock.after(Math.max(0, until - clock.now()), () => {
      if (!open.includes(entry)) return;
      if (clock.now() < until) closeAt(entry, until);
      else end(entry, 'close');
    });
  }

  function remove(entry: Entry): void {
    open = open.filter((other) => other !== entry);
    publish();
    if (!entry.shown) return;
    closed = [...closed, { ...entry.shown, origin: entry.origin }];
    disposeClosed(entry.shown.key);
  }

  /** Lists of a closed overlay continue; their preconditions still need its nodes. */
  function disposeClosed(key: string): void {
    const shown = closed.find((other) => other.key === key);
    if (!shown || engine.runner.isRunningIn(key)) return;
    closed = closed.filter((other) => other !== shown);
    engine.tree.dispose(shown.node);
  }

  /** Runs `on.close` in any case, then notifies the list that opened the overlay. */
  function end(entry: Entry, how: 'close' | 'dismiss'): void {
    const { id, plan, shown, origin } = entry;
    if (!shown || !open.includes(entry)) return;
    const finish = () => {
      settle(entry, how);
      // The opening list continues first. If it navigates, the next overlay must not flash.
      queueMicrotask(openNext);
    };
    engine.store.batch(() => {
      const ran = engine.runner.run(plan.on?.['close'] ?? [], {
        scope: origin.scope,
        overlay: shown.key,
        list: `overlay:${id}:close`,
        event: 'close',
      });
      remove(entry);
      if (ran instanceof Promise) void ran.then(finish);
      else finish();
    });
  }

  return {
    all: () => open,
    find,
    openerOf: ({ overlay }: Origin) => (find(overlay) ?? closed.find(({ key }) => key === overlay))?.origin,
    show(entry: Entry, key: string, until: number | undefined): void {
      const node = engine.tree.makeOverlay(entry.plan, key, entry.origin.scope);
      entry.shown = { key, node, until };
      open = [...open, entry];
      engine.runner.standBehind(entry.origin.run);
      publish();
      if (until !== undefined) closeAt(entry, until);
    },
    remove,
    end,
    disposeClosed,
  };
}
