import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { choiceOf, type Kind, type Property, propertiesOf } from './describe.ts';

/** Inputs that are one field of the form. */
type FieldKind = 'line' | 'box' | 'words' | 'flag' | 'count' | 'lines';
/** Inputs of several fields, beside the form: `src/studio/members/` renders them. */
type PartsKind =
  /** Records in order: rules, options, columns. */
  | 'records'
  /** Values by name: what a request or a part gets. */
  | 'inputs'
  /** A text for each column of a table. */
  | 'cells'
  /** Words, several of which can be chosen. */
  | 'several'
  /** The records that a repeating group begins with, or an expression. */
  | 'initial'
  /** A pattern from a list, or the person's own with examples. */
  | 'pattern'
  /** One record that can be absent. */
  | 'object';
/** The kind of input for a property. `json`: listed, and edited as JSON. */
export type InputKind = FieldKind | PartsKind | 'json';

const FIELDS: ReadonlySet<InputKind> = new Set(['line', 'box', 'words', 'flag', 'count', 'lines']);

/** Whether the input of a property is one field of the form. */
export function isField({ way }: { readonly way: InputKind }): boolean {
  return FIELDS.has(way);
}

export interface Filled extends Property {
  readonly way: InputKind;
  /** Name of its field. */
  readonly field: string;
  /** Name of its state variable. */
  readonly state: string;
  /** Values to offer; any other can be typed too. */
  readonly options?: readonly string[];
}

type Json = { readonly [name: string]: unknown };

/** Properties about visibility and repetition. */
const CONDITIONS: ReadonlySet<string> = new Set(['visibleWhen', 'enabledWhen', 'each', 'as', 'at', 'key']);
/** Properties for developers, such as names that other places refer to, and `fallback` for older grammars. */
const TECHNICAL: ReadonlySet<string> = new Set(['id', 'fallback', 'placeholders', 'name', 'bind']);
/** Properties that few nodes need; they are under “More”. */
const RARE: ReadonlySet<string> = new Set([
  ...['groups', 'readOnly', 'compute', 'search', 'isNew', 'initial', 'sensitive', 'check', 'ok', 'cancel'],
]);

/** Members whose values need another input than others of their slot. */
const OWN_WAYS: { readonly [member: string]: InputKind } = {
  'choices.initial': 'lines',
  'repeat.initial': 'initial',
  'data.pages': 'object',
  'rule.pattern': 'pattern',
  // The fields that a definition adds have a form of their own.
  'fields.fields': 'json',
};
/** What an absent value means, where the schema has no default because pages compute it. */
const USUAL: { readonly [member: string]: boolean } = { 'rule.blocks': true };

/** The input for a property of a widget, an action, an item of a list, … */
export function wayOf(type: string, { name, shape }: Pick<Property, 'name' | 'shape'>): InputKind {
  const own = OWN_WAYS[`${type}.${name}`];
  if (own !== undefined) return own;
  if (shape.list === true)
    return shape.slot === 'display' ? 'cells' : shape.words === undefined ? 'lines' : 'several';
  switch (shape.slot) {
    case 'text':
    case 'expression':
    case 'any':
      return 'box';
    case 'path':
    case 'plain':
    case 'display':
    case 'url':
    case 'image':
    case 'date':
    case 'money':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'name':
    case 'id':
      return 'line';
    case 'word':
      return 'words';
    case 'elements':
      return 'records';
    case 'record':
    case 'query':
      return 'inputs';
    case 'literal':
      if (shape.words !== undefined) return 'words';
      if (shape.literal === 'boolean') return 'flag';
      if (shape.literal === 'object') return 'json';
      return shape.literal === 'integer' ? 'count' : 'line';
    default:
      return 'json';
  }
}

