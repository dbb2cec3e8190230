import type { SuppliedField, SupplyState } from '../runtime/ports/forms.ts';
import type { Result, Value } from '../plan/expression.ts';
import { readPath } from '../plan/value.ts';
import { reviewProblems } from './checks.ts';
import { areShown, type FieldMap, fieldOfMap, initialOf, isMap, type Part } from './fields.ts';
import { type Form, isSame, setValue, touch, touchStatus, valueOf } from './form-state.ts';
import { writeText } from './text-values.ts';

/** Sets the fields that a server chose for a map. */
export function supplyFields(
  form: Form,
  map: FieldMap,
  fields: readonly SuppliedField[],
  state: SupplyState,
): void {
  const wasClosed = isClosed(form);
  map.state = state;
  if (state === 'blocked' && !wasClosed) touchStatus(form);
  // During a re-read the fields stay.
  if (state !== 'complete' && fields.length === 0 && map.fields.size > 0) return;
  const known = map.fields;
  map.fields = new Map(fields.map((field) => [field.name, field]));
  const changed = [...removeFields(form, map, known), ...enterSupplied(form, map)];
  // The entries of the map may differ even if no value changed.
  map.values = undefined;
  if (form.steps || isClosed(form) !== wasClosed) touchStatus(form);
  if (changed.length > 0) touch(form, changed);
  // A problem is removed if its field or its rule no longer exists.
  if (form.problems) reviewProblems(form);
  form.draft?.arrange();
}

/** Removes the fields that are not in the map any more. @returns the names of those with a value. */
function removeFields(form: Form, map: FieldMap, known: FieldMap['fields']): readonly string[] {
  // A field of another type is a new field: its old value may be invalid and would be sent unseen.
  const gone = [...known.values()].filter(({ name, plan }) => map.fields.get(name)?.plan.type !== plan.type);
  const names = gone.map(({ name }) => `${map.name}.${name}`);
  const changed: string[] = [];
  for (const field of gone) {
    const name = `${map.name}.${field.name}`;
    // The field's problem is not cleared here: it disappears with the node, and nothing else reads it.
    const old = valueOf(form, name);
    if (old === undefined) continue;
    changed.push(name);
    if (form.library.isTouched(name)) form.draft?.lose(fieldOfMap(map, field), old);
  }
  form.library.forget(names);
  return changed;
}

/** Adds the new fields of a map and updates the others. @returns the names of those with another value. */
function enterSupplied(form: Form, map: FieldMap): readonly string[] {
  const { library } = form;
  const now = [...map.fields.values()].map((field) => ({
    name: `${map.name}.${field.name}`,
    initial: initialOf(field),
  }));
  const isKnown = (field: { readonly name: string }) => library.joint(field.name) !== undefined;
  const added = now.filter((field) => !isKnown(field));
  // Fields that a person edited keep their values; all other fields take the new values of the reply.
  const updated = now.filter(
    (field) =>
      isKnown(field) && !library.isTouched(field.name) && !isSame(field.initial, valueOf(form, field.name)),
  );
  library.add(added);
  library.setDefaults(updated);
  for (const { name, initial } of updated) setValue(form, name, initial);
  return [...updated, ...added.filter(({ initial }) => initial !== undefined)].map(({ name }) => name);
}

/** A server's choice left no field to fill in. */
export function isClosed({ parts, maps }: Form): boolean {
  const isEmpty = (part: Part) => isMap(part) && part.state === 'complete' && part.fields.size === 0;
  return (
    [...maps.values()].some(({ state }) => state === 'blocked') || (maps.size > 0 && parts.every(isEmpty))
  );
}

/** A form is not sent while its server-chosen fields are unknown or refused. */
export function isIncomplete({ maps }: Form): boolean {
  return [...maps.values()].some((map) => map.state !== 'complete' && areShown(map.shownWhen, map.scope()));
}

/** An entry of a map, or the whole map. Reading one entry does not visit the others. */
export function readMap(form: Form, map: FieldMap, [name, ...rest]: readonly string[]): Result {
  if (name === undefined) return valuesOf(form, map);
  if (!map.fields.has(name)) return undefined;
  return readPath(textOf(form, `${map.name}.${name}`), rest);
}

/** The values of a map for expressions, by name. The same object until one changes. */
function valuesOf(form: Form, map: FieldMap): { readonly [name: string]: Value } {
  if (map.values !== undefined) return map.values;
  const values: { [name: string]: Value } = Object.create(null);
  for (const name of map.fields.keys()) {
    const text = textOf(form, `${map.name}.${name}`);
    if (text !== undefined) values[name] = text;
  }
  map.values = values;
  return values;
}

function textOf(form: Form, name: string): string | undefined {
  const value = form.dropped.has(name) ? undefined : valueOf(form, name);
  return value === undefined ? undefined : writeText(value);
}
