import { explainPlace } from '#renderer/grammar/explain.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { Lines } from '#renderer/grammar/places.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { schemaKind } from './document-kinds.ts';
import { caretAt } from './place.ts';
import { describedAt, describedChoice } from './schema-at.ts';
import { readValue } from './suggest.ts';

/** The description of a value under the pointer or at the caret. */
export interface Said {
  /** `emphasis`, `book.pages: Integer`, `Button`. */
  readonly title: string;
  readonly help: string;
}

/** @returns undefined if nothing is known. */
export function sayAt(
  files: readonly SourceFile[],
  file: string,
  text: string,
  offset: number,
): Said | undefined {
  const kind = schemaKind(file);
  if (kind === undefined) return undefined;
  const caret = caretAt(text, offset);
  const { selected: pointer, quoted } = caret;
  const isName = caret.isName && caret.pointer === pointer;
  const root = readValue(text);
  const at = pointer.lastIndexOf('/');
  const [around, name] = [pointer.slice(0, Math.max(0, at)), pointer.slice(at + 1)];
  const { title, help } = describedAt(kind, root, pointer);
  if (quoted !== undefined && !isName) {
    const written: unknown = valueAt(root, pointer);
    const typed = typeAt(files, file, text, offset);
    // For a literal text the schema has a better description than the type, which is only the type of the property.
    if (typed !== undefined && (typed.source !== written || title === 'Expression')) return typed.said;
    const choice = isTag(name) ? describedChoice(kind, root, around, name, written) : undefined;
    if (choice !== undefined) return choice;
  }
  const value = valueAt(root, pointer);
  const tag = isJson(value) && !isName ? Object.keys(value).find(isTag) : undefined;
  if (isJson(value) && tag !== undefined) {
    const choice = describedChoice(kind, root, pointer, tag, value[tag]);
    if (choice !== undefined) return choice;
  }
  if (title === '' && help === '') return undefined;
  return { title: [/^\d*$/.test(name) ? '' : name, title].filter((one) => one !== '').join(': '), help };
}

/** Whether this member decides the kind of its record. */
function isTag(name: string): boolean {
  return name === 'type' || name === 'do';
}

/**
 * The type of the expression at an offset, as `capiz explain file:line:column` shows it; an offset right after a
 * path counts as inside the path.
 */
function typeAt(
  files: readonly SourceFile[],
  file: string,
  text: string,
  offset: number,
): { readonly source: string; readonly said: Said } | undefined {
  // If the caret is right after a path, explain that path.
  const at = /\w/.test(text.charAt(offset)) ? offset : offset - 1;
  const { line, column } = new Lines(text).place(file, '', at, 1);
  const { source, type, seenWhen } = explainPlace(files, file, line, column) ?? { seenWhen: [] };
  if (source === undefined || type === undefined) return undefined;
  const help = seenWhen.length === 0 ? '' : `Seen when ${seenWhen.join(', and ')}`;
  return { source, said: { title: `${source}: ${type}`, help } };
}
