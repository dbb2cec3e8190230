import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { type PropertyShapes, shapes } from '#renderer/grammar/shapes.generated.ts';
import { wordsOf } from '../properties/describe.ts';

/** A location in a document; the selection that all panes share. */
export interface Selection {
  /** Path of the document. */
  readonly file: string;
  /** JSON Pointer of a node or of a value inside one. */
  readonly pointer: string;
}

/** A line of the outline: a node, or a container of nodes. */
export interface OutlineItem extends Selection {
  /** `button`, `part`, …; for a container `body`, `bar`, `overlays`. */
  readonly type: string;
  /** Its text or its name. */
  readonly name: string;
  readonly children: readonly OutlineItem[];
  /** Whether it is in a list, so that it can be moved, duplicated and deleted. */
  readonly isListed: boolean;
  readonly isConditional: boolean;
  readonly isRepeated: boolean;
}

/** Containers of nodes that are not nodes themselves; they can be empty. */
const HOLDS: ReadonlySet<string> = new Set(['body', 'bar', 'slots']);

/** Whether nodes can be put into an item. */
export function canHold({ type, children, isListed }: OutlineItem): boolean {
  if (children.length > 0 || (!isListed && HOLDS.has(type))) return true;
  return shapes.widgets[type]?.properties['body']?.slot === 'nodes';
}

/** Members that can name a node, by priority. */
const NAMES = ['title', 'text', 'label', 'caption', 'alt', 'part', 'name', 'value', 'id'];

/**
 * The outline of a screen or a part. A used part is one line, and its slots are below it.
 *
 * @param slotsOfPart The slots that a part declares. Without it, only filled slots are listed.
 */
export function outlineOf(
  file: string,
  document: unknown,
  slotsOfPart: (part: string) => readonly string[] = () => [],
): readonly OutlineItem[] {
  if (!isJson(document)) return [];
  const from: Source = { file, document, slotsOfPart };
  const lists = ['body', 'bar'].flatMap((name) => {
    const nodes = document[name];
    return Array.isArray(nodes) ? [group(file, name, `/${name}`, itemsOf(from, nodes, `/${name}`))] : [];
  });
  const { overlays } = document;
  if (!isJson(overlays)) return lists;
  const listed = Object.entries(overlays).flatMap(([id, overlay]) => {
    if (!isJson(overlay)) return [];
    const pointer = joinPointer('/overlays', id);
    const type = wordOf(overlay['type']);
    return [itemOf(from, { ...overlay, id }, pointer, shapes.overlays[type]?.properties ?? {}, false)];
  });
  return listed.length === 0 ? lists : [...lists, group(file, 'overlays', '/overlays', listed)];
}

function group(file: string, name: string, pointer: string, children: readonly OutlineItem[]): OutlineItem {
  return {
    file,
    pointer,
    type: name,
    name: '',
    children,
    isListed: false,
    isConditional: false,
    isRepeated: false,
  };
}

interface Source {
  readonly file: string;
  readonly document: Json;
  readonly slotsOfPart: (part: string) => readonly string[];
}

function itemsOf(from: Source, nodes: readonly unknown[], pointer: string): readonly OutlineItem[] {
  return nodes.flatMap((node, at) => {
    if (!isJson(node)) return [];
    const shape = shapes.widgets[wordOf(node['type'])];
    return [itemOf(from, node, `${pointer}/${at}`, shape?.properties ?? {}, true)];
  });
}

function itemOf(
  from: Source,
  node: Json,
  pointer: string,
  properties: PropertyShapes,
  isListed: boolean,
): OutlineItem {
  const children = Object.entries(properties).flatMap(([name, { slot }]) => {
    const nodes = node[name];
    return slot === 'nodes' && Array.isArray(nodes) ? itemsOf(from, nodes, joinPointer(pointer, name)) : [];
  });
  const filled = Object.entries(properties).flatMap(([name, { slot }]) =>
    slot === 'slots' ? slotsOf(from, node, joinPointer(pointer, name)) : [],
  );
  const supplied = node['type'] === 'fields' ? suppliedOf(from, node, pointer) : [];
  return {
    file: from.file,
    pointer,
    type: wordOf(node['type']),
    name: nameOf(node),
    children: [...children, ...filled, ...supplied],
    isListed,
    isConditional: node['visibleWhen'] !== undefined,
    isRepeated: node['each'] !== undefined,
  };
}

