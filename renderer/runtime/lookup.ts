import { PENDING, type Value } from '../plan/expression.ts';
import type { Lookup, LookupView, Place } from '../plan/lookup.ts';
import { isRecord } from '../plan/value.ts';
import { endpointOf } from './calls.ts';
import type { Engine } from './ports/engine.ts';

/** Debounce of the search text, in ms. */
const DEBOUNCE_MS = 300;
const NONE: readonly Place[] = [];

/**
 * Browses the places of an endpoint: one level at a time, each read once, or the results of a search. A new request
 * aborts the one before, so the last request wins.
 */
export function openLookup(engine: Engine, endpoint: string): Lookup {
  const levels = new Map<string, readonly Place[]>();
  const listeners = new Set<() => void>();
  let view: LookupView = { path: [], places: NONE, phase: 'reading' };
  let sought = '';
  let asked: AbortController | undefined;
  let stopPause: (() => void) | undefined;

  function show(patch: Partial<LookupView>): void {
    view = { ...view, ...patch };
    for (const listener of [...listeners]) listener();
  }

  function stop(): void {
    stopPause?.();
    stopPause = undefined;
    asked?.abort();
    asked = undefined;
  }

  /** @param places - Shown until the answer arrives. */
  function look(places: readonly Place[]): void {
    stop();
    const parent = view.path.at(-1)?.code;
    const known = sought === '' ? levels.get(parent ?? '') : undefined;
    if (known !== undefined) show({ places: known, phase: 'there' });
    else {
      show({ places, phase: 'reading' });
      void ask(parent);
    }
  }

  async function ask(parent: string | undefined): Promise<void> {
    const controller = new AbortController();
    asked = controller;
    const words = sought;
    const request = { ...(parent !== undefined && { parent }), ...(words !== '' && { search: words }) };
    try {
      const { signal } = controller;
      const reply = await engine.calls.call(endpointOf(engine.plan, endpoint), request, { signal });
      if (asked !== controller) return;
      const places = placesOf(reply);
      if (words === '') levels.set(parent ?? '', places);
      asked = undefined;
      show({ places, phase: 'there' });
    } catch {
      if (asked !== controller) return;
      asked = undefined;
      show({ places: NONE, phase: 'failed' });
    }
  }

  function go(path: readonly Place[]): void {
    sought = '';
    view = { ...view, path };
    look(NONE);
  }

  look(NONE);

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => view,
    enter: (place) => go([...view.path, place]),
    leave: () => go(view.path.slice(0, -1)),
    seek(words) {
      const next = words.trim();
      if (next === sought) return;
      stop();
      sought = next;
      if (next === '') look(NONE);
      else {
        if (view.phase === 'failed') show({ phase: 'reading' });
        stopPause = engine.services.clock.after(DEBOUNCE_MS, () => look(view.places));
      }
    },
    retry: () => look(NONE),
    close: stop,
  };
}

/** The checker has validated the contract, and the reply was validated against the contract. */
function placesOf(reply: Value | typeof PENDING | undefined): readonly Place[] {
  const places = isRecord(reply) ? reply['places'] : undefined;
  return Array.isArray(places) ? (places as readonly Place[]) : NONE;
}
