import type { Value } from '../plan/expression.ts';

/** Checks one field's value as it is now; the message of what is wrong, or true. */
type Validate = () => string | true;

export interface FieldProblem {
  readonly type: string;
  readonly message: string;
}

/**
 * The one home of a form's values, problems and checks, by field.
 *
 * Reading or writing one field costs the same in a form of twelve and of two thousand: nothing is copied,
 * and nobody but the caller is told.
 */
export interface Control {
  register(name: string, options: { readonly validate: Validate }): void;
  /** Forgets the field: its value, its problem and its check. */
  unregister(name: string): void;
  /** Checks these fields in turn; a problem of an earlier check that is none any more goes. */
  trigger(names: readonly string[]): Promise<void>;
  setValue(name: string, value: Value | undefined): void;
  getValues(name: string): Value | undefined;
  getFieldState(name: string): { readonly error?: FieldProblem };
  setError(name: string, problem: FieldProblem): void;
  /** Of all fields without a name. */
  clearErrors(name?: string): void;
}

export function createControl(): Control {
  const values = new Map<string, Value>();
  const checks = new Map<string, Validate>();
  const errors = new Map<string, FieldProblem>();

  return {
    register(name, { validate }) {
      checks.set(name, validate);
    },
    unregister(name) {
      for (const map of [values, checks, errors]) map.delete(name);
    },
    async trigger(names) {
      for (const name of names) {
        const found = checks.get(name)?.() ?? true;
        if (found === true) errors.delete(name);
        else errors.set(name, { type: 'validate', message: found });
      }
    },
    setValue(name, value) {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    },
    getValues: (name) => values.get(name),
    getFieldState(name) {
      const error = errors.get(name);
      return error === undefined ? {} : { error };
    },
    setError(name, problem) {
      errors.set(name, problem);
    },
    clearErrors(name) {
      if (name === undefined) errors.clear();
      else errors.delete(name);
    },
  };
}
