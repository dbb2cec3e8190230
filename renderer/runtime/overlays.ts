import { evaluate } from '../plan/evaluate.ts';
import { concernsForms } from '../plan/first-code.ts';
import { ActionFailure } from './action.ts';
import { fetchForms } from './form-code.ts';
import { own } from './lists.ts';
import { createOverlayQueue, type OverlayQueue } from './overlay-queue.ts';
import { createOverlayStack, type Entry, makeEntry, type OverlayStack } from './overlay-stack.ts';
import type { Engine } from './ports/engine.ts';
import type { OverlayPort } from './ports/overlays.ts';
import type { Origin } from './ports/runner.ts';
import { createSavedOverlays } from './saved-overlays.ts';

/**
 * Dialogs, sheets and the lists that wait for them.
 *
 * An overlay that is opened from an open one is stacked on it. Any other overlay is queued until no overlay is open.
 */
export function createOverlays(engine: Engine, saved: unknown): OverlayPort {
  const stack = createOverlayStack(engine, () => queue.openNext());
  const queue: OverlayQueue = createOverlayQueue(engine, stack);
  const requested = () => [...stack.all(), ...queue.all()];

  return {
    ...createSavedOverlays(engine, saved, stack, queue),
    prepare(id, { scope }) {
      const plan = own(engine.plan.overlays, id);
      const { visible = true } = plan ?? {};
      // A condition that reads a form is unknown before the form's code is loaded.
      const isShut = !concernsForms([visible]) && evaluate(visible, scope) === false;
      if (isShut || plan === undefined) return undefined;
      const coming = [fetchForms(engine, plan), engine.fetchWidgets(plan)].filter(
        (code) => code !== undefined,
      );
      return coming.length === 0 ? undefined : Promise.all(coming).then(() => undefined);
    },
    openerOf: stack.openerOf,
    open(id, origin) {
      const plan = own(engine.plan.overlays, id);
      if (!plan) throw new ActionFailure({ kind: 'unsupported', code: 'overlay/unknown' });
      const adopted = reuse(engine, stack, requested(), id, origin);
      if (adopted) return adopted;
      const entry = makeEntry(id, plan, origin);
      const isInside = stack.find(origin.overlay) !== undefined;
      if (isInside || requested().length === 0) {
        const admitted = queue.admit(entry);
        if (admitted === false) return undefined;
        if (admitted === true) return entry.ended;
        // Queueing would deadlock: the overlay would wait for its own opener.
        if (isInside) throw new ActionFailure({ kind: 'refused', code: 'overlay/condition' });
      }
      queue.add(entry);
      return entry.ended;
    },
    close(origin) {
      const entry = stack.find(origin.overlay);
      if (!entry) return;
      engine.runner.confirm(entry.origin.run, origin.run);
      stack.end(entry, 'close');
    },
    dismiss(origin) {
      const entry = stack.find(origin.overlay);
      if (entry) stack.end(entry, 'dismiss');
    },
    dismissTop() {
      const entry = stack.all().at(-1);
      if (!entry?.shown) return false;
      if (entry.plan.props?.['dismissible'] !== false) stack.end(entry, 'dismiss');
      return true;
    },
    rejoin: (run) => stack.all().find((entry) => entry.origin.run === run)?.ended,
    abandon(run) {
      for (const entry of requested()) if (entry.origin.run === run) entry.isAbandoned = true;
    },
    dropAbandoned(list) {
      for (const entry of requested()) {
        if (!entry.isAbandoned || entry.origin.list !== list) continue;
        stack.remove(entry);
        queue.remove(entry);
      }
      queue.openNext();
    },
    listEnded: stack.disposeClosed,
  };
}

/** Reuses the overlay of an earlier run of the same list, if its condition still holds. */
function reuse(
  engine: Engine,
  stack: OverlayStack,
  requested: readonly Entry[],
  id: string,
  origin: Origin,
): Promise<void> | undefined {
  const entry = requested.find(
    (other) => other.isAbandoned && other.id === id && other.origin.list === origin.list,
  );
  if (!entry) return undefined;
  const { visible } = entry.plan;
  if (entry.shown && visible !== undefined && evaluate(visible, origin.scope) !== true) {
    stack.remove(entry);
    return undefined;
  }
  entry.isAbandoned = false;
  entry.origin = origin;
  if (entry.shown) engine.runner.standBehind(origin.run);
  return entry.ended;
}
