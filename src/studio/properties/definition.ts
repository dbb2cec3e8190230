import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Kind, type Property, propertiesOf, wordsOf } from './describe.ts';

/** The kind of input for a property. Other properties are listed and edited as JSON. */
export type InputKind = 'line' | 'box' | 'words' | 'flag' | 'count' | 'lines' | 'json';

export interface Filled extends Property {
  readonly way: InputKind;
  /** Name of its field. */
  readonly field: string;
  /** Name of its state variable. */
  readonly state: string;
}

type Json = { readonly [name: string]: unknown };

/** Properties about visibility and repetition. */
const CONDITIONS: ReadonlySet<string> = new Set(['visibleWhen', 'enabledWhen', 'each', 'as', 'at', 'key']);
/** Properties for developers, such as names that other places refer to, and `fallback` for older grammars. */
const TECHNICAL: ReadonlySet<string> = new Set(['id', 'fallback', 'placeholders', 'name', 'bind']);

function wayOf({ shape }: Property): InputKind {
  if (shape.list === true) return 'json';
  switch (shape.slot) {
    case 'text':
    case 'expression':
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
    case 'literal':
      if (shape.words !== undefined) return 'words';
      if (shape.literal === 'boolean') return 'flag';
      return shape.literal === 'string' ? 'line' : 'count';
    default:
      return 'json';
  }
}

/** Nodes are in the outline, and what a link does is a list of steps. */
const ELSEWHERE: ReadonlySet<string> = new Set(['nodes', 'slots', 'links']);

/** The properties of a node type with their kinds of input. */
export function filledOf(kind: Kind, type: string): readonly Filled[] {
  return propertiesOf(kind, type)
    .filter(({ shape }) => !ELSEWHERE.has(shape.slot))
    .map((property) => ({
      ...property,
      way: wayOf(property),
      field: `p-${property.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      state: `p${property.name.charAt(0).toUpperCase()}${property.name.slice(1)}`,
    }));
}

/** A section of the form. */
export interface FormGroup {
  readonly title: string;
  readonly properties: readonly Filled[];
  readonly isOpen: boolean;
}

/**
 * The properties of a node type, in the sections of its form.
 *
 * @param unshown - Names of properties whose values no field can show completely.
 */
export function groupsOf(
  kind: 'widgets' | 'overlays',
  type: string,
  unshown: ReadonlySet<string> = new Set(),
): readonly FormGroup[] {
  const all = filledOf(kind, type).filter(({ way, name }) => way !== 'json' && !unshown.has(name));
  return [
    {
      title: 'Content',
      properties: all.filter(({ name }) => !CONDITIONS.has(name) && !TECHNICAL.has(name)),
      isOpen: true,
    },
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
          ...(shape.required ? [] : [{ value: '', text: writeStandard(shape.default) }]),
          ...(shape.words ?? [])
            .filter((word) => shape.required || word !== shape.default)
            .map((word) => ({ value: word, text: wordsOf(word) })),
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
      return { type: 'text-field', ...common };
  }
}

/** The label of an absent value. */
function writeStandard(standard: Property['shape']['default']): string {
  return standard === undefined ? 'Not said' : `${wordsOf(String(standard))}, as usual`;
}

/** Escapes a text so that it is no template. */
function plainText(text: string): string {
  return text.replaceAll('${', '$ {');
}
