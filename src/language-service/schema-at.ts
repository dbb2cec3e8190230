import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';

const ROOM = '../../schemas/';
const OURS: { readonly [path: string]: Json } = import.meta.glob(
  [
    '../../schemas/*.schema.json',
    '../../schemas/widgets/*.schema.json',
    '../../schemas/overlays/*.schema.json',
    '../../schemas/actions/*.schema.json',
  ],
  { eager: true, import: 'default' },
);

/** By path below schemas/. */
const schemas = new Map(Object.entries(OURS).map(([path, schema]) => [path.slice(ROOM.length), schema]));
/** The schema that lists all widgets, and the one that lists all actions, by the folder of the single ones. */
const UNIONS = { widgets: 'widget.schema.json', actions: 'action.schema.json' } as const;

/**
 * Adds widgets and actions of a project to what this process describes.
 *
 * @param added - Complete schemas by path below schemas/: `widgets/stamp.schema.json`.
 */
export function describeAlso(added: { readonly [path: string]: object }): void {
  for (const [path, schema] of Object.entries(added)) if (isJson(schema)) schemas.set(path, schema);
  for (const [folder, file] of Object.entries(UNIONS)) {
    const union = schemas.get(file);
    const options = spotsOf(union?.['oneOf'], file).map(({ schema }) => textOf(schema['$ref']));
    const names = Object.keys(added).filter((path) => path.startsWith(`${folder}/`));
    const all = [...new Set([...options, ...names])].map(($ref) => ({ $ref }));
    schemas.set(file, { ...union, oneOf: all });
  }
}

/** A schema, and the file that its `$ref`s are relative to. */
interface Spot {
  readonly schema: Json;
  readonly file: string;
}

/** The schema's description of a location. */
export interface Described {
  /** `Expression`, `Text`, `List of actions`; empty if the schema has no title. */
  readonly title: string;
  /** The schema's description. */
  readonly help: string;
  /** The allowed values, for an enum or a constant. */
  readonly values: readonly (string | number | boolean | null)[];
  /** JSON types: `string`, `object`, …. */
  readonly types: readonly string[];
  readonly members: readonly DescribedMember[];
}

export interface DescribedMember extends Omit<Described, 'members'> {
  readonly name: string;
  readonly isRequired: boolean;
}

/**
 * Describes what the schemas allow at a pointer. `memberNames` gives only names; this gives also help and values.
 *
 * @param kind - The document's kind: `screen`, `part`, `app`, …
 */
export function describedAt(kind: string, root: unknown, pointer: string): Described {
  const spots = spotsAt(kind, root, pointer);
  const value = valueAt(root, pointer);
  const all = spots.flatMap((spot) => expand(spot, value));
  const required = new Set(all.flatMap(({ schema }) => textsOf(schema['required'])));
  const members = new Map<string, Spot[]>();
  for (const spot of all) {
    for (const [name, schema] of Object.entries(recordOf(spot.schema['properties']))) {
      // A former name is accepted, but not offered.
      if (!isJson(schema) || schema['deprecated'] === true) continue;
      const own = [{ schema, file: spot.file }];
      members.set(name, [...(members.get(name) ?? []), ...own]);
    }
  }
  return {
    ...describe(all),
    members: [...members].map(([name, of]) => ({
      name,
      isRequired: required.has(name),
      ...describe(of.flatMap((spot) => expand(spot, undefined))),
    })),
  };
}

/** Title and help of the branch that a `type` or `do` chooses. */
export function describedChoice(
  kind: string,
  root: unknown,
  pointer: string,
  name: string,
  chosen: unknown,
): { readonly title: string; readonly help: string } | undefined {
  const branch = spotsAt(kind, root, pointer)
    .flatMap((spot) => expand(spot, { [name]: chosen }))
    .find(({ schema }) => recordOf(recordOf(schema['properties'])[name])['const'] === chosen);
  return branch && { title: textOf(branch.schema['title']), help: textOf(branch.schema['description']) };
}

