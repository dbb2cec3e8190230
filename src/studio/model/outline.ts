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
  const lists = ['body', 'bar'].flatMap((name) => {
    const nodes = document[name];
    return Array.isArray(nodes) ? [group(file, name, `/${name}`, itemsOf(file, nodes, `/${name}`))] : [];
  });
  const { overlays } = document;
  if (!isJson(overlays)) return lists;
  const laid = Object.entries(overlays).flatMap(([id, overlay]) => {
    if (!isJson(overlay)) return [];
    const pointer = joinPointer('/overlays', id);
    const type = String(overlay['type']);
    return [itemOf(file, { ...overlay, id }, pointer, shapes.overlays[type]?.properties ?? {}, false)];
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

function itemsOf(file: string, nodes: readonly unknown[], pointer: string): readonly OutlineItem[] {
  return nodes.flatMap((node, at) => {
    if (!isJson(node)) return [];
    const shape = shapes.widgets[String(node['type'])];
    return [itemOf(file, node, `${pointer}/${at}`, shape?.properties ?? {}, true)];
  });
}

function itemOf(
  file: string,
  node: Json,
  pointer: string,
  properties: PropertyShapes,
  isListed: boolean,
): OutlineItem {
  const children = Object.entries(properties).flatMap(([name, { slot }]) => {
    const nodes = node[name];
    return slot === 'nodes' && Array.isArray(nodes) ? itemsOf(file, nodes, joinPointer(pointer, name)) : [];
  });
  return {
    file,
    pointer,
    type: String(node['type']),
    name: nameOf(node),
    children,
    isListed,
    isConditional: node['visibleWhen'] !== undefined,
    isRepeated: node['each'] !== undefined,
  };
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

/** Every item, each before what it holds. */
export function* allItems(items: readonly OutlineItem[]): Iterable<OutlineItem> {
  for (const item of items) {
    yield item;
    yield* allItems(item.children);
  }
}
