import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { recordsIn, valueAt } from '#renderer/grammar/pointer.ts';
import type { World } from '#renderer/grammar/world.ts';

/** What the text of a member can be the name of. */
export type NameKind = 'screen' | 'part' | 'endpoint' | 'method' | 'overlay' | 'timer' | 'form' | 'list';

/** Members whose values are names of definitions. */
const MEMBERS: { readonly [member: string]: NameKind } = {
  to: 'screen',
  unknown: 'screen',
  signedOut: 'screen',
  part: 'part',
  endpoint: 'endpoint',
  lookup: 'endpoint',
  upload: 'endpoint',
  ask: 'endpoint',
  method: 'method',
  overlay: 'overlay',
  timer: 'timer',
  form: 'form',
  list: 'list',
};

/** Titles of the schemas whose values are such names. */
const TITLES: ReadonlySet<string> = new Set(['Identifier', 'Name']);

/**
 * The kind of name that a member's text is; undefined if it is no name.
 *
 * @param title - Title of the schema at the member.
 */
export function nameKindOf(member: string, title: string): NameKind | undefined {
  return TITLES.has(title) && Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
}

const NAMES: { readonly [kind in NameKind]: (world: World, root: unknown) => Iterable<string> } = {
  screen: ({ screens }) => screens.keys(),
  part: ({ parts }) => parts.keys(),
  endpoint: ({ contracts }) => contracts.names(),
  method: ({ app }) => app?.bridge.keys() ?? [],
  overlay: (_world, root) => keysAt(root, '/overlays'),
  timer: (_world, root) => keysAt(root, '/timers'),
  form: (_world, root) => formsIn(root).map(({ id }) => id),
  list: ({ app }, root) => [...keysAt(root, '/lists'), ...(app?.lists.keys() ?? [])],
};

/** Every name of a kind that a document can use. */
export function namesOfKind(kind: NameKind, world: World, root: unknown): readonly string[] {
  return [...new Set(NAMES[kind](world, root))];
}

export function keysAt(root: unknown, pointer: string): readonly string[] {
  const record = valueAt(root, pointer);
  return isJson(record) ? Object.keys(record) : [];
}

/** The forms of a document, with the pointer of each. */
export function formsIn(root: unknown): readonly { readonly id: string; readonly pointer: string }[] {
  const isForm = (record: Json): boolean => record['type'] === 'form' && typeof record['id'] === 'string';
  return [...recordsIn(root)].flatMap(({ record, pointer }) =>
    isForm(record) ? [{ id: wordOf(record['id']), pointer }] : [],
  );
}
