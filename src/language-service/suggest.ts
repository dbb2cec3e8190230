import { getNodeValue, parseTree } from 'jsonc-parser';
import { isJson } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { namesAfter } from '#renderer/grammar/scope-at.ts';
import { isFixtureKind, schemaKind } from './document-kinds.ts';
import { nameKindOf, namesOfKind } from './named.ts';
import { type Caret, caretAt, type Range } from './place.ts';
import { fixtureNames, projectMembers } from './project-names.ts';
import type { Surroundings } from './surroundings.ts';
import { describedAt, describedChoice, type DescribedMember } from './schema-at.ts';

/** A suggestion at the caret. */
export interface Suggestion {
  readonly label: string;
  readonly kind: 'member' | 'word' | 'name' | 'path' | 'function';
  /** Short description. */
  readonly detail: string;
  readonly help: string;
  /** Higher ranks come first; required members have the highest. */
  readonly rank: number;
  /** Text that replaces `replaced`; `caret` is an offset in it. */
  readonly insert: string;
  readonly caret: number;
}

export interface Suggestions {
  /** Offset at which the typed text that filters the labels begins. */
  readonly from: number;
  readonly replaced: Range;
  readonly all: readonly Suggestion[];
}

/** @param offset - Offset of the caret. */
export function suggestAt(text: string, offset: number, around: Surroundings): Suggestions | undefined {
  const kind = schemaKind(around.file);
  if (kind === undefined) return undefined;
  const caret = caretAt(text, offset);
  const root = readValue(text);
  const from = caret.quoted ? caret.quoted.from + 1 : offset - caret.before.length;
  const replaced = caret.quoted ?? { from, to: offset };
  if (caret.isName) return { from, replaced, all: membersOf(kind, caret, text, replaced, around) };
  const paths = caret.quoted && pathsAt(text, offset, caret, around);
  if (paths !== undefined) return paths;
  return { from, replaced, all: [...wordsOf(kind, root, caret), ...namesOf(kind, root, caret, around)] };
}

/** The value of a document, as far as it can be parsed. */
export function readValue(text: string): unknown {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && getNodeValue(tree);
}

function membersOf(
  kind: string,
  { pointer }: Caret,
  text: string,
  replaced: Range,
  surroundings: Surroundings,
): readonly Suggestion[] {
  const around = parentOf(pointer);
  const rest = text.slice(replaced.to);
  // A name without a value would hide the next member from the parser.
  const isNew = !/^\s*:/.test(rest);
  const root = readValue(isNew ? text.slice(0, replaced.from) + rest : text);
  const record = valueAt(root, around);
  const own = pointer.slice(around.length + 1);
  const written = isJson(record) ? Object.keys(record).filter((name) => isNew || name !== own) : [];
  const suggest = (
    name: string,
    begin: string,
    detail: string,
    help: string,
    isRequired: boolean,
  ): Suggestion => {
    const value = isNew ? `: ${begin}` : '';
    const comma = value !== '' && /^\s*"/.test(rest) ? ',' : '';
    const quoted = JSON.stringify(name);
    return {
      ...{ label: name, kind: 'member', detail, help, rank: isRequired ? 1 : 0 },
      insert: quoted + value + comma,
      caret: quoted.length + (/["[{]/.test(value) ? value.length - 1 : value.length),
    };
  };
  return [
    ...projectMembers(kind, root, around, surroundings).map(({ name, begin, detail, isRequired }) =>
      suggest(name, begin, detail, '', isRequired),
    ),
    ...describedAt(kind, root, around).members.map((member) =>
      suggest(member.name, emptyOf(member), detailOf(member), member.help, member.isRequired),
    ),
  ].filter(({ label }) => !written.includes(label));
}

/** The initial text of a member's value; empty if it has several types. */
function emptyOf({ types, values }: DescribedMember): string {
  const [first] = types;
  if (types.includes('string') || values.some((one) => typeof one === 'string')) return '""';
  if (first === 'array') return '[]';
  return first === 'object' ? '{}' : '';
}

function detailOf({ title, types, values }: Omit<DescribedMember, 'name' | 'isRequired' | 'help'>): string {
  if (title !== '' && title !== 'Word') return title;
  if (values.length > 0) return values.slice(0, 4).map(String).join(' · ') + (values.length > 4 ? ' …' : '');
  return types.join(' or ');
}

function wordsOf(kind: string, root: unknown, { pointer }: Caret): readonly Suggestion[] {
  const around = parentOf(pointer);
  const name = pointer.slice(around.length + 1);
  return describedAt(kind, root, pointer).values.map((value) => {
    const choice =
      name === 'type' || name === 'do' ? describedChoice(kind, root, around, name, value) : undefined;
    return written(String(value), 'word', choice?.title ?? '', choice?.help ?? '', JSON.stringify(value));
  });
}

function namesOf(
  kind: string,
  root: unknown,
  { pointer }: Caret,
  around: Surroundings,
): readonly Suggestion[] {
  if (isFixtureKind(kind)) return fixtureNames(root, pointer, around).map((name) => reference(name, ''));
  const { title } = describedAt(kind, root, pointer);
  if (title === 'Image') return [...around.world.assets].map((name) => reference(`asset:${name}`, 'picture'));
  const member = pointer.slice(pointer.lastIndexOf('/') + 1);
  const named = nameKindOf(member, title);
  if (named === undefined) return [];
  return namesOfKind(named, around.world, root).map((name) => reference(name, title === 'Name' ? '' : named));
}

function reference(name: string, detail: string): Suggestion {
  return written(name, 'name', detail, '', JSON.stringify(name));
}

function pathsAt(text: string, offset: number, caret: Caret, around: Surroundings): Suggestions | undefined {
  const scope = around.scopeAt(caret.pointer);
  const found = scope && namesAfter(caret.before, scope);
  if (found === undefined) return undefined;
  const from = offset - found.begun.length;
  const rest = /^\w*/.exec(text.slice(offset))?.[0] ?? '';
  return {
    from,
    replaced: { from, to: offset + rest.length },
    all: [
      ...found.names.map(({ name, type }) => written(name, 'path', type, '', name)),
      ...found.calls.map(({ name, signature, help }): Suggestion => {
        // The caret goes between the brackets, which may be there already.
        const insert = text[offset + rest.length] === '(' ? name : `${name}()`;
        return {
          label: name,
          kind: 'function',
          detail: signature,
          help,
          rank: -1,
          insert,
          caret: name.length + 1,
        };
      }),
    ],
  };
}

function written(
  label: string,
  kind: Suggestion['kind'],
  detail: string,
  help: string,
  insert: string,
): Suggestion {
  return { label, kind, detail, help, rank: 0, insert, caret: insert.length };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
