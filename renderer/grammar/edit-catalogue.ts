import { findNodeAtLocation, type JSONPath, modify, applyEdits, type Node, parseTree } from 'jsonc-parser';
import { keepLineEnds } from './line-ends.ts';
import { splice } from './text-edits.ts';

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
  return insert(
    text,
    record,
    '  '.repeat(group.length + 1),
    `${JSON.stringify(source)}: ${writeInline(written)}`,
    source,
  );
}

/** Removes a text, and the groups of contexts that are empty without it. */
function remove(text: string, path: JSONPath): string {
  const left = applyEdits(text, modify(text, path, undefined, {}));
  const group = path.slice(0, -1);
  const root = parseTree(left, [], { allowTrailingComma: true });
  const record = root && findNodeAtLocation(root, group);
  const isEmpty = record?.type === 'object' && (record.children ?? []).length === 0;
  return isEmpty && group[0] === 'contexts' ? remove(left, group) : left;
}

function insert(text: string, record: Node, indent: string, line: string, source: string): string {
  const properties = record.children ?? [];
  const after = properties.find(({ children }) => String(children?.[0]?.value) > source);
  if (after !== undefined) return splice(text, after.offset, 0, `${line},\n${indent}`);
  const last = properties.at(-1);
  if (last !== undefined) return splice(text, last.offset + last.length, 0, `,\n${indent}${line}`);
  return splice(text, record.offset, record.length, `{\n${indent}${line}\n${indent.slice(2)}}`);
}

/** JSON on one line, with spaces. */
function writeInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeInline(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
