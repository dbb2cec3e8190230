import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Property, propertiesOf, wordsOf } from './describe.ts';

/** How a property is filled in. Others are told, and edited as JSON. */
export type Way = 'line' | 'box' | 'words' | 'flag' | 'count' | 'lines' | 'json';

export interface Filled extends Property {
  readonly way: Way;
  /** Id of its field. */
  readonly field: string;
  /** Name of the state that it writes. */
  readonly state: string;
}

type Json = { readonly [name: string]: unknown };

/** What decides whether a node is there and how often, by name. */
const CONDITIONS: ReadonlySet<string> = new Set(['visibleWhen', 'enabledWhen', 'each', 'as', 'at', 'key']);
/** Names for other places of the definition, and what only readers of other grammars need. */
const TECHNICAL: ReadonlySet<string> = new Set(['id', 'fallback', 'placeholders', 'name', 'bind']);

function wayOf({ shape }: Property): Way {
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

/** The properties of a kind of node, with how each is filled in. */
export function filledOf(kind: 'widgets' | 'overlays', type: string): readonly Filled[] {
  return propertiesOf(kind, type)
    .filter(({ shape }) => shape.slot !== 'nodes')
    .map((property) => ({
      ...property,
      way: wayOf(property),
      field: `p-${property.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      state: `p${property.name.charAt(0).toUpperCase()}${property.name.slice(1)}`,
    }));
}

/** What stands together in a form. */
export interface FormGroup {
  readonly title: string;
  readonly properties: readonly Filled[];
  readonly isOpen: boolean;
}

/**
 * The properties of a kind of node, grouped as in its form.
 *
 * @param unshown - names of properties whose values no field can show completely.
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
 * The form in which something is filled in: a project of one screen in our own language, which our own engine draws.
 * What stands in it is written to its fields when it is opened, so that all nodes of a kind share one plan.
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

/** What stands where nothing is said. */
function writeStandard(standard: Property['shape']['default']): string {
  return standard === undefined ? 'Not said' : `${wordsOf(String(standard))}, as usual`;
}

/** A text of ours in a definition: what would be a template stands as it is read. */
function plainText(text: string): string {
  return text.replaceAll('${', '$ {');
}
