import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { Filled, FormGroup, InputKind } from './definition.ts';
import { plainSentences, wordsOf } from './describe.ts';
import { isShownWhole } from './shown.ts';

const SCHEMAS: { readonly [path: string]: Json } = import.meta.glob(
  [
    '../../../schemas/app.schema.json',
    '../../../schemas/screen.schema.json',
    '../../../schemas/part.schema.json',
  ],
  { eager: true, import: 'default' },
);

/** The settings of a document outside of its nodes, as a form. Names are JSON Pointers. */
export interface Settings {
  readonly title: string;
  readonly help: string;
  readonly groups: readonly FormGroup[];
  /** Lists of records; items can be added and removed. */
  readonly lists: readonly SettingsList[];
  /** Named values that are only an expression, which can get a title. */
  readonly untitled: readonly {
    readonly pointer: string;
    readonly title: string;
    readonly expression: string;
  }[];
  /** Data that can be read again at an interval. */
  readonly polling: readonly Polling[];
  /** Values without a field. */
  readonly others: readonly { readonly name: string; readonly title: string; readonly value: unknown }[];
}

export interface Polling {
  readonly pointer: string;
  readonly title: string;
  /** Whether it is read again. */
  readonly isOn: boolean;
}

export interface SettingsList {
  readonly pointer: string;
  readonly title: string;
  readonly length: number;
  /** Initial value of a new record. */
  readonly blank: Json;
}

/** Nodes and events have their own panes; `$schema` and `grammar` are not edited by hand. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['$schema', 'grammar', 'id', 'body', 'bar', 'overlays', 'slots', 'on', 'failures', 'exit'],
]);
/** Settings for developers, by their name in the document. */
const TECHNICAL: ReadonlySet<string> = new Set([
  ...['signedIn', 'sessionQuery', 'reference', 'session', 'special', 'demo', 'review', 'routes'],
  ...['paramSets', 'description'],
]);
/** The first grammar in which data can be read again at an interval. */
const POLLING_SINCE = 5;
const GENERAL = 'In general';
const VALUES = 'Named values';
const LISTS = 'Lists of actions';
const LAST = 'For developers';
/** Order of the groups; all others keep the order of the document. */
const RANKS: { readonly [group: string]: number } = { [GENERAL]: -2, Brand: -1, [LAST]: 1 };
/** Kind of input by the name of the value's schema in `$defs`. */
const SLOTS: { readonly [slot: string]: InputKind } = {
  text: 'box',
  plain: 'line',
  name: 'line',
  id: 'line',
};

interface Leaf extends Omit<Filled, 'field' | 'state'> {
  readonly group: string;
}

type Found =
  | { readonly field: Leaf }
  | { readonly list: SettingsList }
  /** A value without a field. */
  | { readonly other: Settings['others'][number] };

/** @returns undefined for documents without a form: catalogues and contracts. */
export function settingsOf(file: string, document: Json): Settings | undefined {
  const schema = schemaOf(file);
  if (schema === undefined) return undefined;
  const found = Object.entries(membersOf(schema)).flatMap(([name, of]) =>
    ELSEWHERE.has(name) ? [] : [...findMember(document, name, of)],
  );
  const { description } = document;
  return {
    title: file === APP_FILE ? 'The application' : file.includes('/parts/') ? 'A part' : 'The screen',
    help: typeof description === 'string' ? description : '',
    groups: groupsOf(found.flatMap((one) => ('field' in one ? [one.field] : []))),
    untitled: untitledOf(document),
    polling: pollingOf(document),
    lists: found.flatMap((one) => ('list' in one ? [one.list] : [])),
    others: found.flatMap((one) => ('other' in one ? [one.other] : [])),
  };
}

function groupsOf(leaves: readonly Leaf[]): readonly FormGroup[] {
  const titles = [...new Set(leaves.map(({ group }) => group))];
  titles.sort((one, other) => (RANKS[one] ?? 0) - (RANKS[other] ?? 0));
  return titles.map((title, at) => ({
    title,
    isOpen: at === 0,
    properties: leaves.flatMap((leaf, index) =>
      leaf.group === title ? [{ ...leaf, field: `p-${index}`, state: `p${index}` }] : [],
    ),
  }));
}

function findMember(document: Json, name: string, of: Json): readonly Found[] {
  const value = document[name];
  if (name === 'values' && isJson(value))
    return Object.entries(value).flatMap((one) => findValue(document, one));
  if (name === 'lists' && isJson(value))
    return Object.entries(value).flatMap((one) => findList(document, one));
  if (name === 'data' && isJson(value))
    return Object.entries(value).flatMap((one) => findPolling(document, one));
  const group = TECHNICAL.has(name) ? LAST : '';
  const found = [...findIn(document, of, joinPointer('', name), group, wordsOf(name))];
  const isFound = found.some((one) => 'field' in one || 'other' in one);
  return isFound || value === undefined
    ? found
    : [...found, { other: { name: `/${name}`, title: wordsOf(name), value } }];
}

