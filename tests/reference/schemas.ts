import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/* The schemas of the grammar as the reference shows them: members with their descriptions. */

const FOLDER = join(import.meta.dirname, '../../schemas');

export interface Schema {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: { readonly [name: string]: Schema };
  readonly 'x-words'?: readonly string[];
}

/** A schema, and the file that its references are relative to, below schemas/. */
export interface Placed {
  readonly file: string;
  readonly schema: Schema;
}

export interface Member {
  readonly name: string;
  /** In Markdown. */
  readonly kind: string;
  readonly isRequired: boolean;
  readonly default: unknown;
  readonly description: string;
}

/** A record of a document, with its nested records that have no own page, each once. */
export interface Described {
  readonly members: readonly Member[];
  readonly inner: readonly { readonly title: string; readonly members: readonly Member[] }[];
}

/** A record that is described further down. */
interface Inner {
  readonly title: string;
  readonly place: Placed;
}

export function readSchema(file: string): Schema {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Schema;
}

/** A member whose description is too short to explain it. */
export interface Unexplained {
  readonly file: string;
  /** JSON Pointer of the member in its schema. */
  readonly pointer: string;
}

/** Every schema of the language, below schemas/; the contracts in `api` are documents, not schemas. */
export function schemaFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.schema.json'))
    .sort();
}

/** A shorter description only repeats the member's name ("Which.", "The amount."). */
const FEWEST_WORDS = 4;

/** Members without a description, anywhere in a schema. `type` and `do` only select the schema. */
export function unexplainedMembers(file: string, schema: Schema): readonly Unexplained[] {
  const isKind = (name: string, member: Schema) =>
    member.const !== undefined && (name === 'type' || name === 'do') && file.includes('/');
  return membersIn(schema, '')
    .filter(({ name, member }) => !isKind(name, member))
    .filter(({ member }) => (member.description ?? '').split(/\s+/).length < FEWEST_WORDS)
    .map(({ pointer }) => ({ file, pointer }));
}

interface Found {
  readonly name: string;
  readonly member: Schema;
  readonly pointer: string;
}

/** Conditional subschemas do not describe members. */
const CONDITIONS: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'not',
  'examples',
  'default',
  'const',
]);

function membersIn(value: unknown, pointer: string): readonly Found[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as { readonly [keyword: string]: unknown }).flatMap(([keyword, inside]) => {
    const at = `${pointer}/${keyword}`;
    if (CONDITIONS.has(keyword)) return [];
    return keyword === 'properties' && isSchemas(inside)
      ? membersOfProperties(inside, at)
      : membersIn(inside, at);
  });
}

function membersOfProperties(properties: { readonly [name: string]: Schema }, at: string): readonly Found[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const pointer = `${at}/${name}`;
    return [{ name, member, pointer }, ...membersIn(member, pointer)];
  });
}

function isSchemas(value: unknown): value is { readonly [name: string]: Schema } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every entry of a catalogue (widget, overlay, action), in its order. */
export function readCatalogue(file: string): readonly Placed[] {
  return (readSchema(file).oneOf ?? []).map(({ $ref = '' }) => ({ file: $ref, schema: readSchema($ref) }));
}

export function nameOf({ file }: Placed): string {
  return file.replace(/^.*\/(.+)\.schema\.json$/, '$1');
}

function follow({ file, schema }: Placed): Placed {
  if (schema.$ref === undefined) return { file, schema };
  const [path = '', pointer = ''] = schema.$ref.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  let found: unknown = readSchema(target);
  for (const name of pointer.split('/').slice(1))
    found = (found as { readonly [name: string]: unknown })[name];
  return { file: target, schema: found as Schema };
}

