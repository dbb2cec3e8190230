import { type Field, type FieldMap, isMap, type Nests, type Part } from './form-state.ts';

/** Messages by field, and those of which nobody sees a field. */
interface Blamed {
  readonly fields: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/**
 * Finds the field of each problem that a service names: by its name, or by a JSON Pointer to its place in
 * what the form held when it was sent (`/children/2/name`). What is said of a place that is not there, or of a field that is
 * hidden, is said of the form: nobody may be left to guess.
 *
 * @param problems - Messages by place.
 * @param fields - Those of the form, as they are now.
 * @param nests - Where they stood in records when they were sent.
 */
export function placeProblems(
  problems: { readonly [place: string]: string },
  fields: readonly Field[],
  parts: readonly Part[],
  nests: Nests | undefined,
): Blamed {
  const open = new Map(Object.entries(problems).map(([place, message]) => [readPlace(place), message]));
  const found = new Map<string, string>();
  const maps = parts.filter(isMap);
  const shown = fields.filter((field) => field.isShown());
  for (const placeOf of [wholePlace, ownPlace]) {
    for (const field of shown) {
      const place = placeOf(field, maps, nests);
      const message = place === undefined ? undefined : open.get(place);
      if (place === undefined || message === undefined || found.has(field.name)) continue;
      found.set(field.name, message);
      open.delete(place);
    }
  }
  return { fields: found, rest: [...new Set(open.values())] };
}

function wholePlace(field: Field, maps: readonly FieldMap[], nests: Nests | undefined): string | undefined {
  const { name, plan } = field;
  // A group shows nothing of its own that could be wrong.
  if (plan.type === 'group') return undefined;
  const map = mapOf(name, maps);
  if (map !== undefined) return `${map.name}/${name.slice(map.name.length + 1)}`;
  return nests === undefined ? field.pointer() : nests.placeSent(field);
}

/** A field that a server chose is known to it by its code alone. */
function ownPlace({ name }: Field, maps: readonly FieldMap[]): string | undefined {
  const map = mapOf(name, maps);
  return map && name.slice(map.name.length + 1);
}

function mapOf(name: string, maps: readonly FieldMap[]): FieldMap | undefined {
  return maps.find((map) => name.startsWith(`${map.name}.`));
}

/** Services name a place in several ways: `/incomes/0/amount`, `#/incomes/0/amount`, `incomes[0].amount`. */
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
