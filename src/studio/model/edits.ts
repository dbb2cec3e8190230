import { formatDocument } from '#renderer/grammar/format.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { TextEdits } from '#renderer/grammar/text-edits.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/* What hands do to a document, as edits of its text: comments and what is not concerned stay as they are written. */

/** A document after an edit, and where what was edited stands now. */
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

/** The list and the place in it of an item. */
function placeOf(pointer: string): { readonly list: string; readonly at: number } | undefined {
  const names = splitPointer(pointer);
  const at = Number(names.at(-1));
  if (names.length === 0 || !Number.isInteger(at)) return undefined;
  return { list: names.slice(0, -1).reduce(joinPointer, ''), at };
}

/** Gives a member of a record a value; undefined takes it away. */
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
    // One word for another: all else stands as it did.
    edits.replaceWritten(at, JSON.stringify(value));
    return { text: edits.apply(), pointer };
  }
  if (value === undefined) edits.remove(at);
  else if (before === undefined) edits.addMember(pointer, name, JSON.stringify(value));
  else edits.replaceWritten(at, JSON.stringify(value));
  return done(file, edits.apply(), pointer);
}

/** Gives a place a value, and what it stands in where that is not there yet; undefined takes it away. */
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

/** Puts an item into a list. */
export function insertItem(file: SourceFile, list: string, at: number, value: unknown): Edited {
  const edits = new TextEdits(file.text);
  edits.insertItem(list, at, JSON.stringify(value));
  return done(file, edits.apply(), joinPointer(list, String(at)));
}

/** Takes an item out of its list. */
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

/** Says an item twice; the second has ids of its own, since no two may have one. */
export function repeatItem(file: SourceFile, pointer: string): Edited {
  const place = placeOf(pointer);
  const value = valueIn(file, pointer);
  if (place === undefined || value === undefined) return { text: file.text, pointer };
  return pasteItem(file, place.list, place.at + 1, value);
}

/** Puts an item into a list with ids and names of its own: what is pasted may stand there already. */
export function pasteItem(file: SourceFile, list: string, at: number, value: unknown): Edited {
  return insertItem(file, list, at, withOwnIds(value, idsIn(valueIn(file, ''))));
}

/** Puts an item of a document elsewhere in it, as it is written. @param at - Of the items that are there now. */
export function placeItem(file: SourceFile, pointer: string, list: string, at: number): Edited {
  const place = placeOf(pointer);
  const isSame = place !== undefined && place.list === list && (place.at === at || place.at + 1 === at);
  if (place === undefined || isSame || isWithin(list, pointer)) return { text: file.text, pointer };
  const edits = new TextEdits(file.text);
  edits.insertItem(list, at, edits.written(pointer));
  const twice = { path: file.path, text: edits.apply() };
  const target = joinPointer(list, String(at));
  const before = shiftPointer(pointer, list, at, 1);
  const { text } = removeItem(twice, before);
  return { text, pointer: shiftPointer(target, place.list, Number(splitPointer(before).at(-1)) + 1, -1) };
}

/** Whether a place is another, or lies in it. */
export function isWithin(pointer: string, around: string): boolean {
  return pointer === around || pointer.startsWith(`${around}/`);
}

/** A place after items came into a list, or went. @param from - The first item that stands elsewhere now. */
function shiftPointer(pointer: string, list: string, from: number, by: 1 | -1): string {
  if (!pointer.startsWith(`${list}/`)) return pointer;
  const [at = '', ...inner] = splitPointer(pointer.slice(list.length));
  const moved = Number(at) >= from ? Number(at) + by : Number(at);
  return [String(moved), ...inner].reduce(joinPointer, list);
}

/** Which of its list an item is, from 0, and how many there are. */
export function itemsAround(
  file: SourceFile,
  pointer: string,
): { readonly at: number; readonly count: number } {
  const place = placeOf(pointer);
  const items = place && valueIn(file, place.list);
  return { at: place?.at ?? 0, count: Array.isArray(items) ? items.length : 1 };
}

/** Moves an item among its neighbours. @param by - 1 further down, -1 further up. */
export function moveItem(file: SourceFile, pointer: string, by: 1 | -1): Edited {
  const place = placeOf(pointer);
  const items = place && valueIn(file, place.list);
  if (place === undefined || !Array.isArray(items)) return { text: file.text, pointer };
  const to = place.at + by;
  if (to < 0 || to >= items.length) return { text: file.text, pointer };
  const edits = new TextEdits(file.text);
  const other = joinPointer(place.list, String(to));
  const [own, others] = [edits.written(pointer), edits.written(other)];
  edits.replaceWritten(pointer, others);
  edits.replaceWritten(other, own);
  return done(file, edits.apply(), other);
}

/** Members that no two of a document share: ids, and what an input or an added field is sent as. */
function isOwnName(record: Json, name: string): boolean {
  if (name === 'id') return true;
  if (name !== 'name') return false;
  const { type, kind } = record;
  return kind !== undefined || shapes.widgets[String(type)]?.properties['name'] !== undefined;
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

/** @param known - Those that are taken, to which its own are added. */
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

/** The id itself where nobody has it. */
function freeId(id: string, mark: string, known: Set<string>): string {
  const stem = id.replace(mark === '' ? /\d+$/ : /-\d+$/, '');
  let free = id;
  for (let count = 2; known.has(free); count += 1) free = `${stem}${mark}${count}`;
  known.add(free);
  return free;
}
