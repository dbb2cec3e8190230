import { formatDocument } from '#renderer/grammar/format.ts';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { TextEdits } from '#renderer/grammar/text-edits.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/* Edits of a document's text. Comments and formatting of everything else stay. */

/** The new text, and the pointer of the edited value in it. */
export interface Edited {
  readonly text: string;
  readonly pointer: string;
}

function done({ path }: SourceFile, text: string, pointer: string): Edited {
  return { text: formatDocument({ path, text }), pointer };
}

function valueIn(file: SourceFile, pointer: string): unknown {
  const { document } = parseDocument(file.text, file.path);
  return document === undefined ? undefined : valueAt(document.value, pointer);
}

/** The list and the index of an item. */
function placeOf(pointer: string): { readonly list: string; readonly at: number } | undefined {
  const names = splitPointer(pointer);
  const at = Number(names.at(-1));
  if (names.length === 0 || !Number.isInteger(at)) return undefined;
  return { list: names.slice(0, -1).reduce(joinPointer, ''), at };
}

/** Sets a member of a record; undefined removes it. */
export function setMember(file: SourceFile, pointer: string, name: string, value: unknown): Edited {
  const edits = new TextEdits(file.text);
  const at = joinPointer(pointer, name);
  const before = edits.node(at);
  if (
    before?.children === undefined &&
    before !== undefined &&
    value !== undefined &&
    typeof value !== 'object'
  ) {
    // Replace only the value; the formatting around it stays.
    edits.replaceWritten(at, JSON.stringify(value));
    return { text: edits.apply(), pointer };
  }
  if (value === undefined) edits.remove(at);
  else if (before === undefined) edits.addMember(pointer, name, JSON.stringify(value));
  else edits.replaceWritten(at, JSON.stringify(value));
  return done(file, edits.apply(), pointer);
}

/** Sets the value at a pointer and creates missing parents; undefined removes it. */
export function setAt(file: SourceFile, pointer: string, value: unknown): Edited {
  const names = splitPointer(pointer);
  const edits = new TextEdits(file.text);
  const depth = names.findIndex(
    (_name, at) => edits.node(names.slice(0, at + 1).reduce(joinPointer, '')) === undefined,
  );
  const holder = names.slice(0, depth < 0 ? -1 : depth).reduce(joinPointer, '');
  const [name = '', ...inner] = names.slice(depth < 0 ? -1 : depth);
  if (value === undefined && inner.length > 0) return { text: file.text, pointer };
  const whole = inner.reduceRight<unknown>((held, one) => ({ [one]: held }), value);
  if (edits.node(holder)?.type !== 'array') {
    return { ...setMember(file, holder, name, whole), pointer };
  }
  edits.replaceWritten(pointer, JSON.stringify(value));
  return done(file, edits.apply(), pointer);
}

/** Inserts an item into a list. A list that is missing, for an empty slot, is added. */
export function insertItem(file: SourceFile, list: string, at: number, value: unknown): Edited {
  const edits = new TextEdits(file.text);
  if (edits.node(list) === undefined)
    return { ...setAt(file, list, [value]), pointer: joinPointer(list, '0') };
  edits.insertItem(list, at, JSON.stringify(value));
  return done(file, edits.apply(), joinPointer(list, String(at)));
}

/** Removes an item from its list. */
export function removeItem(file: SourceFile, pointer: string): Edited {
  const place = placeOf(pointer);
  if (place === undefined) return { text: file.text, pointer };
  const edits = new TextEdits(file.text);
  edits.remove(pointer);
  const items = valueIn(file, place.list);
  const isLast = Array.isArray(items) && place.at === items.length - 1;
  const next =
    place.at === 0 && isLast ? place.list : joinPointer(place.list, String(isLast ? place.at - 1 : place.at));
  return done(file, edits.apply(), next);
}

/** Duplicates an item; the copy gets new ids, because ids are unique. */
export function repeatItem(file: SourceFile, pointer: string): Edited {
  const place = placeOf(pointer);
  const value = valueIn(file, pointer);
  if (place === undefined || value === undefined) return { text: file.text, pointer };
  return pasteItem(file, place.list, place.at + 1, value);
}

