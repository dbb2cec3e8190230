import { readsOf } from '../live/reads.ts';
import { firstTwo } from '../live/store.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import { isValue } from '../plan/value.ts';
import { type Field, isSame, type FormDoors } from './form-state.ts';

/**
 * Keeps computed fields what their expressions say: at every change of what these read, those that read
 * other computed fields included. What cannot be computed, or is not there yet, is absent. The checker has
 * refused circles, so this comes to rest.
 */
export function keepComputed({ engine, fields, value, set, touch }: FormDoors): void {
  for (const field of fields()) {
    const { name, compute } = field;
    if (compute === undefined) continue;
    const look = (): void => {
      const now = computeValue(field);
      const old = value(name);
      if (isSame(now, old)) return;
      set(name, now);
      touch(name);
    };
    engine.store.subscribe([...new Set([...readsOf(compute)].map(firstTwo))], look);
    look();
  }
}

/** The current value of a computed field; undefined if it cannot be computed. */
export function computeValue(field: Field): Value | undefined {
  const result = field.compute === undefined ? undefined : evaluate(field.compute, field.scope());
  return result !== undefined && isValue(result) ? result : undefined;
}