function spotsAt(kind: string, root: unknown, pointer: string): readonly Spot[] {
  const first = spotOf(`${kind}.schema.json`, '');
  let spots = first === undefined ? [] : [first];
  let value = root;
  const names = splitPointer(pointer);
  for (const [at, name] of names.entries()) {
    // Ignore the current value of the last member: the person can choose another type.
    const around = at === names.length - 1 && isJson(value) ? without(value, name) : value;
    spots = spots.flatMap((spot) => expand(spot, around)).flatMap((spot) => step(spot, around, name));
    value = valueAt(value, joinPointer('', name));
  }
  return spots;
}

function without(value: Json, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
}

function describe(all: readonly Spot[]): Omit<Described, 'members'> {
  const first = (name: string): string =>
    all.map(({ schema }) => textOf(schema[name])).find((text) => text !== '') ?? '';
  return {
    title: first('title'),
    help: first('description'),
    values: [...new Set(all.flatMap(({ schema }) => valuesOf(schema)))],
    types: [
      ...new Set(all.flatMap(({ schema }) => (schema['type'] === undefined ? [] : [textOf(schema['type'])]))),
    ],
  };
}

function valuesOf(schema: Json): readonly (string | number | boolean | null)[] {
  const { enum: words, const: only } = schema;
  const named = [words, schema['x-words']].flatMap((list) => (Array.isArray(list) ? list : []));
  const flags = schema['type'] === 'boolean' ? [true, false] : [];
  return [...(only === undefined ? [] : [only]), ...named, ...flags].filter(isScalar);
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * All schemas that describe a value: the schema itself, its references, its `allOf`, and the alternatives that the
 * value matches.
 */
function expand(spot: Spot, value: unknown): readonly Spot[] {
  const { schema, file } = spot;
  const referred = typeof schema['$ref'] === 'string' ? refer(schema['$ref'], file) : undefined;
  const all = spotsOf(schema['allOf'], file);
  const options = [...spotsOf(schema['oneOf'], file), ...spotsOf(schema['anyOf'], file)];
  const fitting = options.filter((option) =>
    expand(option, undefined).every((one) => isLike(one.schema, value)),
  );
  const chosen = fitting.length === 0 ? options : fitting;
  return [spot, ...(referred ? [referred] : []), ...all, ...chosen].flatMap((one) =>
    one === spot ? [one] : expand(one, value),
  );
}

/** Whether a value matches the schema's type and constants; members that the value lacks are not compared. */
function isLike(schema: Json, value: unknown): boolean {
  if (value === undefined) return true;
  const { type } = schema;
  if (
    typeof type === 'string' &&
    type !== typeOf(value) &&
    !(type === 'number' && typeOf(value) === 'integer')
  )
    return false;
  if (!isJson(value)) return true;
  return Object.entries(recordOf(schema['properties'])).every(([name, member]) => {
    const only = isJson(member) ? member['const'] : undefined;
    return only === undefined || value[name] === undefined || value[name] === only;
  });
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function step({ schema, file }: Spot, around: unknown, name: string): readonly Spot[] {
  const { items, additionalProperties: others } = schema;
  if (Array.isArray(around)) return isJson(items) ? [{ schema: items, file }] : [];
  const own = recordOf(schema['properties'])[name];
  const next = own ?? others;
  return isJson(next) ? [{ schema: next, file }] : [];
}

function spotsOf(list: unknown, file: string): readonly Spot[] {
  return Array.isArray(list) ? list.filter(isJson).map((schema) => ({ schema, file })) : [];
}

/** @param reference - Such as `../value.schema.json#/$defs/text`, relative to the schema file `from`. */
function refer(reference: string, from: string): Spot | undefined {
  const [path = '', pointer = ''] = reference.split('#');
  return spotOf(path === '' ? from : new URL(path, `schemas:/${from}`).pathname.slice(1), pointer);
}

function spotOf(file: string, pointer: string): Spot | undefined {
  const schema = valueAt(schemas.get(file), pointer);
  return isJson(schema) ? { schema, file } : undefined;
}

function recordOf(value: unknown): Json {
  return isJson(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