/** Title and note of a named value or list. */
function findNames(document: Json, pointer: string, called: string, group: string): readonly Found[] {
  const shape = { slot: 'literal', required: false } as const;
  return [
    { name: `${pointer}/title`, title: `${called}: title`, help: 'Name for people.', way: 'line' as const },
    { name: `${pointer}/description`, title: `${called}: what it means`, help: '', way: 'box' as const },
  ].map((leaf) => fieldOf(document, { ...leaf, shape, group }));
}

function findValue(document: Json, [name, raw]: readonly [string, unknown]): readonly Found[] {
  const pointer = joinPointer('/values', name);
  // Not its title, which changes while it is typed.
  const called = wordsOf(name);
  const names = isJson(raw) ? findNames(document, pointer, called, VALUES) : [];
  const { choose, text } = isJson(raw) ? raw : {};
  if (choose !== undefined) return [...names, { other: { name: pointer, title: called, value: { choose } } }];
  const leaf = {
    name: `${pointer}${isJson(raw) ? (text === undefined ? '/value' : '/text') : ''}`,
    title: text === undefined ? `${called}: expression` : `${called}: text`,
    help: '',
    way: 'box' as const,
    shape: { slot: text === undefined ? 'expression' : 'text', required: true } as const,
    group: VALUES,
  };
  return [...names, fieldOf(document, leaf)];
}

function untitledOf({ values }: Json): Settings['untitled'] {
  return Object.entries(isJson(values) ? values : {}).flatMap(([name, expression]) =>
    typeof expression === 'string'
      ? [{ pointer: joinPointer('/values', name), title: wordsOf(name), expression }]
      : [],
  );
}

function pollingOf({ grammar, data }: Json): readonly Polling[] {
  if (typeof grammar !== 'number' || grammar < POLLING_SINCE) return [];
  return Object.entries(isJson(data) ? data : {}).flatMap(([name, one]) =>
    isJson(one)
      ? [
          {
            pointer: `${joinPointer('/data', name)}/every`,
            title: wordsOf(name),
            isOn: one['every'] !== undefined,
          },
        ]
      : [],
  );
}

function findList(document: Json, [name, raw]: readonly [string, unknown]): readonly Found[] {
  return isJson(raw) ? findNames(document, joinPointer('/lists', name), wordsOf(name), LISTS) : [];
}

/** How often and how long data is read again. */
function findPolling(document: Json, [name, raw]: readonly [string, unknown]): readonly Found[] {
  const every = isJson(raw) ? raw['every'] : undefined;
  if (!isJson(every)) return [];
  const pointer = joinPointer('/data', name);
  const called = `${wordsOf(name)} is read again`;
  const number = { way: 'count', shape: { slot: 'literal', required: true } } as const;
  return [
    { ...number, name: 'seconds', title: `${called}, after seconds`, help: '' },
    { ...number, name: 'times', title: `${called}, at most so many times`, help: '' },
    {
      name: 'until',
      title: `${called}, until`,
      help: 'An expression.',
      way: 'box' as const,
      shape: { slot: 'expression', required: false } as const,
    },
  ].map((leaf) =>
    fieldOf(document, { ...leaf, name: `${pointer}/every/${leaf.name}`, group: 'Reading again' }),
  );
}

/** A field for a value, if the field can show it completely. */
function fieldOf(document: Json, leaf: Leaf): Found {
  const value = valueAt(document, leaf.name);
  if (isShownWhole({ ...leaf, field: '', state: '' }, value)) return { field: leaf };
  return { other: { name: leaf.name, title: leaf.title, value } };
}

/** @param group - Section of the field. @param title - Label within the section. */
function* findIn(document: Json, of: Json, pointer: string, group: string, title: string): Iterable<Found> {
  const input = inputOf(of);
  if (input !== undefined) {
    const { description } = of;
    const help =
      group === LAST && typeof description === 'string' ? description : plainSentences(description);
    const shape = { slot: 'literal' as const, required: false, ...input.shape };
    const common = { name: pointer, title, help, group: group === '' ? GENERAL : group };
    yield fieldOf(document, { ...common, shape, way: input.way });
    return;
  }
  if (of['$ref'] !== undefined || of['type'] !== 'object') return;
  for (const [name, member] of Object.entries(membersOf(of))) {
    const called = wordsOf(name);
    const label = group === '' ? called : `${title}: ${called.toLowerCase()}`;
    yield* findIn(document, member, joinPointer(pointer, name), group === '' ? title : group, label);
  }
  const value = valueAt(document, pointer);
  if (isJson(value) && isJson(of['additionalProperties']))
    yield* findTyped(document, value, pointer, group, title);
}