/** The slots of a used part, one group for each: places that can be filled. */
function slotsOf(
  { file, document, slotsOfPart }: Source,
  node: Json,
  pointer: string,
): readonly OutlineItem[] {
  const filled = isJson(node['slots']) ? node['slots'] : {};
  const names = new Set([...slotsOfPart(wordOf(node['part'])), ...Object.keys(filled)]);
  return [...names].map((name) => {
    const place = joinPointer(pointer, name);
    const nodes = Array.isArray(filled[name]) ? filled[name] : [];
    const children = itemsOf({ file, document, slotsOfPart }, nodes, place);
    return { ...group(file, 'slots', place, children), name };
  });
}

/** Server-supplied fields and added fields, as two groups. */
function suppliedOf(from: Source, node: Json, pointer: string): readonly OutlineItem[] {
  const list = joinPointer(pointer, 'fields');
  const fields = Array.isArray(node['fields']) ? node['fields'] : [];
  const all = fields.flatMap((field: unknown, at): readonly OutlineItem[] => {
    if (!isJson(field)) return [];
    const place = joinPointer(list, String(at));
    const isSent = field['each'] !== undefined;
    const item = itemOf(from, { ...field, type: isSent ? 'sent' : field['kind'] }, place, {}, !isSent);
    if (!isSent) return [item];
    const name = listSourceOf(from.document, field)?.endpoint ?? wordOf(field['each']);
    return [{ ...item, name, isConditional: false, isRepeated: false }];
  });
  const sent = all.filter(({ type }) => type === 'sent');
  const added = all.filter(({ type }) => type !== 'sent');
  return added.length === 0 ? sent : [...sent, group(from.file, 'added', list, added)];
}

/** Where a list of a reply is. */
export interface ListSource {
  readonly endpoint: string;
  /** Names from the data of the reply to the list. */
  readonly path: readonly string[];
}

/** The list that a mapped item reads: `each` is a path of data, or of a parameter of a part whose type is `like` a place in a reply. */
export function listSourceOf(document: Json, { each }: Json): ListSource | undefined {
  const [root = '', name = '', ...path] = wordOf(each).split('.');
  const declared = isJson(document[root]) ? document[root][name] : undefined;
  if (!isJson(declared)) return undefined;
  const { endpoint, like } = declared;
  if (root === 'data' && typeof endpoint === 'string') return { endpoint, path };
  const [of = '', place = ''] = root === 'params' ? wordOf(like ?? '').split('#') : [];
  return of === '' ? undefined : { endpoint: of, path: [...place.split('.').filter(Boolean), ...path] };
}

function nameOf(node: Json): string {
  for (const name of NAMES) {
    const said = sayOf(node[name]);
    if (said !== '') return said;
  }
  return '';
}

/** The text of a literal, with the names of its values; the first alternative of a `choose`. */
function sayOf(value: unknown): string {
  if (typeof value === 'string')
    return value.replace(EXPRESSION, (_whole, expression: string) => sayExpression(expression));
  if (!isJson(value) || !Array.isArray(value['choose'])) return '';
  const [first]: readonly unknown[] = value['choose'];
  return isJson(first) ? sayOf(first['value']) : sayOf(first);
}

const EXPRESSION = /\$\{([^}]*)\}/g;

/** The name of a value in words, such as `[product name]` or `[name of wallet]`; `…` for a computed value. */
function sayExpression(expression: string): string {
  const [root = '', ...names] = expression.trim().replaceAll('?', '').split('.');
  const name = names.at(-1) ?? root;
  if (![root, ...names].every((one) => /^\w+$/.test(one))) return '…';
  const isItem = names.length === 1 && !ROOTS.has(root);
  return `[${wordsOf(name).toLowerCase()}${isItem ? ` of ${wordsOf(root).toLowerCase()}` : ''}]`;
}

/** First names of paths that say where a value is from. Other first names are items of lists, or inputs of parts. */
const ROOTS: ReadonlySet<string> = new Set([
  ...['data', 'form', 'params', 'state', 'values', 'kept', 'session', 'config', 'device'],
]);

/** The innermost item that contains a pointer. */
export function itemAt(items: readonly OutlineItem[], pointer: string): OutlineItem | undefined {
  for (const item of items) {
    if (pointer === item.pointer || pointer.startsWith(`${item.pointer}/`)) {
      return itemAt(item.children, pointer) ?? item;
    }
  }
  return undefined;
}

/** The parent of an item; undefined for a top item, or if there is no item. */
export function itemAround(items: readonly OutlineItem[], pointer: string): OutlineItem | undefined {
  const own = itemAt(items, pointer);
  return [...allItems(items)].find(({ children }) => own !== undefined && children.includes(own));
}

/** All items in document order. */
export function* allItems(items: readonly OutlineItem[]): Iterable<OutlineItem> {
  for (const item of items) {
    yield item;
    yield* allItems(item.children);
  }
}

/** The item's name in messages. */
export function titleOf({ type, name }: OutlineItem): string {
  return name === '' ? type : `“${name}”`;
}