/** Inserts an item with new ids and names, so that they stay unique. */
export function pasteItem(file: SourceFile, list: string, at: number, value: unknown): Edited {
  return insertItem(file, list, at, withOwnIds(value, idsIn(valueIn(file, ''))));
}

/** Moves an item with its comments within a document. @param at - Index among the current items. */
export function placeItem(file: SourceFile, pointer: string, list: string, at: number): Edited {
  const place = placeOf(pointer);
  const isSame = place !== undefined && place.list === list && (place.at === at || place.at + 1 === at);
  if (place === undefined || isSame || isWithin(list, pointer)) return { text: file.text, pointer };
  const edits = new TextEdits(file.text);
  edits.insertItem(list, at, edits.written(pointer), edits.commentsOf(pointer));
  const twice = { path: file.path, text: edits.apply() };
  const target = joinPointer(list, String(at));
  const before = shiftPointer(pointer, list, at, 1);
  const { text } = removeItem(twice, before);
  return { text, pointer: shiftPointer(target, place.list, Number(splitPointer(before).at(-1)) + 1, -1) };
}

/** Puts an item into the list `body` of a new record at its position. */
export function wrapItem(file: SourceFile, pointer: string, record: Json): Edited {
  const edits = new TextEdits(file.text);
  const members = Object.entries(record).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  edits.replaceWritten(pointer, `{${[...members, `"body":[${edits.written(pointer)}]`].join(',')}}`);
  return done(file, edits.apply(), ['body', '0'].reduce(joinPointer, pointer));
}

/** Whether a pointer equals another or is inside it. */
export function isWithin(pointer: string, around: string): boolean {
  return pointer === around || pointer.startsWith(`${around}/`);
}

/** Adjusts a pointer after an insertion or removal. @param from - Index of the first item that moved. */
function shiftPointer(pointer: string, list: string, from: number, by: 1 | -1): string {
  if (!pointer.startsWith(`${list}/`)) return pointer;
  const [at = '', ...inner] = splitPointer(pointer.slice(list.length));
  const moved = Number(at) >= from ? Number(at) + by : Number(at);
  return [String(moved), ...inner].reduce(joinPointer, list);
}

/** Index of an item in its list, and the length of the list. */
export interface Position {
  readonly at: number;
  readonly count: number;
}

export function positionOf(document: unknown, pointer: string): Position {
  const place = placeOf(pointer);
  const items = place && isJson(document) ? valueAt(document, place.list) : undefined;
  return { at: place?.at ?? 0, count: Array.isArray(items) ? items.length : 1 };
}

/** Moves an item by one position. @param by - 1 down, -1 up. */
export function moveItem(file: SourceFile, pointer: string, by: 1 | -1): Edited {
  const place = placeOf(pointer);
  const items = place && valueIn(file, place.list);
  if (place === undefined || !Array.isArray(items)) return { text: file.text, pointer };
  const to = place.at + by;
  if (to < 0 || to >= items.length) return { text: file.text, pointer };
  return placeItem(file, pointer, place.list, by === 1 ? to + 1 : to);
}

/** Members that are unique in a document: ids, and names of inputs and added fields. */
function isOwnName(record: Json, name: string): boolean {
  if (name === 'id') return true;
  if (name !== 'name') return false;
  const { type, kind } = record;
  return kind !== undefined || shapes.widgets[wordOf(type)]?.properties['name'] !== undefined;
}

function* idsOf(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* idsOf(item);
  else if (isJson(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && isOwnName(value, name)) yield member;
      else yield* idsOf(member);
    }
  }
}

function idsIn(value: unknown): Set<string> {
  return new Set(idsOf(value));
}

/** @param known - Ids in use; the new ones are added. */
function withOwnIds(value: unknown, known: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withOwnIds(item, known));
  if (!isJson(value)) return value;
  const copy: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const isOwn = typeof member === 'string' && isOwnName(value, name);
    copy[name] = isOwn ? freeId(member, name === 'id' ? '-' : '', known) : withOwnIds(member, known);
  }
  return copy;
}

/** The id if it is free, else the id with a number. */
function freeId(id: string, mark: string, known: Set<string>): string {
  const stem = id.replace(mark === '' ? /\d+$/ : /-\d+$/, '');
  let free = id;
  for (let count = 2; known.has(free); count += 1) free = `${stem}${mark}${count}`;
  known.add(free);
  return free;
}
