import type { Value } from '../plan/expression.ts';

/** Checks a field's value as it is now; the message of what is wrong, if anything is. */
type Validate = (name: string) => string | undefined;

/**
 * The one home of a form's values and problems, by field.
 *
 * Reading or writing one field costs the same in a form of twelve and of two thousand: nothing is copied,
 * and nobody but the caller is told.
 */
export interface Control {
  /** Forgets the field: its value and its problem. */
  forget(name: string): void;
  /** Checks these fields in turn; a problem of an earlier check that is none any more goes. */
  trigger(names: readonly string[], validate: Validate): void;
  setValue(name: string, value: Value | undefined): void;
  getValues(name: string): Value | undefined;
  getError(name: string): string | undefined;
  setError(name: string, message: string): void;
  /** Of all fields without a name. */
  clearErrors(name?: string): void;
}

export function createControl(): Control {
  const values = new Map<string, Value>();
  const errors = new Map<string, string>();

  return {
    forget(name) {
      values.delete(name);
      errors.delete(name);
    },
    trigger(names, validate) {
      for (const name of names) {
        const found = validate(name);
        if (found === undefined) errors.delete(name);
        else errors.set(name, found);
      }
    },
    setValue(name, value) {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    },
    getValues: (name) => values.get(name),
    getError: (name) => errors.get(name),
    setError(name, message) {
      errors.set(name, message);
    },
    clearErrors(name) {
      if (name === undefined) errors.clear();
      else errors.delete(name);
    },
  };
}
