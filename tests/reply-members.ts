import { parse } from 'jsonc-parser';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { projectFiles } from './engine.ts';

/* The reply members in the contracts, read from the files instead of the checker. */

export type Json = { readonly [name: string]: unknown };

/** A member of a reply: `['recProducts', '[]', 'id']` of `order-details`. */
export interface ReplyMember {
  readonly endpoint: string;
  readonly path: readonly string[];
  readonly name: string;
  readonly isRequired: boolean;
  /** The declaration of the member in the contract. */
  readonly schema: Json;
  /** Its path, for example `order-details#recProducts[].id`, in the format of `like`. */
  readonly place: string;
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const contractFiles: readonly ProjectFile[] = projectFiles.filter(({ path }) =>
  path.endsWith('.endpoint.json'),
);

/** Every member of every reply schema; nested ones after their parents. */
export const replyMembers: readonly ReplyMember[] = contractFiles.flatMap((file) => {
  const contract = parseFile(file);
  return [...membersOf(String(contract['name']), contract['reply'], [])];
});

export function parseFile(file: ProjectFile): Json {
  return parse(file.text, [], { allowTrailingComma: true }) as Json;
}

export function spellPlace(endpoint: string, path: readonly string[]): string {
  return `${endpoint}#${path.join('.').replaceAll('.[]', '[]')}`;
}

function* membersOf(endpoint: string, schema: unknown, path: readonly string[]): Generator<ReplyMember> {
  if (!isJson(schema)) return;
  if (schema['items'] !== undefined) yield* membersOf(endpoint, schema['items'], [...path, '[]']);
  const required = (schema['required'] ?? []) as readonly string[];
  for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Json)) {
    const at = [...path, name];
    yield {
      endpoint,
      path: at,
      name,
      isRequired: required.includes(name),
      schema: member as Json,
      place: spellPlace(endpoint, at),
    };
    yield* membersOf(endpoint, member, at);
  }
}

/** The project with one reply member renamed; its wire name, and therefore the screens, stay the same. */
export function renameMember({ endpoint, path, name }: ReplyMember): readonly ProjectFile[] {
  return projectFiles.map((file) => {
    if (!file.path.endsWith(`/${endpoint}.endpoint.json`)) return file;
    const contract = parseFile(file);
    const reply = renameIn(contract['reply'] as Json, path, `${name}Renamed`);
    return { ...file, text: JSON.stringify({ ...contract, reply }) };
  });
}

function renameIn(schema: Json, [step = '', ...rest]: readonly string[], name: string): Json {
  if (step === '[]') return { ...schema, items: renameIn(schema['items'] as Json, rest, name) };
  const properties = schema['properties'] as { readonly [name: string]: Json };
  if (rest.length > 0) {
    const inner = renameIn(properties[step] as Json, rest, name);
    const renamed = { ...inner, ...renameDefault(inner['default'], rest, name) };
    return { ...schema, properties: { ...properties, [step]: renamed } };
  }
  const entries = Object.entries(properties).map(([old, member]) =>
    old === step ? [name, { wire: old, ...member }] : [old, member],
  );
  const required = (schema['required'] as readonly string[] | undefined)?.map((old) =>
    old === step ? name : old,
  );
  return { ...schema, properties: Object.fromEntries(entries), ...(required && { required }) };
}

/** A declared default of the parent record uses plain names too. */
function renameDefault(value: unknown, path: readonly string[], name: string): { default?: Json } {
  const [step = ''] = path;
  if (path.length !== 1 || !isJson(value) || !(step in value)) return {};
  const { [step]: member, ...others } = value;
  return { default: { ...others, [name]: member } };
}
