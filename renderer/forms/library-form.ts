import { createFormControl, useController } from 'react-hook-form';
import type { FieldJoint } from '../runtime/ports.ts';
import type { Value } from '../plan/expression.ts';
import { createFieldNames } from './field-names.ts';

interface NewField {
  readonly name: string;
  readonly initial?: Value | undefined;
}

interface LibraryHost {
  /** The message of the first rule that a field breaks. */
  findProblem(name: string): string | undefined;
  /** Called after a widget wrote a field; the form already has the value. */
  written(name: string): void;
}

/**
 * The state of one form, which react-hook-form owns: values, defaults, dirty and touched fields, errors, and whether it is
 * being sent. The engine reads and writes it here, by the names of definitions and servers.
 *
 * An absent value is stored as null: the library would replace undefined by the default when the control is mounted.
 */
export interface LibraryForm {
  /** @returns undefined if no field has this name. */
  joint(name: string): FieldJoint | undefined;
  add(fields: readonly NewField[]): void;
  forget(names: readonly string[]): void;
  /** Changes the default values of these fields. */
  setDefaults(fields: readonly NewField[]): void;
  value(name: string): Value | undefined;
  /** A write by the engine: the field does not become touched. */
  set(name: string, value: Value | undefined): void;
  /** A write by a person: the field becomes touched. */
  write(name: string, value: Value | undefined): void;
  isTouched(name: string): boolean;
  touched(): readonly string[];
  untouch(name: string): void;
  problem(name: string): string | undefined;
  setProblem(name: string, message: string): void;
  clearProblem(name: string): void;
  /** Validates these fields, and sets or clears the problem of each. */
  check(names: readonly string[]): Promise<void>;
  /**
   * Validates the whole form. If it is valid, it is being sent until `endSending`.
   * @returns whether it is being sent.
   */
  beginSending(): Promise<boolean>;
  endSending(): void;
  /** Sets every field to its default. Afterwards no field is touched, dirty or invalid. */
  reset(): void;
}

export function createLibraryForm({ findProblem, written }: LibraryHost): LibraryForm {
  const form = createFormControl({ mode: 'onSubmit', reValidateMode: 'onSubmit', shouldFocusError: false });
  // Without a subscriber, the library returns defaults instead of values.
  form.subscribe({ formState: {}, callback: () => {} });
  const names = createFieldNames();
  const joints = new Map<string, FieldJoint>();
  const defaults: { [inside: string]: Value | null } = {};
  let end = (): void => {};

  /**
   * Widgets register their fields without rules, which removes ours. So we register them again before every
   * validation.
   */
  function register(name: string): void {
    const inside = names.inside(name);
    if (inside === undefined) return;
    form.register(inside, { validate: () => findProblem(name), onChange: () => written(name) });
  }

  function setDefaults(fields: readonly NewField[]): void {
    for (const { name, initial } of fields) defaults[names.inside(name) ?? ''] = initial ?? null;
    form.resetDefaultValues(defaults, { keepDirty: true, keepIsValid: true });
  }

  function insidesOf(outsides: readonly string[]): string[] {
    return outsides.flatMap((name) => names.inside(name) ?? []);
  }

  function untouch(name: string): void {
    const inside = names.inside(name);
    if (inside === undefined || !isTouched(name)) return;
    const value: unknown = form.getValues(inside);
    form.resetField(inside, { keepDirty: true, keepError: true });
    form.setValue(inside, value);
  }

  function isTouched(name: string): boolean {
    const inside = names.inside(name);
    return inside !== undefined && form.getFieldState(inside).isTouched;
  }

  function problem(name: string): string | undefined {
    const inside = names.inside(name);
    return inside === undefined ? undefined : form.getFieldState(inside).error?.message;
  }

  return {
    joint: (name) => joints.get(name),
    add(fields) {
      if (fields.length === 0) return;
      for (const { name } of fields) {
        joints.set(name, { control: form.control, name: names.add(name), useController });
      }
      setDefaults(fields);
      for (const { name } of fields) register(name);
    },
    forget(gone) {
      if (gone.length === 0) return;
      const insides = insidesOf(gone);
      form.unregister(insides, { keepDirty: false, keepIsValid: true });
      for (const inside of insides) delete defaults[inside];
      for (const name of gone) {
        joints.delete(name);
        names.forget(name);
      }
    },
    setDefaults,
    value(name) {
      const inside = names.inside(name);
      // Only the engine and its widgets write to the form, so its contents have the type `Value`.
      return inside === undefined ? undefined : ((form.getValues(inside) as Value | null) ?? undefined);
    },
    set(name, value) {
      const inside = names.inside(name);
      if (inside !== undefined) form.setValue(inside, value ?? null);
    },
    write(name, value) {
      const inside = names.inside(name);
      if (inside !== undefined)
        form.setValue(inside, value ?? null, { shouldTouch: true, shouldDirty: true });
    },
    isTouched,
    touched: () => [...names.all()].filter(isTouched),
    untouch,
    problem,
    setProblem(name, message) {
      const inside = names.inside(name);
      if (inside !== undefined) form.setError(inside, { type: 'engine', message });
    },
    clearProblem(name) {
      const inside = names.inside(name);
      if (inside !== undefined && problem(name) !== undefined) form.clearErrors(inside);
    },
    async check(some) {
      for (const name of some) register(name);
      await form.trigger(insidesOf(some));
    },
    beginSending() {
      for (const name of names.all()) register(name);
      return new Promise((resolve, reject) => {
        const send = form.handleSubmit(
          () =>
            new Promise<void>((ended) => {
              end = ended;
              resolve(true);
            }),
        );
        // If the form was reset during validation, the library does not call back: the form is not sent.
        send().then(() => resolve(false), reject);
      });
    },
    endSending: () => end(),
    reset: () => form.reset(defaults, { keepFieldsRef: true }),
  };
}
