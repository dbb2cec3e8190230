import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { type Edited, insertItem, removeItem, setAt, setMember } from './edits.ts';

/* Edits of lists of actions. Pointers are those of lists, also where one action is written without a list around it. */

/** The first grammar in which one action may be written without a list around it. */
const LONE_SINCE = 5;

/** Inserts an action. The first one is written alone, if the grammar of the document has that. */
export function addAction(file: SourceFile, list: string, at: number, action: unknown): Edited {
  const { value, items } = readList(file, list);
  if (items.length > 0) return insertItem(file, list, at, action);
  const { text } = setAt(file, list, grammarOf(value) < LONE_SINCE ? [action] : action);
  return { text, pointer: joinPointer(list, 0) };
}

/** Removes an action. A list that a document may leave out goes with its last action. */
export function removeAction(file: SourceFile, pointer: string): Edited {
  const list = around(pointer);
  const { value, items } = readList(file, list);
  if (items.length > 1) return removeItem(file, pointer);
  const events = around(list);
  if (!/\/on$/.test(events)) return { text: setAt(file, list, []).text, pointer: list };
  const { text } = setAt(file, list, undefined);
  const node = valueAt(value, around(events));
  const others = isJson(node) && isJson(node['on']) ? Object.keys(node['on']) : [];
  // A button always has `on`.
  const isLast = others.length < 2 && isJson(node) && node['type'] !== 'button';
  return { text: isLast ? setAt({ ...file, text }, events, undefined).text : text, pointer: list };
}

/** Sets values inside an action, in one edit. Their pointers begin at the action; undefined removes a value. */
export function setInAction(
  file: SourceFile,
  pointer: string,
  values: { readonly [pointer: string]: unknown },
): Edited {
  const text = Object.entries(values).reduce(
    (now, [at, value]) => setAt({ path: file.path, text: now }, `${pointer}${at}`, value).text,
    file.text,
  );
  return { text, pointer };
}

/** Removes an item of a list that an action may leave out (`catch`), and the list with its last item. */
export function removeCase(file: SourceFile, pointer: string): Edited {
  const list = around(pointer);
  const names = splitPointer(list);
  const name = names.at(-1) ?? '';
  if (name !== 'catch' || readList(file, list).items.length > 1) return removeItem(file, pointer);
  return setMember(file, around(list), name, undefined);
}

function around(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function readList(
  { path, text }: SourceFile,
  list: string,
): { readonly value: unknown; readonly items: readonly unknown[] } {
  const value = parseDocument(text, path).document?.value;
  const items = valueAt(value, list);
  return { value, items: Array.isArray(items) ? items : [] };
}

function grammarOf(document: unknown): number {
  const grammar = isJson(document) ? document['grammar'] : undefined;
  return typeof grammar === 'number' ? grammar : GRAMMAR;
}
