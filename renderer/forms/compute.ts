import { readsOf } from '../runtime/reads.ts';
import { firstTwo } from '../runtime/store.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import { isValue } from '../plan/value.ts';
import type { Field } from './fields.ts';
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
  const result = field.compute === undefined ? undefined : evaluate(field.compute, field.scope());
  return result !== undefined && isValue(result) ? result : undefined;
}