/** Links to pages of other schemas, from a page `up` folders below docs/reference. */
const PAGES: readonly (readonly [reference: RegExp, link: (name: string, up: string) => string])[] = [
  [/value\.schema\.json#\/\$defs\/(\w+)$/, (name, up) => `[${name}](${up}values.md#${name})`],
  [/node\.schema\.json#\/\$defs\/nodes$/, (_name, up) => `array of [widgets](${up}README.md#widgets)`],
  [/node\.schema\.json#\/\$defs\/actions$/, (_name, up) => `array of [actions](${up}actions.md)`],
  [/node\.schema\.json#\/\$defs\/tap$/, (_name, up) => `\`tap\`: array of [actions](${up}actions.md)`],
  [/widget\.schema\.json$/, (_name, up) => `a [widget](${up}README.md#widgets)`],
  [/overlay\.schema\.json$/, (_name, up) => `an [overlay](${up}README.md#overlays)`],
  [/rule\.schema\.json$/, (_name, up) => `[rule](${up}values.md#rules)`],
];

/**
 * @param up - From the page to docs/reference/, as `../`.
 * @param without - Members that are described on another page.
 */
export function describeRecord(
  place: Placed,
  up: string,
  without: ReadonlySet<string> = new Set(),
): Described {
  const inner: Inner[] = [];
  const members = membersOf(place, up, inner, without);
  // Records found on the way are added, and records may be recursive.
  const described: { title: string; members: readonly Member[] }[] = [];
  for (let at = 0; at < inner.length; at += 1) {
    const one = inner[at];
    if (one !== undefined) described.push({ title: one.title, members: membersOf(one.place, up, inner) });
  }
  return { members, inner: described };
}

/** @param without - Members described on another page: of the record itself, not of its nested records. */
function membersOf(
  place: Placed,
  up: string,
  inner: Inner[],
  without: ReadonlySet<string> = new Set(),
): readonly Member[] {
  const { file, schema } = follow(place);
  const members: Member[] = [];
  const parts = [{ file, schema }, ...(schema.allOf ?? []).map((part) => follow({ file, schema: part }))];
  const required = new Set(parts.flatMap((part) => part.schema.required ?? []));
  for (const part of parts) {
    for (const [name, property] of Object.entries(part.schema.properties ?? {})) {
      // A renamed member is described at its present name.
      if (property.deprecated === true || without.has(name) || members.some((member) => member.name === name))
        continue;
      members.push({
        name,
        kind: kindOf({ file: part.file, schema: property }, up, inner),
        isRequired: required.has(name),
        default: property.default,
        description: property.description ?? '',
      });
    }
  }
  return members;
}

function kindOf(place: Placed, up: string, inner: Inner[]): string {
  const { file, schema } = place;
  if (schema.$ref !== undefined) {
    const reference = schema.$ref.startsWith('#') ? `${file}${schema.$ref}` : schema.$ref;
    for (const [pattern, link] of PAGES) {
      const found = pattern.exec(reference);
      if (found === null) continue;
      return schema['x-words'] === undefined ? link(found[1] ?? '', up) : words(schema['x-words']);
    }
    const target = follow(place);
    if (target.schema.properties === undefined) return kindOf(target, up, inner);
    return note(target, inner);
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return words(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined)
    return [...new Set(options.map((option) => kindOf({ file, schema: option }, up, inner)))].join(', or ');
  if (schema.items !== undefined)
    return `array of ${kindOf({ file, schema: schema.items }, up, inner).replace(/^an? /, '')}`;
  if (typeof schema.additionalProperties === 'object')
    return `map of ${kindOf({ file, schema: schema.additionalProperties }, up, inner)}`;
  if (schema.properties !== undefined) return note(place, inner);
  return [schema.type ?? 'any value'].flat().join(' or ');
}

/** A nested object: its own table further down, under its title. */
function note(place: Placed, inner: Inner[]): string {
  const { title } = place.schema;
  if (title === undefined)
    throw new Error(`An object in ${place.file} has no title: ${JSON.stringify(place.schema)}`);
  const same = inner.find((one) => one.title === title);
  if (same === undefined) inner.push({ title, place });
  else if (JSON.stringify(same.place.schema) !== JSON.stringify(place.schema))
    throw new Error(`Two objects of one page have the title "${title}", the second in ${place.file}`);
  return `[${title.toLowerCase()}](#${anchorOf(title)})`;
}

export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const words = (values: readonly unknown[]): string => values.map(code).join(' · ');
