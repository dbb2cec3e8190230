import { readsOf } from '../runtime/reads.ts';
import { firstTwo } from '../runtime/store.ts';
import type { Value } from '../plan/expression.ts';
import { type Field, resultOf } from './fields.ts';
import { fieldsOf, type Form, isSame, setValue, touch, valueOf } from './form-state.ts';

/**
 * Updates computed fields after every change of a value that they read, including other computed fields. A value that
 * is pending or cannot be computed is absent. The checker refuses cycles, so this terminates.
 */
export function keepComputed(form: Form): void {
  for (const field of fieldsOf(form)) {
    const { name, compute } = field;
    if (compute === undefined) continue;
    const look = (): void => {
      const now = computeValue(field);
      if (isSame(now, valueOf(form, name))) return;
      setValue(form, name, now);
      touch(form, [name]);
    };
    form.engine.store.subscribe([...new Set([...readsOf(compute)].map(firstTwo))], look);
    look();
  }
}

/** The current value of a computed field; undefined if it cannot be computed. */
export function computeValue(field: Field): Value | undefined {
  return resultOf(field.compute, field.scope());
}
