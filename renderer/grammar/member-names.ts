import { members, type Members } from './members.generated.ts';
import { splitPointer } from './pointer.ts';

/**
 * The member names that the schema allows for the record at a pointer; empty for a map or an unknown record.
 *
 * @param kind The kind of the document: `screen`, `app`, …
 */
export function memberNames(kind: string, root: unknown, pointer: string): readonly string[] {
  let places: Members[] = [resolve(kind)];
  let value = root;
  for (const name of splitPointer(pointer)) {
    places = places.flatMap((place) => step(place, value, name));
    value = own(value, name);
  }
  const names = places
    .flatMap((place) => spread(place, value))
    .flatMap((place) => Object.keys(place.members ?? {}));
  return [...new Set(names)];
}

type Table = Exclude<Members, string | null>;

function resolve(place: Members): Table {
  const table = typeof place === 'string' ? (Object.hasOwn(members, place) ? members[place] : null) : place;
  return table === null || table === undefined || typeof table === 'string' ? {} : table;
}

/** The possible records at a location: the branch that its tag selects, or each option. */
function spread(place: Members, value: unknown): Table[] {
  const table = resolve(place);
  if (table.options !== undefined) return table.options.flatMap((option) => spread(option, value));
  if (table.tag === undefined) return [table];
  const tag = own(value, table.tag);
  // Only a text can be a tag.
  const branch =
    typeof tag === 'string'
      ? table.branches?.find((name) => name.slice(name.indexOf('-') + 1) === tag)
      : undefined;
  return branch === undefined ? [] : spread(branch, value);
}

function step(place: Members, value: unknown, name: string): Members[] {
  return spread(place, value).flatMap((table) => {
    if (Array.isArray(value)) return table.items ?? [];
    if (table.members !== undefined && Object.hasOwn(table.members, name)) return table.members[name] ?? [];
    return table.values ?? [];
  });
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // The line above checks that the member is an own one.
  return (value as { readonly [name: string]: unknown })[name];
}
