import * as v from 'valibot';
import { evaluate } from '../plan/evaluate.ts';
import { fetchForms } from './form-code.ts';
import { own, reviveOrigin, saveOrigin } from './lists.ts';
import type { OverlayQueue } from './overlay-queue.ts';
import { makeEntry, type OverlayStack } from './overlay-stack.ts';
import type { Engine } from './ports/engine.ts';
import type { OverlayPort } from './ports/overlays.ts';
import { SAVED_OVERLAYS, type SavedOverlays } from './saved-lists.ts';

/** Stores open overlays with the visit, and opens them again after a reload. */
export function createSavedOverlays(
  engine: Engine,
  saved: unknown,
  stack: OverlayStack,
  queue: OverlayQueue,
): Pick<OverlayPort, 'save' | 'restore'> {
  const read = v.safeParse(SAVED_OVERLAYS, saved);
  /** Stored overlays that wait for the screen's data. Their keys and ids are reserved until then. */
  let unrestored: SavedOverlays | null = read.success ? read.output : null;
  const { open: waiting = [], lists: waitingLists = [] } = unrestored ?? {};
  queue.reserve(waiting.map(({ key }) => key));
  engine.runner.reserve([
    ...waitingLists.map(({ id }) => id),
    ...waiting.map(({ origin }) => origin.run ?? ''),
  ]);

  return {
    save() {
      if (unrestored !== null) return unrestored;
      const lists = engine.runner.save();
      if (stack.all().length === 0 && lists.length === 0) return null;
      const open = stack.all().flatMap(({ id, origin, shown }): SavedOverlays['open'] => {
        if (!shown) return [];
        const { key, until } = shown;
        return [{ id, key, origin: saveOrigin(origin), ...(until === undefined ? {} : { until }) }];
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
        engine.store.batch(() => {
          for (const item of restored.open) openAgain(engine, stack, item);
          engine.runner.restore(restored.lists);
          queue.openNext();
        });
      };
      stop = engine.store.subscribe(
        required.map(([name]) => `data.${name}`),
        attempt,
      );
      attempt();
    },
  };
}

function openAgain(engine: Engine, stack: OverlayStack, item: SavedOverlays['open'][number]): void {
  const plan = own(engine.plan.overlays, item.id);
  const origin = reviveOrigin(engine, item.origin);
  // Lists of these events run again and open their overlays again.
  const isAnew = item.origin.event === 'load' || item.origin.event === 'enter';
  if (isAnew || !plan || !origin) return;
  // The person has started the list again, or the form's code could not be fetched.
  if (engine.runner.isRunning(origin) || fetchForms(engine, plan) !== undefined) return;
  if (plan.visible !== undefined && evaluate(plan.visible, origin.scope) !== true) return;
  stack.show(makeEntry(item.id, plan, origin), item.key, item.until);
}
