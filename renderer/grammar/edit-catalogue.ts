import { findNodeAtLocation, type JSONPath, modify, applyEdits, type Node, parseTree } from 'jsonc-parser';
import { keepLineEnds } from './line-ends.ts';
import { ownComments } from './own-comments.ts';
import { joinPointer } from './pointer.ts';
import { splice, TextEdits } from './text-edits.ts';

/** A translation as it is written in a catalogue. */
export type Written =
  | string
  | { readonly text: string; readonly draft?: true; readonly for?: string }
  | {
      readonly plural: string;
      readonly forms: { readonly [category: string]: string };
      readonly draft?: true;
      readonly for?: string;
    };

export interface Edit {
  readonly source: string;
  readonly context?: string | undefined;
  /** Undefined removes the entry. */
  readonly written: Written | undefined;
}

/** A catalogue without entries. */
export function emptyCatalogue(language: string): string {
  return `{
  "$schema": "../../schemas/messages.schema.json",
  "language": ${JSON.stringify(language)},
  "messages": {}
}
`;
}

/**
 * Changes entries of a catalogue and leaves everything else unchanged, including comments. A new entry is
 * inserted on its own line before the first entry with a greater source.
 */
export function editCatalogue(text: string, edits: readonly Edit[]): string {
  return keepLineEnds(text, edits.reduce(applyEdit, text));
}

function applyEdit(text: string, { source, context, written }: Edit): string {
  const group: JSONPath = context === undefined ? ['messages'] : ['contexts', context];
  if (written === undefined) return remove(text, [...group, source]);
  const root = parseTree(text, [], { allowTrailingComma: true });
  const known = root && findNodeAtLocation(root, [...group, source]);
  if (known !== undefined) return splice(text, known.offset, known.length, writeInline(written));
  const record = root && findNodeAtLocation(root, group);
  if (record === undefined) {
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
    return applyEdit(applyEdits(text, modify(text, group, {}, { formattingOptions })), {
      source,
      context,
      written,
    });
  }
  return insert(text, record, group, source, writeInline(written));
}

/** Removes a text, and the groups of contexts that are empty without it. */
function remove(text: string, path: JSONPath): string {
  const edits = new TextEdits(text);
  edits.remove(pointerOf(path));
  const left = edits.apply();
  const group = path.slice(0, -1);
  const root = parseTree(left, [], { allowTrailingComma: true });
  const record = root && findNodeAtLocation(root, group);
  const isEmpty = record?.type === 'object' && (record.children ?? []).length === 0;
  return isEmpty && group[0] === 'contexts' ? remove(left, group) : left;
}

/** Inserts an entry before the first one with a greater source. The comments of other entries stay with them. */
function insert(text: string, record: Node, group: JSONPath, source: string, written: string): string {
  const properties = record.children ?? [];
  const indent = '  '.repeat(group.length + 1);
  const line = `${JSON.stringify(source)}: ${written}`;
  const after = properties.find(({ children }) => String(children?.[0]?.value) > source);
  if (after !== undefined) {
    const [comment] = ownComments(text, after).above;
    return splice(text, comment?.from ?? after.offset, 0, `${line},\n${indent}`);
  }
  if (properties.length === 0)
    return splice(text, record.offset, record.length, `{\n${indent}${line}\n${indent.slice(2)}}`);
  const edits = new TextEdits(text);
  edits.addMember(pointerOf(group), source, written);
  return edits.apply();
}

function pointerOf(path: JSONPath): string {
  return path.reduce<string>(joinPointer, '');
}

/** JSON on one line, with spaces. */
function writeInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeInline(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
