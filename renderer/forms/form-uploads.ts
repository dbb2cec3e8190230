import type { NodePlan } from '../plan/plan.ts';
import { isSame, type FormHost } from './form-state.ts';
import { createUploads, type FieldUploads } from './uploads.ts';

/** Uploads of one form field. Its value is their addresses. */
export function createFormUploads(
  { engine, form, value, touch, hasProblem, changed, save }: FormHost,
  name: string,
  plan: NodePlan,
): FieldUploads {
  return createUploads({
    engine,
    plan,
    node: () => engine.tree.findField(form.id, name),
    opening: save,
    changed() {
      const uploads = form.uploads.get(name);
      if (!uploads) return;
      const isOther = !isSame(value(name), uploads.value);
      form.library.write(name, uploads.value);
      // While the person corrects a field, it shows no problem.
      if (isOther || hasProblem(name)) {
        form.library.clearProblem(name);
        changed(name);
      }
      touch(name);
    },
  });
}
