// renderer/grammar/shapes.generated.ts: the tables of the checker and the compiler.
import { BANNER, readModel } from './model.mjs';

const DECLARATIONS = `/** A table without the members of Object.prototype: a document can name a type "constructor". */
function tableOf<T>(entries: { readonly [name: string]: T }): { readonly [name: string]: T } {
  return Object.assign<object, typeof entries>(Object.create(null) as object, entries);
}

/** How a property is read: the definitions of \`value.schema.json\`, and slots with more structure. */
export type Slot =
  | 'expression'
  | 'path'
  | 'text'
  | 'plain'
  | 'display'
  | 'word'
  | 'url'
  | 'image'
  | 'date'
  | 'money'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'any'
  | 'record'
  /** A record of scalars, or \`\${…}\` of one. */
  | 'query'
  | 'name'
  | 'id'
  /** A plain JSON value that is not changed. */
  | 'literal'
  /** A list of nodes. */
  | 'nodes'
  /** Lists of nodes, by name. */
  | 'slots'
  /** Lists of actions, by the names of the links that start them. */
  | 'links'
  /** A list of actions. */
  | 'actions'
  /** A list of \`{ when, run }\`, described by \`records.case\`. */
  | 'cases'
  /** A list of records such as rows or options; \`element\` names their table. */
  | 'elements'
  /** An intent's name, or the record described by \`records.critical\`. */
  | 'critical'
  /** The fields that a server may choose; not changed. */
  | 'allow'
  /** A node, or "none". */
  | 'fallback';

export interface PropertyShape {
  readonly slot: Slot;
  readonly required: boolean;
  /** Required if this other property is missing; never both. */
  readonly unless?: string;
  /** The value if the definition has none. */
  readonly default?: string | number | boolean;
  /** For \`word\` and \`literal\`: the allowed values. */
  readonly words?: readonly string[];
  /** For \`literal\` without words: its JSON type. */
  readonly literal?: 'boolean' | 'integer' | 'number' | 'object' | 'string';
  /** For \`elements\`: a key of \`elements\`. */
  readonly element?: string;
  /** The first grammar that has this member, if it is later than the record's. */
  readonly since?: number;
  /** For words, and the kinds of \`allow\`: the first grammar of each word that a later grammar added. */
  readonly later?: { readonly [word: string]: number };
  /** A member that was renamed: its name since grammar 5. Documents of earlier grammars still have this one. */
  readonly now?: string;
  /** Of the same member under its present name: the name in documents of earlier grammars, and in plans. */
  readonly was?: string;
  /** The property is an array, and \`slot\` applies to each item. */
  readonly list?: true;
}

export interface PropertyShapes {
  /** Without \`type\`, \`do\`, \`on\` and \`description\`; common ones (each, visibleWhen, when, catch …) included. */
  readonly [property: string]: PropertyShape;
}

export interface NodeShape {
  readonly properties: PropertyShapes;
  /** Names under \`on\`, each a list of actions. */
  readonly events: readonly string[];
  /** A page that does not know this type must not show the screen. */
  readonly critical: boolean;
  /** The first grammar that has this property. */
  readonly since: number;
  /** The compiler replaces it by other nodes, so no plan has it. */
  readonly isLowered?: true;
  /** Of a field: the type of its value, from \`x-writes\` of the schema. Checked where a type is read from it. */
  readonly writes?: unknown;
}

export interface ActionShape {
  readonly properties: PropertyShapes;
  readonly critical: boolean;
  readonly since: number;
}

export interface RecordShape {
  readonly properties: PropertyShapes;
  readonly events: readonly string[];
}

export interface ShapeTable {
  readonly widgets: { readonly [type: string]: NodeShape };
  readonly overlays: { readonly [type: string]: NodeShape };
  readonly actions: { readonly [name: string]: ActionShape };
  /** Items of lists: row, option, tag, rule. */
  readonly elements: { readonly [element: string]: RecordShape };
  /** \`case\` of choose and catch, \`critical\` of request, \`data\` of a screen. */
  readonly records: { readonly [record: string]: RecordShape };
}
`;

const quote = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const list = (values) => `[${values.map(quote).join(', ')}]`;

function property(shape) {
  const parts = [`slot: ${quote(shape.slot)}`, `required: ${shape.required}`];
  if (shape.unless !== undefined) parts.push(`unless: ${quote(shape.unless)}`);
  if (shape.default !== undefined) parts.push(`default: ${quote(shape.default)}`);
  if (shape.words !== undefined) parts.push(`words: ${list(shape.words)}`);
  if (shape.literal !== undefined) parts.push(`literal: ${quote(shape.literal)}`);
  if (shape.element !== undefined) parts.push(`element: ${quote(shape.element)}`);
  if (shape.since !== undefined) parts.push(`since: ${shape.since}`);
  if (shape.later !== undefined) parts.push(`later: ${JSON.stringify(shape.later)}`);
  if (shape.now !== undefined) parts.push(`now: ${quote(shape.now)}`);
  if (shape.was !== undefined) parts.push(`was: ${quote(shape.was)}`);
  if (shape.list === true) parts.push('list: true');
  return `{ ${parts.join(', ')} }`;
}

function entry(described, more) {
  const lines = Object.entries(described.properties).map(
    ([name, shape]) => `        ${name}: ${property(shape)},`,
  );
  const rest = more.map((line) => `      ${line},`);
  const properties =
    lines.length === 0
      ? '      properties: tableOf({}),'
      : ['      properties: tableOf({', ...lines, '      }),'].join('\n');
  const key = /^\w+$/.test(described.name) ? described.name : quote(described.name);
  return [`    ${key}: {`, properties, ...rest, '    },'].join('\n');
}

/** The same tables for a language composed at run time. */
export function readShapes() {
  const model = readModel();
  const named = (described, rest) =>
    Object.fromEntries(
      described.map((one) => [
        one.name,
        { properties: one.properties, ...Object.fromEntries(rest.map((name) => [name, one[name]])) },
      ]),
    );
  const node = ['events', 'critical', 'since'];
  return {
    widgets: named(model.widgets, [...node, 'isLowered', 'writes']),
    overlays: named(model.overlays, node),
    actions: named(model.actions, ['critical', 'since']),
    elements: named(model.elements, ['events']),
    records: named(model.records, ['events']),
  };
}

export function generateShapes() {
  const model = readModel();
  const events = (d) => `events: ${list(d.events)}`;
  const writes = (d) => (d.writes === undefined ? [] : [`writes: ${JSON.stringify(d.writes)}`]);
  const lowered = (d) => (d.isLowered ? ['isLowered: true'] : []);
  const marks = (d) => [`critical: ${d.critical}`, `since: ${d.since}`];
  const group = (name, described, more) =>
    [`  ${name}: tableOf({`, ...described.map((d) => entry(d, more(d))), '  }),'].join('\n');
  const table = [
    'export const shapes: ShapeTable = {',
    group('widgets', model.widgets, (d) => [events(d), ...marks(d), ...lowered(d), ...writes(d)]),
    group('overlays', model.overlays, (d) => [events(d), ...marks(d)]),
    group('actions', model.actions, marks),
    group('elements', model.elements, (d) => [events(d)]),
    group('records', model.records, (d) => [events(d)]),
    '};',
  ].join('\n');
  return [BANNER, DECLARATIONS, `${table}\n`].join('\n');
}
