import fc from 'fast-check';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import { joinPointer, valueAt } from '#src/cli/import/source.ts';

/* Values for a JSON Schema: some are valid, many are nearly valid. The caller validates them. */

/** A value made from a schema; it may be invalid. */
export function valuesOf(root: unknown, start: string): fc.Arbitrary<unknown> {
  return nearly(root, [start], 0);
}

const FORMATS: { readonly [format: string]: readonly string[] } = {
  email: [
    'ada@example.com',
    'a.b+c@mail.example.org',
    'ada@',
    '@example.com',
    'ada example@x.org',
    'ada@localhost',
    'é@x.org',
  ],
  uri: [
    'https://example.com/a?b=c#d',
    'urn:isbn:978',
    'http://a',
    'example.com',
    '/path',
    'http://a b',
    'http://x/%zz',
    'mailto:a@b.c',
  ],
  date: ['2026-03-05', '2024-02-29', '2023-02-29', '2026-13-01', '05.03.2026', '2026-3-5'],
  'date-time': [
    '2026-03-05T10:00:00Z',
    '2024-02-29T23:59:59.5+08:00',
    '2023-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-03-05',
    '2026-03-05T25:00:00Z',
    '2026-03-05T10:00:00',
  ],
  time: ['10:00:00Z', '23:59:59+08:00', '24:00:00Z', '10:00'],
  ipv4: ['192.0.2.1', '256.1.1.1', '1.2.3'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000', '123e4567'],
};

const ODD: readonly unknown[] = [
  'text',
  'x',
  0,
  1,
  -1,
  0.5,
  7,
  true,
  false,
  [],
  {},
  ['a'],
  'ä😀',
  '2026-03-05',
];

function nearly(root: unknown, pointers: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const all = pointers.flatMap((pointer) => flatten(root, pointer, new Set()));
  const fitting = fc.oneof(...choices(all).map((some) => make(root, some, depth)));
  return fc.oneof(
    { weight: 14, arbitrary: fitting },
    { weight: depth === 0 ? 0 : 1, arbitrary: fc.constantFrom(...ODD) },
  );
}

/** A schema with the pointers of its subschemas. */
interface Placed {
  readonly schema: Json;
  readonly pointer: string;
}

/** A schema and the schemas that it includes; alternatives are left to `choices`. */
function flatten(root: unknown, pointer: string, seen: Set<string>): readonly Placed[] {
  const schema = valueAt(root, pointer);
  if (!isJson(schema) || seen.has(pointer)) return [];
  seen.add(pointer);
  const reference = schema['$ref'];
  const target = typeof reference === 'string' && reference.startsWith('#') ? reference.slice(1) : undefined;
  return [
    { schema, pointer },
    ...(target === undefined ? [] : flatten(root, decodeURIComponent(target), seen)),
    ...indexes(schema['allOf']).flatMap((index) => flatten(root, joinPointer(pointer, 'allOf', index), seen)),
    ...['then', 'else', 'if'].flatMap((name) =>
      schema[name] === undefined ? [] : flatten(root, joinPointer(pointer, name), seen),
    ),
    ...Object.keys(isJson(schema['dependentSchemas']) ? schema['dependentSchemas'] : {}).flatMap((name) =>
      flatten(root, joinPointer(pointer, 'dependentSchemas', name), seen),
    ),
  ];

  function indexes(value: unknown): readonly number[] {
    return Array.isArray(value) ? [...value.keys()] : [];
  }
}

/** The schema with each of its alternatives, and sometimes with two alternatives. */
function choices(all: readonly Placed[]): readonly (readonly Placed[])[] {
  const owner = all.find(({ schema }) => Array.isArray(schema['anyOf']) || Array.isArray(schema['oneOf']));
  if (owner === undefined) return [all];
  const keyword = Array.isArray(owner.schema['anyOf']) ? 'anyOf' : 'oneOf';
  const branches = (owner.schema[keyword] as readonly unknown[]).map((schema, index) => ({
    schema,
    pointer: joinPointer(owner.pointer, keyword, index),
  }));
  const rest = all.map((one) =>
    one === owner ? { ...one, schema: { ...one.schema, [keyword]: undefined } } : one,
  );
  const single = branches.map((branch) => [branch]);
  const [first, second] = branches;
  const both = first !== undefined && second !== undefined ? [[first, second]] : [];
  return [...single, ...both].map((some) => [
    ...rest,
    ...some.flatMap(({ schema, pointer }) => (isJson(schema) ? [{ schema, pointer }] : [])),
  ]);
}

function make(root: unknown, some: readonly Placed[], depth: number): fc.Arbitrary<unknown> {
  const all = some.flatMap(({ schema, pointer }) =>
    schema['$ref'] === undefined
      ? [{ schema, pointer }]
      : [{ schema, pointer }, ...flatten(root, pointer, new Set()).slice(1)],
  );
  const rest = choices(all);
  if (rest.length > 1 && depth < 6) return fc.oneof(...rest.map((one) => make(root, one, depth + 1)));
  const schemas = all.map(({ schema }) => schema);
  const values = schemas.flatMap((schema) =>
    'const' in schema
      ? [schema['const']]
      : Array.isArray(schema['enum'])
        ? (schema['enum'] as unknown[])
        : [],
  );
  if (values.length > 0) return fc.constantFrom(...values, ...values, ...values, 'other');
  const types = new Set(
    schemas.flatMap(({ type }) =>
      Array.isArray(type) ? (type as unknown[]) : type === undefined ? [] : [type],
    ),
  );
  const kinds = types.size === 0 ? [infer(schemas)] : [...types];
  return fc.oneof(...kinds.map((kind) => ofType(root, String(kind), all, depth)));
}

function infer(schemas: readonly Json[]): string {
  if (schemas.some(({ properties, required }) => properties !== undefined || required !== undefined))
    return 'object';
  if (schemas.some(({ items }) => items !== undefined)) return 'array';
  return schemas.some(({ minimum, maximum }) => minimum !== undefined || maximum !== undefined)
    ? 'number'
    : 'string';
}

function ofType(root: unknown, type: string, all: readonly Placed[], depth: number): fc.Arbitrary<unknown> {
  const schemas = all.map(({ schema }) => schema);
  switch (type) {
    case 'object':
      return objectOf(root, all, depth);
    case 'array': {
      const items = all.flatMap(({ schema, pointer }) =>
        isJson(schema['items']) ? [joinPointer(pointer, 'items')] : [],
      );
      const counts = schemas
        .flatMap(({ minItems, maxItems }) => [minItems, maxItems])
        .filter((one) => typeof one === 'number');
      const most = Math.min(4, Math.max(2, ...counts.map((one) => one + 1)));
      const item = items.length === 0 ? fc.constantFrom<unknown>('a', 'b') : nearly(root, items, depth + 1);
      const list = fc.array(item, { maxLength: most });
      return fc.oneof(
        list,
        list,
        list.map((some) => [...some, ...some.slice(0, 1)]),
      );
    }
    case 'integer':
    case 'number':
      return numberOf(schemas, type);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schemas);
  }
}

