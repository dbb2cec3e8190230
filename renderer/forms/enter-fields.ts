import type { Field } from './fields.ts';
import type { Form } from './form-state.ts';
import { UploadQueue } from './uploads.ts';

/** Adds fields to a form. */
export function enterFields(form: Form, fields: readonly Field[]): void {
  form.library.add(fields);
  for (const { name, plan } of fields) {
    if (plan.props?.['upload'] !== undefined) form.uploads.set(name, new UploadQueue(form, name, plan));
  }
}

/** Removes fields from a form. */
export function leaveFields(form: Form, names: readonly string[]): void {
  for (const name of names) {
    form.uploads.get(name)?.clear();
    form.uploads.delete(name);
  }
  form.library.forget(names);
}