/** A property with its input. */
export function fill(type: string, property: Property): Filled {
  const { name } = property;
  const usual = USUAL[`${type}.${name}`];
  return {
    ...property,
    ...(usual !== undefined && { shape: { ...property.shape, default: usual } }),
    way: wayOf(type, property),
    field: `p-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    state: `p${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  };
}

/** Nodes are in the outline, and what a link does is a list of steps. */
const ELSEWHERE: ReadonlySet<string> = new Set(['nodes', 'slots', 'links']);

/** The properties of a node type with their kinds of input. */
export function filledOf(kind: Kind, type: string): readonly Filled[] {
  return propertiesOf(kind, type)
    .filter(({ shape }) => !ELSEWHERE.has(shape.slot))
    .map((property) => fill(type, property));
}

/** A section of the form. */
export interface FormGroup {
  readonly title: string;
  readonly properties: readonly Filled[];
  readonly isOpen: boolean;
}

/** The properties of a node that are one field each, in the sections of its form. */
export function groupsOf(properties: readonly Filled[]): readonly FormGroup[] {
  const all = properties.filter(isField);
  return [
    {
      title: 'Content',
      properties: all.filter(({ name }) => !CONDITIONS.has(name) && !TECHNICAL.has(name) && !RARE.has(name)),
      isOpen: true,
    },
    { title: 'More', properties: all.filter(({ name }) => RARE.has(name)), isOpen: false },
    {
      title: 'As an expression',
      properties: all.filter(({ name }) => CONDITIONS.has(name)),
      isOpen: false,
    },
    { title: 'Names', properties: all.filter(({ name }) => TECHNICAL.has(name)), isOpen: false },
  ];
}

/**
 * The properties form as a project with one screen, rendered by our engine. The plan does not contain values, so that all
 * nodes of a type share it.
 */
export function defineForm(groups: readonly FormGroup[]): readonly SourceFile[] {
  const all = groups.flatMap(({ properties }) => properties);
  const screen: Json = {
    $schema: '../schemas/screen.schema.json',
    grammar: GRAMMAR,
    id: 'properties',
    title: 'Properties',
    public: true,
    state: Object.fromEntries(all.map((property) => [property.state, stateOf(property)])),
    body: groups
      .filter(({ properties }) => properties.length > 0)
      .map(({ title, properties, isOpen }, at) => ({
        type: 'section',
        id: `g-${at}`,
        title: plainText(title),
        ...(!isOpen && { look: 'accordion' }),
        body: properties.map(fieldOf),
      })),
  };
  return [
    { path: 'screens/app.json', text: JSON.stringify(APP) },
    { path: 'screens/properties.screen.json', text: JSON.stringify(screen) },
  ];
}

const APP: Json = {
  $schema: '../schemas/app.schema.json',
  grammar: GRAMMAR,
  name: 'Studio',
  languages: { default: 'en', list: ['en'] },
  session: {},
  carried: {},
  config: {},
  kept: {},
  bridge: {},
  hosts: { leave: [], frame: [] },
  failures: { default: [{ do: 'notice', text: 'Something went wrong. Please try again.' }] },
};

function stateOf({ way }: Filled): Json {
  return way === 'flag' ? { type: 'boolean', initial: false } : { type: 'string', initial: '' };
}

function fieldOf(property: Filled): Json {
  const { title, help, way, field, state, shape } = property;
  const label = plainText(title);
  const common = {
    id: field,
    bind: `state.${state}`,
    label,
    ...(way !== 'flag' && help !== '' && { hint: plainText(help) }),
  };
  switch (way) {
    case 'words':
      return {
        type: 'choice',
        ...common,
        options: [
          ...(shape.required ? [] : [{ value: '', text: writeStandard(property) }]),
          ...(shape.words ?? [])
            .filter((word) => shape.required || word !== shape.default)
            .map((word) => ({ value: word, text: choiceOf(property.name, word) })),
        ],
      };
    case 'flag':
      return {
        type: 'check',
        id: field,
        bind: `state.${state}`,
        label: help === '' ? label : plainText(help),
      };
    case 'box':
    case 'lines':
      return { type: 'text-field', ...common, multiline: true };
    default:
      return {
        type: 'text-field',
        ...common,
        ...(property.options && {
          suggestions: property.options.map((value) => ({ value: plainText(value) })),
        }),
      };
  }
}

/** The label of an absent value. */
export function writeStandard({ name, shape }: Property): string {
  return shape.default === undefined ? 'Not said' : `${choiceOf(name, String(shape.default))}, as usual`;
}

/** Escapes a text so that it is no template. */
function plainText(text: string): string {
  return text.replaceAll('${', '$ {');
}