function objectOf(root: unknown, all: readonly Placed[], depth: number): fc.Arbitrary<unknown> {
  const places = new Map<string, string[]>();
  const required = new Set<string>();
  for (const { schema, pointer } of all) {
    for (const name of Object.keys(isJson(schema['properties']) ? schema['properties'] : {})) {
      places.set(name, [...(places.get(name) ?? []), joinPointer(pointer, 'properties', name)]);
    }
    for (const name of Array.isArray(schema['required']) ? (schema['required'] as string[]) : [])
      required.add(name);
  }
  const members = Object.fromEntries(
    [...places].map(([name, pointers]) => {
      const value = nearly(root, pointers, depth + 1);
      const often = required.has(name) ? 19 : depth > 1 || places.size > 12 ? 1 : 2;
      return [
        name,
        fc.oneof(
          { weight: often, arbitrary: value.map((one) => [one]) },
          { weight: 1, arbitrary: fc.constant([]) },
        ),
      ] as const;
    }),
  );
  const extra = fc.oneof(
    { weight: 30, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ zz: 1 }) },
  );
  return fc
    .tuple(fc.record(members as { [name: string]: fc.Arbitrary<unknown[]> }), extra)
    .map(([record, more]) => ({
      ...Object.fromEntries(
        Object.entries(record).flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])),
      ),
      ...more,
    }));
}

