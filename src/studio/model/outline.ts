import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { type PropertyShapes, shapes } from '#renderer/grammar/shapes.generated.ts';

/** A place in a document, which panes select together. */
export interface Selection {
  /** Path of the document. */
  readonly file: string;
  /** JSON Pointer of a node, or of something inside one. */
  readonly pointer: string;
}

/** A line of the outline: a node of a document, or what holds some. */
export interface OutlineItem extends Selection {
  /** `button`, `part`, …; of what only holds nodes: `body`, `bar`, `overlays`. */
  readonly type: string;
  /** What it says, or is called. */
  readonly name: string;
  readonly children: readonly OutlineItem[];
  /** Whether it can be moved, repeated and taken away: it stands in a list. */
  readonly isListed: boolean;
  readonly isConditional: boolean;
  readonly isRepeated: boolean;
}

/** Members that say best what a node is, in this order. */
const NAMES = ['text', 'label', 'title', 'alt', 'part', 'name', 'value', 'id'];

/** What a screen or a part is made of, as it is written: a part that is used is one line. */
export function outlineOf(file: string, document: unknown): readonly OutlineItem[] {
  if (!isJson(document)) return [];
  const from: Source = { file, document };
  const lists = ['body', 'bar'].flatMap((name) => {
    const nodes = document[name];
    return Array.isArray(nodes) ? [group(file, name, `/${name}`, itemsOf(from, nodes, `/${name}`))] : [];
  });
  const { overlays } = document;
  if (!isJson(overlays)) return lists;
  const laid = Object.entries(overlays).flatMap(([id, overlay]) => {
    if (!isJson(overlay)) return [];
    const pointer = joinPointer('/overlays', id);
    const type = String(overlay['type']);
    return [itemOf(from, { ...overlay, id }, pointer, shapes.overlays[type]?.properties ?? {}, false)];
  });
  return laid.length === 0 ? lists : [...lists, group(file, 'overlays', '/overlays', laid)];
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

/** The document that is read. */
interface Source {
  readonly file: string;
  readonly document: Json;
}

function itemsOf(from: Source, nodes: readonly unknown[], pointer: string): readonly OutlineItem[] {
  return nodes.flatMap((node, at) => {
    if (!isJson(node)) return [];
    const shape = shapes.widgets[String(node['type'])];
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
  const supplied = node['type'] === 'fields' ? suppliedOf(from, node, pointer) : [];
  return {
    file: from.file,
    pointer,
    type: String(node['type']),
    name: nameOf(node),
    children: [...children, ...supplied],
    isListed,
    isConditional: node['visibleWhen'] !== undefined,
    isRepeated: node['each'] !== undefined,
  };
}

/** What a server sends, and what was added to it here, apart from each other. */
function suppliedOf(from: Source, node: Json, pointer: string): readonly OutlineItem[] {
  const list = joinPointer(pointer, 'fields');
  const fields = Array.isArray(node['fields']) ? node['fields'] : [];
  const all = fields.flatMap((field: unknown, at): readonly OutlineItem[] => {
    if (!isJson(field)) return [];
    const place = joinPointer(list, String(at));
    const isSent = field['each'] !== undefined;
    const item = itemOf(from, { ...field, type: isSent ? 'sent' : field['kind'] }, place, {}, !isSent);
    if (!isSent) return [item];
    const name = endpointOf(from.document, field) ?? String(field['each']);
    return [{ ...item, name, isConditional: false, isRepeated: false }];
  });
  const sent = all.filter(({ type }) => type === 'sent');
  const added = all.filter(({ type }) => type !== 'sent');
  return added.length === 0 ? sent : [...sent, group(from.file, 'added', list, added)];
}

/** The endpoint of `data.card.items`, of which an entry of a list is made. */
export function endpointOf(document: Json, { each }: Json): string | undefined {
  const [root, name = ''] = String(each).split('.');
  const source = root === 'data' && isJson(document['data']) ? document['data'][name] : undefined;
  return isJson(source) && typeof source['endpoint'] === 'string' ? source['endpoint'] : undefined;
}

function nameOf(node: Json): string {
  for (const name of NAMES) {
    const said = sayOf(node[name]);
    if (said !== '') return said;
  }
  return '';
}

/** The words of a text; of one that is chosen the first. */
function sayOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isJson(value) || !Array.isArray(value['choose'])) return '';
  const [first]: readonly unknown[] = value['choose'];
  return isJson(first) ? sayOf(first['value']) : sayOf(first);
}

/** The innermost item that a place lies in. */
export function itemAt(items: readonly OutlineItem[], pointer: string): OutlineItem | undefined {
  for (const item of items) {
    if (pointer === item.pointer || pointer.startsWith(`${item.pointer}/`)) {
      return itemAt(item.children, pointer) ?? item;
    }
  }
  return undefined;
}

/** What an item stands in; undefined of one that stands in no other, and where there is none. */
export function itemAround(items: readonly OutlineItem[], pointer: string): OutlineItem | undefined {
  const own = itemAt(items, pointer);
  return [...allItems(items)].find(({ children }) => own !== undefined && children.includes(own));
}

/** Every item, each before what it holds. */
export function* allItems(items: readonly OutlineItem[]): Iterable<OutlineItem> {
  for (const item of items) {
    yield item;
    yield* allItems(item.children);
  }
}

/** How an item is called in what is said of it. */
export function titleOf({ type, name }: OutlineItem): string {
  return name === '' ? type : `“${name}”`;
}
