import * as v from 'valibot';
import { evaluate } from '../plan/evaluate.ts';
import { PENDING } from '../plan/expression.ts';
import { concernsForms } from '../plan/first-code.ts';
import type { OverlayPlan } from '../plan/plan.ts';
import { keysOf } from './conditions.ts';
import { own, reviveOrigin, saveOrigin } from './lists.ts';
import { ActionFailure } from './action.ts';
import type { Engine, Origin, OverlayPort } from './ports.ts';
import type { LiveNode } from './live.ts';
import { SAVED_OVERLAYS, type SavedOverlays } from './saved-lists.ts';

/** A requested overlay: queued, open, or closing. */
interface Entry {
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

/**
 * Dialogs, sheets and the lists that wait for them.
 *
 * An overlay that is opened from an open one is stacked on it. Any other is queued until none is open; its condition
 * is evaluated then.
 */
export function createOverlays(engine: Engine, saved: unknown): OverlayPort {
  let stack: readonly Entry[] = [];
  let queue: readonly Entry[] = [];
  /** Nodes of closed overlays with lists that still run. */
  let closed: readonly { readonly key: string; readonly node: LiveNode; readonly origin: Origin }[] = [];
  let count = 0;
  const read = v.safeParse(SAVED_OVERLAYS, saved);
  /** Stored overlays that wait for the screen's data. */
  let unrestored: SavedOverlays | null = read.success ? read.output : null;
  reserveNames();
  let unsubscribe: (() => void) | undefined;

  /** Reserves the keys and ids of stored overlays and lists until they are restored. */
  function reserveNames(): void {
    const { open = [], lists = [] } = unrestored ?? {};
    for (const { key } of open) count = Math.max(count, Number(key.slice(key.lastIndexOf('#') + 1)) || 0);
    engine.runner.reserve([...lists.map(({ id }) => id), ...open.map(({ origin }) => origin.run ?? '')]);
  }

  const find = (key: string | undefined) => stack.find((entry) => entry.shown?.key === key);

  function publish(): void {
    const known = engine.surface.get().overlays;
    const overlays = stack.flatMap(({ shown }) => {
      if (!shown) return [];
      const same = known.find((overlay) => overlay.key === shown.key);
      return [same ?? { key: shown.key, node: shown.node, notices: [] }];
    });
    engine.surface.set({ overlays });
  }

  function show(entry: Entry, key: string, until: number | undefined): void {
    const node = engine.tree.makeOverlay(entry.plan, key, entry.origin.scope);
    entry.shown = { key, node, until };
    stack = [...stack, entry];
    engine.runner.standBehind(entry.origin.run);
    publish();
    if (until !== undefined) closeAt(entry, until);
  }

  function closeAt(entry: Entry, until: number): void {
    const { clock } = engine.services;
    clock.after(Math.max(0, until - clock.now()), () => {
      if (!stack.includes(entry)) return;
      if (clock.now() < until) closeAt(entry, until);
      else end(entry, 'close');
    });
  }

  /** Evaluates the condition. @returns whether the overlay was shown. */
  function admit(entry: Entry): boolean | typeof PENDING {
    const { visible } = entry.plan;
    const result = visible === undefined ? true : evaluate(visible, entry.origin.scope);
    if (result === PENDING || result === false) return result;
    if (result !== true) throw new ActionFailure({ kind: 'refused', code: 'overlay/condition' });
    count += 1;
    const seconds = entry.plan.props?.['seconds'];
    const until = typeof seconds === 'number' ? engine.services.clock.now() + seconds * 1_000 : undefined;
    show(entry, `${entry.id}#${count}`, until);
    return true;
  }

  /** Opens the next queued overlay. */
  function openNext(): void {
    unsubscribe?.();
    unsubscribe = undefined;
    while (stack.length === 0 && !engine.navigation.isLeaving) {
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

  function remove(entry: Entry): void {
    stack = stack.filter((other) => other !== entry);
    queue = queue.filter((other) => other !== entry);
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
    const { shown } = entry;
    if (!shown || !stack.includes(entry)) return;
    const list = entry.plan.on?.['close'] ?? [];
    const finish = () => {
      if (how === 'close') entry.resolve();
      else entry.reject(new ActionFailure({ kind: 'dismissed' }));
      // The opening list continues first. If it navigates, the next overlay must not flash.
      queueMicrotask(openNext);
    };
    engine.store.batch(() => {
      const scope = entry.origin.scope;
      const ran = engine.runner.run(list, {
        scope,
        overlay: shown.key,
        list: `overlay:${entry.id}:close`,
        event: 'close',
      });
      remove(entry);
      if (ran instanceof Promise) void ran.then(finish);
      else finish();
    });
  }

  function makeEntry(id: string, plan: OverlayPlan, origin: Origin): Entry {
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

  /** Reuses the overlay of an earlier run of the same list, if its condition still holds. */
  function reuse(id: string, origin: Origin): Promise<void> | undefined {
    const entry = [...stack, ...queue].find(
      (other) => other.isAbandoned && other.id === id && other.origin.list === origin.list,
    );
    if (!entry) return undefined;
    const { visible } = entry.plan;
    if (entry.shown && visible !== undefined && evaluate(visible, origin.scope) !== true) {
      remove(entry);
      return undefined;
    }
    entry.isAbandoned = false;
    entry.origin = origin;
    if (entry.shown) engine.runner.standBehind(origin.run);
    return entry.ended;
  }

  function dropAbandoned(list: string): void {
    for (const entry of [...stack, ...queue]) {
      if (entry.isAbandoned && entry.origin.list === list) remove(entry);
    }
    openNext();
  }

  function restoreNow({ open, lists }: SavedOverlays): void {
    for (const item of open) {
      const plan = own(engine.plan.overlays, item.id);
      const origin = reviveOrigin(engine, item.origin);
      // Lists of these events run again and open their overlays again.
      const isAnew = item.origin.event === 'load' || item.origin.event === 'enter';
      if (isAnew || !plan || !origin) continue;
      // The list was started again by the person, or the form's code could not be fetched.
      if (engine.runner.isRunning(origin) || fetchForms(plan) !== undefined) continue;
      if (plan.visible !== undefined && evaluate(plan.visible, origin.scope) !== true) continue;
      show(makeEntry(item.id, plan, origin), item.key, item.until);
    }
    engine.runner.restore(lists);
    openNext();
  }

  function fetchForms(plan: OverlayPlan): Promise<void> | undefined {
    return concernsForms(plan) ? engine.prepareForms() : undefined;
  }

  return {
    prepare(id, { scope }) {
      const plan = own(engine.plan.overlays, id);
      const { visible = true } = plan ?? {};
      // A condition that reads a form is unknown before the form's code is loaded.
      const isShut = !concernsForms([visible]) && evaluate(visible, scope) === false;
      if (isShut || plan === undefined) return undefined;
      const coming = [fetchForms(plan), engine.fetchWidgets(plan)].filter((code) => code !== undefined);
      return coming.length === 0 ? undefined : Promise.all(coming).then(() => undefined);
    },
    openerOf: ({ overlay }) => (find(overlay) ?? closed.find(({ key }) => key === overlay))?.origin,
    open(id, origin) {
      const plan = own(engine.plan.overlays, id);
      if (!plan) throw new ActionFailure({ kind: 'unsupported', code: 'overlay/unknown' });
      const adopted = reuse(id, origin);
      if (adopted) return adopted;
      const entry = makeEntry(id, plan, origin);
      const isInside = find(origin.overlay) !== undefined;
      if (isInside || (stack.length === 0 && queue.length === 0)) {
        const admitted = admit(entry);
        if (admitted === false) return undefined;
        if (admitted === true) return entry.ended;
        // Queueing would deadlock: the overlay would wait for its own opener.
        if (isInside) throw new ActionFailure({ kind: 'refused', code: 'overlay/condition' });
      }
      queue = [...queue, entry];
      openNext();
      return entry.ended;
    },
    close(origin) {
      const entry = find(origin.overlay);
      if (!entry) return;
      engine.runner.confirm(entry.origin.run, origin.run);
      end(entry, 'close');
    },
    dismiss(origin) {
      const entry = find(origin.overlay);
      if (entry) end(entry, 'dismiss');
    },
    dismissTop() {
      const entry = stack.at(-1);
      if (!entry?.shown) return false;
      if (entry.plan.props?.['dismissible'] !== false) end(entry, 'dismiss');
      return true;
    },
    rejoin: (run) => stack.find((entry) => entry.origin.run === run)?.ended,
    abandon(run) {
      for (const entry of [...stack, ...queue]) {
        if (entry.origin.run === run) entry.isAbandoned = true;
      }
    },
    dropAbandoned,
    listEnded: disposeClosed,
    save() {
      if (unrestored !== null) return unrestored;
      const lists = engine.runner.save();
      if (stack.length === 0 && lists.length === 0) return null;
      const open = stack.flatMap((entry): SavedOverlays['open'] => {
        if (!entry.shown) return [];
        const { key, until } = entry.shown;
        return [
          { id: entry.id, key, origin: saveOrigin(entry.origin), ...(until === undefined ? {} : { until }) },
        ];
      });
      return { open, lists };
    },
    restore() {
      if (unrestored === null) return;
      const required = Object.entries(engine.plan.data).filter(([, plan]) => !plan.optional);
      const isReady = () =>
        required.every(([name]) => {
          const resource = own(engine.store.get().data, name);
          return resource?.phase === 'ready' || resource?.phase === 'skipped';
        });
      let stop = () => {};
      const attempt = () => {
        if (unrestored === null || !isReady()) return;
        const restored = unrestored;
        unrestored = null;
        stop();
        engine.store.batch(() => restoreNow(restored));
      };
      stop = engine.store.subscribe(
        required.map(([name]) => `data.${name}`),
        attempt,
      );
      attempt();
    },
  };
}
