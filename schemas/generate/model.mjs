// The schemas in the form that the generators need: each property with its slot.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SCHEMAS = normalize(join(dirname(fileURLToPath(import.meta.url)), '..'));

const cache = new Map();

/**
 * Adds schemas or replaces files: for a library with its own schemas, and for custom widgets and actions.
 *
 * @param {Record<string, object>} schemas By path below schemas/.
 */
export function provideSchemas(schemas) {
  for (const [path, schema] of Object.entries(schemas)) cache.set(path, schema);
}

/** @param {string} path Below schemas/: `widgets/text.schema.json`. */
export function readSchema(path) {
  if (!cache.has(path)) cache.set(path, JSON.parse(readFileSync(join(SCHEMAS, path), 'utf8')));
  return cache.get(path);
}

/** Properties that no table has: the discriminators are the keys of the tables. */
const UNLISTED = new Set(['type', 'do', 'description', '$schema', 'grammar']);

/** Definitions of node.schema.json that are lists, and their slots. */
const LISTS = {
  'node.schema.json#/$defs/nodes': 'nodes',
  'node.schema.json#/$defs/actions': 'actions',
};

function locate(file, ref) {
  const [path, pointer] = ref.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  return { file: target, pointer: pointer ?? '', id: `${target}#${pointer ?? ''}` };
}

function follow(location) {
  let schema = readSchema(location.file);
  for (const name of location.pointer.split('/').slice(1)) schema = schema[name];
  return schema;
}

/** Describes all properties of a schema. Adds the elements that it uses to `elements`. */
export function describe(file, schema, elements) {
  const required = new Set(schema.required ?? []);
  const merged = {};
  for (const part of schema.allOf ?? []) {
    const location = locate(file, part.$ref);
    for (const [name, property] of Object.entries(follow(location).properties))
      merged[name] = { file: location.file, property };
  }
  for (const [name, property] of Object.entries(schema.properties)) merged[name] = { file, property };
  const properties = {};
  let events = [];
  for (const [name, { file: from, property }] of Object.entries(merged)) {
    if (UNLISTED.has(name)) continue;
    const shape = describeProperty(from, name, property, elements);
    if (shape.slot === 'events') events = shape.events;
    else properties[name] = { ...shape, required: required.has(name) };
  }
  addAlternatives(schema, properties);
  for (const [name, { now }] of Object.entries(properties)) if (now !== undefined) properties[now].was = name;
  return { properties, events };
}

/** Reads `if` one property is present, `else` the other is required: each is required without the other. */
function addAlternatives({ if: condition, else: otherwise }, properties) {
  const [one] = condition?.required ?? [];
  const [other] = otherwise?.required ?? [];
  if (one === undefined || other === undefined) return;
  properties[one].unless = other;
  properties[other].unless = one;
}

function describeProperty(file, name, property, elements) {
  const shape = describeSlot(file, name, property, elements);
  if (property.default !== undefined) shape.default = property.default;
  const since = property['x-since'];
  if (typeof since === 'object') shape.later = since;
  else if (since !== undefined) shape.since = since;
  if (property['x-renamed'] !== undefined) shape.now = property['x-renamed'];
  return shape;
}

function describeSlot(file, name, property, elements) {
  if (name === 'on') return { slot: 'events', events: eventsOf(file, property) };
  if (name === 'critical') return { slot: 'critical' };
  if (name === 'allow') return { slot: 'allow', later: property.properties.kinds['x-since'] };
  if (name === 'fallback') return { slot: 'fallback' };
  if (property.$ref !== undefined) {
    const location = locate(file, property.$ref);
    if (location.file === 'value.schema.json') {
      const slot = basename(location.pointer);
      const words = property['x-words'];
      return words === undefined ? { slot } : { slot, words };
    }
    const list = LISTS[location.id];
    if (list === undefined) throw new Error(`${file}: no slot for ${property.$ref} of ${name}`);
    return { slot: list };
  }
  if (property.type === 'array') {
    const items = property.items;
    if (items.$ref === undefined) return { slot: 'literal', list: true, ...literal(items) };
    const location = locate(file, items.$ref);
    if (location.id === 'action-common.schema.json#/$defs/case') return { slot: 'cases' };
    if (location.file === 'value.schema.json') return { slot: basename(location.pointer), list: true };
    const element =
      location.pointer === '' ? basename(location.file, '.schema.json') : basename(location.pointer);
    if (!elements.has(element)) {
      elements.set(element, undefined);
      elements.set(element, describe(location.file, follow(location), elements));
    }
    return { slot: 'elements', element };
  }
  const inner = LISTS[property.additionalProperties?.$ref?.replace('../', '')];
  if (inner !== undefined) return { slot: inner === 'nodes' ? 'slots' : 'links' };
  return { slot: 'literal', ...literal(property) };
}

function literal(schema) {
  if (schema.enum !== undefined) return { words: schema.enum };
  if (schema.const !== undefined) return { words: [schema.const] };
  return { literal: schema.type };
}

function eventsOf(file, property) {
  if (property.$ref !== undefined) return eventsOf(file, follow(locate(file, property.$ref)));
  return Object.keys(property.properties ?? {});
}

/** The widgets, overlays or actions in the order of `oneOf`. */
export function readKind(union, discriminator) {
  return readSchema(union).oneOf.map(({ $ref }) => {
    const schema = readSchema($ref);
    return { file: $ref, name: schema.properties[discriminator].const, schema };
  });
}

/** The descriptions of all widgets, overlays, actions and elements. */
export function readModel() {
  const elements = new Map();
  const kind = (union, discriminator) =>
    readKind(union, discriminator).map(({ file, name, schema }) => ({
      name,
      title: schema.title,
      description: schema.description,
      critical: schema['x-critical'] === true,
      since: schema['x-since'],
      isLowered: schema['x-lowered'],
      writes: schema['x-writes'],
      ...describe(file, schema, elements),
    }));
  const widgets = kind('widget.schema.json', 'type');
  const overlays = kind('overlay.schema.json', 'type');
  const actions = kind('action.schema.json', 'do');
  const record = (file, pointer) => describe(file, follow({ file, pointer }), elements);
  return {
    widgets,
    overlays,
    actions,
    elements: [...elements].map(([name, described]) => ({ name, ...described })),
    records: [
      { name: 'case', ...record('action-common.schema.json', '/$defs/case') },
      { name: 'critical', ...record('actions/request.schema.json', '/properties/critical/anyOf/1') },
      { name: 'data', ...record('screen.schema.json', '/$defs/data') },
    ],
  };
}

export const BANNER = '// Generated by `node schemas/generate.mjs` from schemas/. Do not edit.\n';
