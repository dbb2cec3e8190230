import type { Field, FieldMap } from './fields.ts';
import { fieldsOf, type Form } from './form-state.ts';
import type { Nests } from './nests.ts';

/** Messages by field, and the messages that match no visible field. */
interface Blamed {
  readonly fields: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/**
 * Finds the field of each problem from a service, by its name or by a JSON Pointer into the values that were sent
 * (`/children/2/name`). A problem of an unknown or hidden field is shown at the form, so that the person sees it.
 *
 * @param problems - Messages by name or pointer.
 */
export function placeProblems(form: Form, problems: { readonly [place: string]: string }): Blamed {
  const open = new Map(Object.entries(problems).map(([place, message]) => [readPlace(place), message]));
  const found = new Map<string, string>();
  const maps = [...form.maps.values()];
  const shown = fieldsOf(form).filter((field) => field.isShown());
  for (const placeOf of [wholePlace, ownPlace]) {
    for (const field of shown) {
      const place = placeOf(field, maps, form.nests);
      const message = place === undefined ? undefined : open.get(place);
      if (place === undefined || message === undefined || found.has(field.name)) continue;
      found.set(field.name, message);
      open.delete(place);
    }
  }
  return { fields: found, rest: [...new Set(open.values())] };
}

function wholePlace(field: Field, maps: readonly FieldMap[], nests: Nests): string | undefined {
  const { name, plan } = field;
  // A group has no control that could show a problem.
  if (plan.type === 'group') return undefined;
  const map = mapOf(name, maps);
  if (map !== undefined) return `${map.name}/${name.slice(map.name.length + 1)}`;
  return nests.pointerSent(field);
}

/** The name by which the service knows a field that it chose: the field's code alone. */
function ownPlace({ name }: Field, maps: readonly FieldMap[]): string | undefined {
  const map = mapOf(name, maps);
  return map && name.slice(map.name.length + 1);
}

function mapOf(name: string, maps: readonly FieldMap[]): FieldMap | undefined {
  return maps.find((map) => name.startsWith(`${map.name}.`));
}

/** Services write pointers in several ways: `/incomes/0/amount`, `#/incomes/0/amount`, `incomes[0].amount`. */
function readPlace(place: string): string {
  const pointer = /^#?\//.exec(place)?.[0];
  if (pointer === undefined) return place.replace(/\[(\d+)\]/g, '/$1').replace(/\./g, '/');
  const path = place.slice(pointer.length).replace(/~1/g, '/').replace(/~0/g, '~');
  return pointer === '#/' ? decode(path) : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
