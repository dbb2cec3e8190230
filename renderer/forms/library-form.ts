import { createFormControl, useController } from 'react-hook-form';
import type { FieldJoint } from '../runtime/ports/field-state.ts';
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
export class LibraryForm {
  private readonly host: LibraryHost;
  private readonly form = createFormControl({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  private readonly names = createFieldNames();
  private readonly joints = new Map<string, FieldJoint>();
  private readonly defaults: { [inside: string]: Value | null } = {};
  private end = (): void => {};

  constructor(host: LibraryHost) {
    this.host = host;
    // Without a subscriber, the library returns defaults instead of values.
    this.form.subscribe({ formState: {}, callback: () => {} });
  }

  /** @returns undefined if no field has this name. */
  joint(name: string): FieldJoint | undefined {
    return this.joints.get(name);
  }

  add(fields: readonly NewField[]): void {
    if (fields.length === 0) return;
    const { control } = this.form;
    for (const { name } of fields) {
      this.joints.set(name, { control, name: this.names.add(name), useController });
    }
    this.setDefaults(fields);
    for (const { name } of fields) this.register(name);
  }

  forget(gone: readonly string[]): void {
    if (gone.length === 0) return;
    const insides = this.insidesOf(gone);
    this.form.unregister(insides, { keepDirty: false, keepIsValid: true });
    for (const inside of insides) delete this.defaults[inside];
    for (const name of gone) {
      this.joints.delete(name);
      this.names.forget(name);
    }
  }

  /** Changes the default values of these fields. */
  setDefaults(fields: readonly NewField[]): void {
    for (const { name, initial } of fields) this.defaults[this.names.inside(name) ?? ''] = initial ?? null;
    this.form.resetDefaultValues(this.defaults, { keepDirty: true, keepIsValid: true });
  }

  value(name: string): Value | undefined {
    const inside = this.names.inside(name);
    // Only the engine and its widgets write to the form, so every value is a `Value`.
    return inside === undefined ? undefined : ((this.form.getValues(inside) as Value | null) ?? undefined);
  }

  /** A write by the engine: the field does not become touched. */
  set(name: string, value: Value | undefined): void {
    const inside = this.names.inside(name);
    if (inside !== undefined) this.form.setValue(inside, value ?? null);
  }

  /** A write by a person: the field becomes touched. */
  write(name: string, value: Value | undefined): void {
    const inside = this.names.inside(name);
    if (inside === undefined) return;
    this.form.setValue(inside, value ?? null, { shouldTouch: true, shouldDirty: true });
  }

  isTouched(name: string): boolean {
    const inside = this.names.inside(name);
    return inside !== undefined && this.form.getFieldState(inside).isTouched;
  }

  touched(): readonly string[] {
    return [...this.names.all()].filter((name) => this.isTouched(name));
  }

  untouch(name: string): void {
    const inside = this.names.inside(name);
    if (inside === undefined || !this.isTouched(name)) return;
    const value: unknown = this.form.getValues(inside);
    this.form.resetField(inside, { keepDirty: true, keepError: true });
    this.form.setValue(inside, value);
  }

  problem(name: string): string | undefined {
    const inside = this.names.inside(name);
    return inside === undefined ? undefined : this.form.getFieldState(inside).error?.message;
  }

  setProblem(name: string, message: string): void {
    const inside = this.names.inside(name);
    if (inside !== undefined) this.form.setError(inside, { type: 'engine', message });
  }

  clearProblem(name: string): void {
    const inside = this.names.inside(name);
    if (inside !== undefined && this.problem(name) !== undefined) this.form.clearErrors(inside);
  }

  /** Validates these fields, and sets or clears the problem of each. */
  async check(names: readonly string[]): Promise<void> {
    for (const name of names) this.register(name);
    await this.form.trigger(this.insidesOf(names));
  }

  /**
   * Validates the whole form. If it is valid, it is being sent until `endSending`.
   * @returns whether it is being sent.
   */
  beginSending(): Promise<boolean> {
    for (const name of this.names.all()) this.register(name);
    return new Promise((resolve, reject) => {
      const send = this.form.handleSubmit(
        () =>
          new Promise<void>((ended) => {
            this.end = ended;
            resolve(true);
          }),
      );
      // If the form was reset during validation, the library does not call back: the form is not sent.
      send().then(() => resolve(false), reject);
    });
  }

  endSending(): void {
    this.end();
  }

  /** Sets every field to its default. Afterwards no field is touched, dirty or invalid. */
  reset(): void {
    this.form.reset(this.defaults, { keepFieldsRef: true });
  }

  /**
   * Widgets register their fields without rules, which removes ours. So we register them again before every
   * validation.
   */
  private register(name: string): void {
    const inside = this.names.inside(name);
    if (inside === undefined) return;
    const validate = () => this.host.findProblem(name);
    this.form.register(inside, { validate, onChange: () => this.host.written(name) });
  }

  private insidesOf(names: readonly string[]): string[] {
    return names.flatMap((name) => this.names.inside(name) ?? []);
  }
}
