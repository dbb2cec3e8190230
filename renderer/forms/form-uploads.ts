import type { NodePlan } from '../plan/plan.ts';
import type { FormDoors } from './form-state.ts';
import { createUploads, type FieldUploads } from './uploads.ts';

/** Uploads of one field of a form: their addresses are its value. */
export function createFormUploads(
  { engine, form, value, set, touch, hasProblem, changed, save }: FormDoors,
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
      form.touched.add(name);
      // What was wrong is being put right.
      if (value(name) !== uploads.value || hasProblem(name)) {
        set(name, uploads.value);
        changed(name);
      }
      touch(name);
    },
  });
}