function numberOf(schemas: readonly Json[], type: string): fc.Arbitrary<unknown> {
  const bounds = schemas
    .flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) => [
      minimum,
      maximum,
      exclusiveMinimum,
      exclusiveMaximum,
      multipleOf,
    ])
    .filter((one) => typeof one === 'number');
  const steps = schemas.map(({ multipleOf }) => multipleOf).filter((one) => typeof one === 'number');
  const near = bounds.flatMap((one) => [one, one + 1, one - 1, ...(type === 'number' ? [one + 0.5] : [])]);
  const low = Math.min(0, ...bounds);
  const high = Math.max(10, ...bounds);
  return fc.oneof(
    fc.constantFrom(0, 1, 2, 10, ...near),
    ...steps.flatMap((step) => {
      const multiple = fc
        .integer({ min: Math.ceil(low / step), max: Math.floor(high / step) })
        .map((one) => one * step);
      return [multiple, multiple, multiple, multiple];
    }),
    fc.integer({ min: Math.ceil(low), max: Math.floor(high) }),
    ...(type === 'number'
      ? [fc.integer({ min: Math.ceil(low), max: Math.floor(high) }).map((one) => one + 0.25)]
      : []),
  );
}

function textOf(schemas: readonly Json[]): fc.Arbitrary<unknown> {
  // The first two samples of each format are valid.
  const formats = schemas.flatMap(({ format }) => {
    const samples = typeof format === 'string' ? (FORMATS[format] ?? []) : [];
    return [...samples, ...[1, 2, 3].flatMap(() => samples.slice(0, 2))];
  });
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  const lengths = schemas
    .flatMap(({ minLength, maxLength }) => [minLength, maxLength])
    .filter((one) => typeof one === 'number');
  const sized = lengths
    .filter((length) => length < 300)
    .flatMap((length) => [length, length + 1, Math.max(1, length - 1)])
    .map((length) =>
      fc.string({
        minLength: length,
        maxLength: length,
        unit: fc.constantFrom('a', 'b', '7', ' ', '-', '😀'),
      }),
    );
  const matching = patterns.flatMap((pattern) => {
    try {
      return [fc.stringMatching(new RegExp(pattern, 'u'))];
    } catch {
      return [];
    }
  });
  return fc.oneof(
    ...(formats.length > 0 ? [fc.constantFrom(...formats), fc.constantFrom(...formats)] : []),
    ...sized,
    ...matching,
    ...matching,
    fc.constantFrom('Ada', 'a', 'hello world', 'A1', '12345', 'ä😀'),
  );
}

/** The schema without keywords that were not carried, and closed against undescribed members. */
export function edit(
  schema: unknown,
  removed: readonly { readonly pointer: string; readonly kind: string }[],
  typed: readonly { readonly pointer: string; readonly type?: string }[],
  start: string,
): unknown {
  const copy = structuredClone(schema);
  for (const { pointer, kind } of removed) {
    const path = splitPointer(pointer);
    const name = path.pop() ?? '';
    const parent = valueAt(copy, joinPointer('', ...path)) as
      | { [name: string]: unknown }
      | unknown[]
      | undefined;
    if (parent === undefined) continue;
    if (kind === 'exclusive' && !Array.isArray(parent)) {
      parent['anyOf'] = parent[name];
      delete parent[name];
    } else if (Array.isArray(parent))
      parent[Number(name)] = typeof parent[Number(name)] === 'string' ? '#none' : false;
    else if (kind === 'alternative') parent[name] = false;
    else delete parent[name];
  }
  for (const { pointer, type } of typed) {
    if (type === undefined) continue;
    const place = valueAt(copy, pointer);
    if (isJson(place)) (place as { [name: string]: unknown })['type'] ??= type;
    else if (place === true) {
      const path = splitPointer(pointer);
      const name = path.pop() ?? '';
      const owner = valueAt(copy, joinPointer('', ...path));
      if (isJson(owner)) (owner as { [name: string]: unknown })[name] = { type };
    } else if (pointer.endsWith('/items')) {
      const owner = valueAt(copy, pointer.slice(0, -'/items'.length));
      if (isJson(owner)) (owner as { [name: string]: unknown })['items'] = { type };
    }
  }
  const target = valueAt(copy, start) as { [name: string]: unknown };
  strip(copy);
  close(target, copy, new Set());
  return start === '' ? copy : { $ref: `#${start}`, ...only(copy) };
}

