import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { type PropertyShape, shapes } from '#renderer/grammar/shapes.generated.ts';

/** A property of a node, from its schema. */
export interface Property {
  readonly name: string;
  /** Label. */
  readonly title: string;
  readonly help: string;
  readonly shape: PropertyShape;
}

/** Kinds of records that a grammar describes. `elements` are items of lists: a rule, an option, a column. */
export type Kind = 'widgets' | 'overlays' | 'actions' | 'elements' | 'records';

const SCHEMAS: { readonly [path: string]: Json } = import.meta.glob(
  [
    '../../../schemas/widgets/*.schema.json',
    '../../../schemas/overlays/*.schema.json',
    '../../../schemas/actions/*.schema.json',
    '../../../schemas/action-common.schema.json',
    '../../../schemas/node.schema.json',
    '../../../schemas/part.schema.json',
    '../../../schemas/rule.schema.json',
    '../../../schemas/screen.schema.json',
  ],
  { eager: true, import: 'default' },
);
const COMMON = schemaAt('node');

/** Definitions of all schemas by name, and the schema of a rule. */
const DEFINITIONS: { readonly [name: string]: Json } = {
  ...Object.assign({}, ...Object.values(SCHEMAS).map((schema) => recordsIn(schema['$defs']))),
  rule: schemaAt('rule'),
};

/** Members of a literal record, by its owner and its name. */
const OBJECTS: { readonly [path: string]: Json | undefined } = {
  'data.pages': recordsIn(DEFINITIONS['data']?.['properties'])['pages'],
  'slots.slot': recordsIn(recordsIn(schemaAt('part')['properties'])['slots'])['additionalProperties'],
};

/** Properties in the order of the schema; the common ones are last. */
export function propertiesOf(kind: Kind, type: string): readonly Property[] {
  // A document may name a type `toString`.
  const shape = Object.hasOwn(shapes[kind], type) ? shapes[kind][type] : undefined;
  if (shape === undefined) return [];
  const own = recordsIn(schemaOf(kind, type)?.['properties']);
  const common = recordsIn(recordsIn(COMMON['$defs'])['node']?.['properties']);
  const rank = (name: string) => {
    const at = Object.keys(own).indexOf(name);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return Object.entries(shape.properties)
    .filter(([, { now }]) => now === undefined)
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, of]) => describe(type, name, own[name] ?? common[name] ?? {}, of));
}

