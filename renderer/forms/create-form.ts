import type { Engine } from '../runtime/ports/engine.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { findFieldProblem } from './checks.ts';
import { computeValue } from './compute.ts';
import { enterFields } from './enter-fields.ts';
import { isField, isMap, partsOf } from './fields.ts';
import {
  emptyAtFirst,
  findField,
  type Form,
  type FormSteps,
  scopeOf,
  setValue,
  touch,
  valueOf,
  writeValue,
} from './form-state.ts';
import { LibraryForm } from './library-form.ts';
import { Nests } from './nests.ts';
import { RemoteFields } from './remote.ts';
import { nestMaker } from './repeat.ts';

export function createForm(
  engine: Engine,
  id: string,
  plan: NodePlan,
  createSteps?: (form: Form) => FormSteps | undefined,
): Form {
  const form: Form = {
    engine,
    id,
    plan,
    parts: [],
    fields: new Map(),
    maps: new Map(),
    nests: new Nests(),
    library: new LibraryForm({
      findProblem: (name) => findFieldProblem(form, name),
      written(name) {
        const write = () => writeField(form, name, form.library.value(name));
        if (TYPED.has(findField(form, name)?.plan.type ?? '')) engine.data.type(write);
        else write();
      },
    }),
    uploads: new Map(),
    draft: undefined,
    hidden: undefined,
    dropped: new Set(),
    problems: undefined,
    unfollow: undefined,
    remote: undefined,
    edits: undefined,
    sentBy: undefined,
    sentLast: undefined,
    step: 0,
    steps: undefined,
  };
  const scope = () => scopeOf(form);
  const outermost = { prefix: '', shownWhen: [], scope, outer: scope, pointer: () => '' };
  form.parts = [...partsOf(plan.slots, outermost, nestMaker(form))];
  form.maps = new Map(form.parts.filter(isMap).map((map) => [map.name, map]));
  const fields = form.parts.filter(isField);
  form.fields = new Map(fields.map((field) => [field.name, field]));
  enterFields(form, fields);
  if (engine.plan.uses.remote === true) form.remote = new RemoteFields(form);
  form.steps = createSteps?.(form);
  return form;
}

/** Fields whose value changes with each key, or each step of a slider. */
const TYPED: ReadonlySet<string> = new Set(['text-field', 'number-field']);

/**
 * @param settled - True if the engine writes the value because the options changed: the field does not become
 * touched.
 */
export function writeField(form: Form, name: string, value: Value | undefined, settled?: true): void {
  const field = findField(form, name);
  if (!field) return;
  const old = valueOf(form, name);
  if (field.compute !== undefined) setValue(form, name, computeValue(field));
  else if (settled === undefined) writeValue(form, name, emptyAtFirst(field, value));
  else setValue(form, name, emptyAtFirst(field, value));
  touch(form, [name]);
  if (field.compute !== undefined) return;
  if (settled === undefined) {
    form.edits?.written(name);
    form.draft?.changed(name);
  } else if (old !== undefined) form.draft?.refuse(field, old);
}
