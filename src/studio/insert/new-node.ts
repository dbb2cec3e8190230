import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { type NodeShape, type PropertyShape, shapes } from '#renderer/grammar/shapes.generated.ts';
import { sinceOfWidget } from '#renderer/grammar/since.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';

/** A widget that can be inserted. */
interface Kind {
  readonly type: string;
  /** Whether it is a form input. */
  readonly isInput: boolean;
}

/** Widgets that this list does not have, because they need other documents, or other widgets around them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'part',
  'slot',
  'fields',
  'repeat',
  'group',
  'steps',
  'review',
  'form',
  'frame',
  'amount',
]);

/** Whether the value of this widget belongs to the form around it. */
export const isInput = (type: string): boolean =>
  shapes.widgets[type]?.properties['name'] !== undefined && !ELSEWHERE.has(type);

/** Widgets of the document's grammar that can be inserted at a pointer. Inputs are listed only inside a form. */
export function listKinds(document: unknown, pointer: string): readonly Kind[] {
  const isInForm = hasFormAround(document, pointer);
  const grammar = grammarOf(document);
  return Object.keys(shapes.widgets)
    .filter((type) => (type === 'slot' ? slotsIn(document).length > 0 : !ELSEWHERE.has(type)))
    .filter((type) => sinceOfWidget(type) <= grammar)
    .map((type) => ({ type, isInput: isInput(type) }))
    .filter((kind) => !kind.isInput || isInForm);
}

/** The pointer of a slot of a used part. */
const SLOT = /\/slots\/[^/]+$/;

/** Whether a pointer is an empty slot of a used part: it has no list yet. */
export function isEmptySlot(pointer: string, value: unknown): boolean {
  return value === undefined && SLOT.test(pointer);
}

/** Where a new node goes: into the selection if it has a list of nodes, else behind it. */
export function placeFor(document: unknown, pointer: string): { readonly list: string; readonly at: number } {
  const value = valueOf(document, pointer);
  if (Array.isArray(value)) return { list: pointer, at: value.length };
  if (isJson(value) && Array.isArray(value['body']))
    return { list: joinPointer(pointer, 'body'), at: value['body'].length };
  if (isEmptySlot(pointer, value)) return { list: pointer, at: 0 };
  const names = splitPointer(pointer);
  const at = Number(names.at(-1));
  if (names.length > 1 && Number.isInteger(at)) {
    return { list: names.slice(0, -1).reduce((path, name) => joinPointer(path, name), ''), at: at + 1 };
  }
  const body = valueOf(document, '/body');
  return { list: '/body', at: Array.isArray(body) ? body.length : 0 };
}

/**
 * A new node with its required members; texts are placeholders.
 *
 * @param picture - Name of an existing asset.
 */
export function writeNode(
  type: string,
  document: unknown,
  picture: string,
): { readonly [name: string]: unknown } {
  const shape = shapes.widgets[type];
  if (shape === undefined) throw new Error(`There is no widget ${type}.`);
  const taken = takenIn(document);
  const needed = Object.entries(shape.properties).filter(([, { required }]) => required);
  const members = needed.map(([name, property]) => [name, writeValue(type, name, property)] as const);
  return {
    type,
    ...(shape.properties['name'] !== undefined && { name: freeName(taken) }),
    ...Object.fromEntries(members.filter(([, value]) => value !== undefined)),
    ...(shape.properties['src'] !== undefined && { src: `asset:${picture}` }),
    ...(type === 'slot' && { slot: slotsIn(document)[0] }),
    // A new button does nothing, and is marked as such until the person adds a step.
    ...(type === 'button' && { on: {} }),
  };
}

function writeValue(type: string, name: string, { slot, element, list, words }: PropertyShape): unknown {
  if (slot === 'elements') {
    const of = element === undefined ? undefined : shapes.elements[element];
    return of === undefined ? [] : [writeElement(of.properties)];
  }
  if (slot === 'nodes') return [];
  // A new table has one column, so its row has one cell.
  if (list === true) return slot === 'display' ? ['New value'] : [];
  if (words !== undefined) return words[0];
  switch (slot) {
    case 'text':
    case 'plain':
    case 'display':
      return `New ${name === 'text' ? type : name}`.trim();
    case 'money':
    case 'number':
    case 'integer':
      return '${0}';
    case 'boolean':
      return true;
    default:
      return undefined;
  }
}

/** An item of a list with its required members. */
export function writeElement(properties: NodeShape['properties']): { readonly [name: string]: unknown } {
  const needed = Object.entries(properties).filter(([, { required }]) => required);
  return Object.fromEntries(
    needed.map(([name, property]) => [name, name === 'value' ? 'one' : writeValue('', name, property)]),
  );
}

/** The slots that a part declares and does not have yet; all if it has each of them. */
function slotsIn(document: unknown): readonly string[] {
  const slots = isJson(document) && isJson(document['slots']) ? Object.keys(document['slots']) : [];
  const had = new Set([...recordsIn(document)].map((record) => record['type'] === 'slot' && record['slot']));
  const free = slots.filter((name) => !had.has(name));
  return free.length > 0 ? free : slots;
}

function valueOf(document: unknown, pointer: string): unknown {
  return isJson(document) ? valueAt(document, pointer) : undefined;
}

function grammarOf(document: unknown): number {
  const grammar = isJson(document) ? document['grammar'] : undefined;
  return typeof grammar === 'number' ? grammar : GRAMMAR;
}

export function hasFormAround(document: unknown, pointer: string): boolean {
  const names = splitPointer(pointer);
  // The body of a part with fields of the form around it.
  if (names[0] === 'body' && isJson(document) && typeof document['form'] === 'string') return true;
  return names.some((_name, depth) => {
    const value = valueOf(
      document,
      names.slice(0, depth + 1).reduce((path, name) => joinPointer(path, name), ''),
    );
    return isJson(value) && value['type'] === 'form';
  });
}

/** All names and ids in a document. A new one differs from each of them. */
export function takenIn(document: unknown): ReadonlySet<unknown> {
  return new Set([...recordsIn(document)].flatMap(({ id, name }) => [id, name]));
}

/** All records in a value, outermost first. */
export function* recordsIn(value: unknown): Iterable<Json> {
  if (Array.isArray(value)) for (const item of value) yield* recordsIn(item);
  else if (isJson(value)) {
    yield value;
    for (const member of Object.values(value)) yield* recordsIn(member);
  }
}

function freeName(taken: ReadonlySet<unknown>): string {
  let count = 1;
  while (taken.has(`field${count}`)) count += 1;
  return `field${count}`;
}