/** Members of a literal record, such as `pages` of data. */
export function membersOf(path: string): readonly Property[] {
  const schema = OBJECTS[path] ?? {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(recordsIn(schema['properties'])).map(([name, of]) =>
    describe(path, name, of, { ...shapeOf(of), required: required.includes(name) }),
  );
}

function shapeOf({ $ref, type }: Json): Omit<PropertyShape, 'required'> {
  const slot = /value\.schema\.json#\/\$defs\/(\w+)$/.exec(wordOf($ref ?? ''))?.[1];
  if (slot !== undefined) return { slot: slot as PropertyShape['slot'] };
  return type === 'integer'
    ? { slot: 'literal', literal: 'integer' }
    : { slot: 'literal', literal: 'string' };
}

function describe(type: string, name: string, schema: Json, shape: PropertyShape): Property {
  const { title, description } = schema;
  return {
    name,
    title: TITLES[`${type}.${name}`] ?? (typeof title === 'string' ? title : memberTitle(name)),
    help: plainSentences(description),
    shape,
  };
}

/** Marks of sentences that only developers need: code, string units, versions, JSON defaults, the network. */
const FOR_DEVELOPERS = /`|\$\{|UTF-16|grammar|JSON|endpoint|\bDefault:|idempotency|regular expression/;
/** Beginnings that say where a property can be used; a person who edits it sees that. */
const WHERE = /^(?:In a form|Outside a form): /;
/** The value that a sentence is about; the switch of the property shows it. */
const SWITCHED_ON = /(^|: )true: /;
const SWITCHED_OFF = /(^|: )false: /;
/** Beginnings of sentences that are understood only after the one before. */
const CONTINUES =
  /^(?:It|Its|They|Their|This|These|Such|Further|Until both|(?:With|Without) it|If (?:it|one|neither))\b/;

/** The sentences of a description that product staff need. The reference has all sentences. */
export function plainSentences(description: unknown): string {
  if (typeof description !== 'string') return '';
  let isLeftOut = false;
  return description
    .split(/(?<=[.?!]) (?=[A-Z]|false: )/)
    .map((sentence) =>
      sentence.replace(WHERE, '').replace(SWITCHED_ON, '$1').replace(SWITCHED_OFF, '$1Off: '),
    )
    .filter((sentence) => {
      isLeftOut = FOR_DEVELOPERS.test(sentence) || (isLeftOut && CONTINUES.test(sentence));
      return !isLeftOut;
    })
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
    .join(' ');
}

/** Label and description of a node type or of an item of a list. */
export function describeType(
  kind: 'widgets' | 'overlays' | 'elements',
  type: string,
): { title: string; help: string } {
  const { title, description } = schemaOf(kind, type) ?? {};
  return {
    title: typeof title === 'string' ? title : wordsOf(type),
    help: plainSentences(description),
  };
}

function schemaOf(kind: Kind, type: string): Json | undefined {
  return kind === 'elements' || kind === 'records' ? DEFINITIONS[type] : SCHEMAS[pathOf(`${kind}/${type}`)];
}

function schemaAt(name: string): Json {
  return SCHEMAS[pathOf(name)] ?? {};
}

function pathOf(name: string): string {
  return `../../../schemas/${name}.schema.json`;
}

function recordsIn(value: unknown): { readonly [name: string]: Json } {
  if (!isJson(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, of]) => (isJson(of) ? [[name, of]] : [])));
}

/** Labels of members of the grammar that cannot be derived from the name. */
const MEMBERS: { readonly [name: string]: string } = {
  src: 'Picture',
  alt: 'In words',
  each: 'Once for each of',
  as: 'Each is called',
  at: 'Its place is called',
  key: 'Told apart by',
  visibleWhen: 'Shown when',
  enabledWhen: 'Can be used when',
  bind: 'Writes',
  id: 'Id',
  ok: 'Button that accepts',
  cancel: 'Button that closes',
  clamp: 'Cut off after two lines',
  counter: 'Shows how many characters were typed',
  compute: 'Computed',
  encode: 'QR code of',
};

/** Labels of members whose name means something else elsewhere. */
const TITLES: { readonly [member: string]: string } = {
  'rule.rule': 'Rule',
  'rule.blocks': 'Stops the form from being sent',
  'rule.when': 'Only when',
  'rule.check': 'Must be true',
  'rule.of': 'Multiple of',
  'rule.fields': 'Different in',
  'rule.with': 'Sends',
  'rule.endpoint': 'Asks',
  'rule.debounceMs': 'Waits, in milliseconds',
  'text-field.check': 'Checked for the first time',
  'choice.check': 'Checked for the first time',
  'choices.check': 'Checked for the first time',
  'city.check': 'Checked for the first time',
  'day.check': 'Checked for the first time',
  'check.check': 'Checked for the first time',
  'rating.check': 'Checked for the first time',
  'number-field.check': 'Checked for the first time',
  'form.check': 'Fields are checked',
  'column.align': 'Aligned',
  'text-field.suggestions': 'Suggestions',
  'text-field.search': 'Typed text goes to',
  'choice.search': 'Typed text goes to',
  'repeat.initial': 'Begins with',
  'part.with': 'Inputs of the part',
  'data.endpoint': 'Asks',
  'data.with': 'Sends',
  'data.when': 'Only when',
  'data.refresh': 'Read again',
  'data.pages': 'Read by pages',
  'data.offline': 'Kept on the phone',
  'data.failed': 'Text if it fails',
  'data.pages.list': 'The list',
  'data.pages.with': 'Sends for the next page',
  'data.pages.when': 'There is a next page when',
  'data.pages.size': 'Items of a full page',
  'data.pages.key': 'Items are told apart by',
};

/** Words that are no label by themselves. */
const CHOICES: { readonly [choice: string]: string } = {
  true: 'Yes',
  false: 'No',
  'check.send': 'When the form is sent',
  'check.leave': 'When the person leaves the field',
  'check.type': 'While the person types',
  'align.start': 'At the beginning',
  'align.end': 'At the end, for amounts',
  'look.total': 'A sum',
  'refresh.pull': 'When the person pulls down',
  'refresh.resume': 'When the page is shown again',
};

/** Label of one of the words that a property can have. */
export function choiceOf(property: string, word: string): string {
  return CHOICES[`${property}.${word}`] ?? CHOICES[word] ?? wordsOf(word);
}

/** Label of a member of the grammar: `src` → `Picture`, `disabledNote` → `Disabled note`. */
export function memberTitle(name: string): string {
  return Object.hasOwn(MEMBERS, name) ? (MEMBERS[name] ?? name) : wordsOf(name);
}

/** A name in words: `orderStatus` → `Order status`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/^x-/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[-_]/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