function only(copy: unknown): Json {
  const { $defs, definitions } = copy as Json;
  return { $defs, definitions };
}

/** Removes annotations. */
function strip(value: unknown): void {
  if (Array.isArray(value)) {
    const types = value as unknown[];
    if (types.includes('#none')) types.splice(0, types.length, ...types.filter((one) => one !== '#none'));
    for (const one of types) strip(one);
  }
  if (!isJson(value)) return;
  const record = value as { [name: string]: unknown };
  for (const name of ['$schema', '$id', 'id']) if (typeof record[name] === 'string') delete record[name];
  for (const [name, member] of Object.entries(record)) if (name !== 'enum' && name !== 'const') strip(member);
  // If the member is missing, ajv forgets the members evaluated beside a dependent schema.
  const { dependentSchemas, dependencies } = record;
  const dependents = {
    ...(isJson(dependentSchemas) ? dependentSchemas : {}),
    ...(isJson(dependencies) ? dependencies : {}),
  };
  for (const [name, then] of Object.entries(dependents)) {
    const needed: unknown = Array.isArray(then) ? { required: then as unknown[] } : then;
    record['allOf'] = [
      ...((record['allOf'] as unknown[] | undefined) ?? []),
      { if: { required: [name] }, then: needed },
    ];
  }
  delete record['dependentSchemas'];
  delete record['dependencies'];
}

/** Closes the schema of each object after all subschemas for it were visited. */
function close(schema: unknown, root: unknown, seen: Set<unknown>): void {
  if (!isJson(schema) || seen.has(schema)) return;
  seen.add(schema);
  (schema as { [name: string]: unknown })['unevaluatedProperties'] = false;
  inside(schema, root, seen, new Set());
}

function inside(schema: Json, root: unknown, seen: Set<unknown>, walked: Set<unknown>): void {
  if (walked.has(schema)) return;
  walked.add(schema);
  // A subschema that allows additional members makes closing useless.
  for (const name of ['additionalProperties', 'unevaluatedProperties']) {
    if (schema[name] === true) delete (schema as { [name: string]: unknown })[name];
  }
  for (const member of Object.values(isJson(schema['properties']) ? schema['properties'] : {}))
    close(member, root, seen);
  if (isJson(schema['items'])) close(schema['items'], root, seen);
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of Array.isArray(schema[name]) ? (schema[name] as unknown[]) : []) {
      if (isJson(part)) inside(part, root, seen, walked);
    }
  }
  for (const name of ['then', 'else']) if (isJson(schema[name])) inside(schema[name], root, seen, walked);
  for (const part of Object.values(isJson(schema['dependentSchemas']) ? schema['dependentSchemas'] : {})) {
    if (isJson(part)) inside(part, root, seen, walked);
  }
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith('#')) {
    const target = valueAt(root, decodeURIComponent(reference.slice(1)));
    if (isJson(target)) inside(target, root, seen, walked);
  }
}

/** Trees like definitions: records with kinds and names, and lists of them. */
export const definitionTree = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 1, true),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.record(
      {
        type: fc.constantFrom('text', 'button'),
        id: fc.constantFrom('x', 'y', 'z'),
        text: fc.constantFrom('One', 'Two'),
        body: fc.array(tie('value'), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    ),
  ),
})).value;