/** Fields for the values of the product; each value is written together with its type. */
function* findTyped(
  document: Json,
  record: Json,
  pointer: string,
  group: string,
  title: string,
): Iterable<Found> {
  for (const [name, entry] of Object.entries(record)) {
    if (!isJson(entry)) continue;
    const at = joinPointer(pointer, name);
    const { type, default: standard, known, description } = entry;
    if (standard === undefined || type === undefined) {
      // A group of values.
      if (type === undefined) yield* findTyped(document, entry, at, '', wordsOf(name));
      continue;
    }
    const place = joinPointer(at, 'default');
    const help = typeof description === 'string' ? description : '';
    const common = { name: place, title: wordsOf(name), help, group: group === '' ? title : group };
    if (Array.isArray(standard)) {
      yield* findRecords(document, entry, standard, place, common);
      continue;
    }
    const words = Array.isArray(known) ? known.map(String) : undefined;
    const way = words ? 'words' : type === 'boolean' ? 'flag' : type === 'integer' ? 'count' : 'line';
    const slot = type === 'number' ? 'number' : 'literal';
    yield fieldOf(document, { ...common, way, shape: { slot, required: true, ...(words && { words }) } });
  }
}

function* findRecords(
  document: Json,
  entry: Json,
  records: readonly unknown[],
  place: string,
  common: Pick<Leaf, 'title' | 'help' | 'group'>,
): Iterable<Found> {
  const items = isJson(entry['items']) ? entry['items'] : {};
  const members = Object.entries(membersOf(items)).filter(([, member]) => isPlain(member));
  if (members.length === 0) {
    yield { other: { name: place, title: common.title, value: records } };
    return;
  }
  const known = new Set(members.map(([name]) => name));
  for (const [at, record] of records.entries()) {
    // A record is removed as a whole, so members without a field are shown too.
    for (const [name, value] of Object.entries(isJson(record) ? record : {})) {
      if (known.has(name)) continue;
      const title = `${common.title}, ${at + 1}: ${wordsOf(name).toLowerCase()}`;
      yield { other: { name: [place, String(at), name].reduce(joinPointer), title, value } };
    }
    for (const [name, { type }] of members) {
      yield fieldOf(document, {
        ...common,
        help: at === 0 ? common.help : '',
        name: joinPointer(joinPointer(place, String(at)), name),
        title: `${common.title}, ${at + 1}: ${wordsOf(name).toLowerCase()}`,
        way: type === 'integer' ? 'count' : 'line',
        shape: { slot: 'literal', required: true },
      });
    }
  }
  yield {
    list: {
      pointer: place,
      title: common.title,
      length: records.length,
      blank: Object.fromEntries(members.map(([name, { type }]) => [name, type === 'integer' ? 0 : ''])),
    },
  };
}

/** The input for a value; undefined for an object and for a value without an input. */
function inputOf(
  of: Json,
): { readonly way: InputKind; readonly shape?: Partial<Filled['shape']> } | undefined {
  const slot = /\$defs\/(\w+)$/.exec(wordOf(of['$ref'] ?? ''))?.[1];
  if (slot !== undefined) {
    const way = SLOTS[slot];
    return way && { way, shape: { slot: slot === 'text' ? 'text' : 'literal' } };
  }
  const words = of['enum'];
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) {
    const standard = of['default'];
    return { way: 'words', shape: { words, ...(typeof standard === 'string' && { default: standard }) } };
  }
  switch (of['type']) {
    case 'string':
      return { way: 'line' };
    case 'integer':
      return { way: 'count' };
    case 'boolean':
      return { way: 'flag', shape: { default: of['default'] === true } };
    case 'array':
      return isJson(of['items']) && isPlain(of['items']) ? { way: 'lines' } : undefined;
    default:
      return undefined;
  }
}

function schemaOf(file: string): Json | undefined {
  const kind =
    file === APP_FILE ? 'app' : /^screens\/(?:parts\/)?[^/]+\.(screen|part)\.json$/.exec(file)?.[1];
  return kind === undefined ? undefined : SCHEMAS[`../../../schemas/${kind}.schema.json`];
}

function membersOf(schema: Json): { readonly [name: string]: Json } {
  const { properties } = schema;
  if (!isJson(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, of]) => (isJson(of) ? [[name, of]] : [])),
  );
}

/** Whether the schema is a string or an integer. */
function isPlain({ type, $ref }: Json): boolean {
  return type === 'string' || type === 'integer' || /\$defs\/(?:name|id)$/.test(wordOf($ref ?? ''));
}
