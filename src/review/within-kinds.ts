import { splitTemplate } from '#renderer/grammar/expression/template.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { type PropertyShape, type PropertyShapes, shapes } from '#renderer/grammar/shapes.generated.ts';

/** Kinds of change that a policy can exempt: words, the choice of an image, the order of nodes. */
export const CHANGE_KINDS = ['words', 'picture', 'order'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type Kinds = ReadonlySet<ChangeKind>;

/**
 * Whether two versions of a screen or a part differ only by changes of these kinds. The comparison ignores only
 * what the schemas call a text, an image or a list of nodes. All other members, also unknown ones, must be equal.
 */
export function isScreenWithin(before: unknown, after: unknown, kinds: Kinds): boolean {
  if (!isJson(before) || !isJson(after)) return false;
  return isSame(maskDocument(before, kinds), maskDocument(after, kinds));
}

/** As `isScreenWithin`, for the words of a catalogue, under any key. */
export function isCatalogueWithin(before: unknown, after: unknown, kinds: Kinds): boolean {
  if (!kinds.has('words') || !isJson(before) || !isJson(after)) return false;
  const { messages: _old, contexts: _oldContexts, ...rest } = before;
  const { messages: _young, contexts: _youngContexts, ...others } = after;
  return isSame(rest, others);
}

function isSame(one: unknown, other: unknown): boolean {
  return write(one) === write(other);
}

/** Serializes a value independently of the order of its members. */
function write(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isJson(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}

const DOCUMENT: { readonly [member: string]: PropertyShape } = {
  title: { slot: 'text', required: false },
  documentTitle: { slot: 'text', required: false },
  body: { slot: 'nodes', required: false },
  bar: { slot: 'nodes', required: false },
};

function maskDocument({ overlays, data, ...rest }: Json, kinds: Kinds): Json {
  return {
    ...maskRecord(rest, DOCUMENT, kinds),
    ...(overlays !== undefined && {
      overlays: eachMember(overlays, (one) => maskTyped(one, shapes.overlays, kinds)),
    }),
    ...(data !== undefined && {
      data: eachMember(data, (one) => maskPlain(one, shapes.records['data'], kinds)),
    }),
  };
}

function eachMember(value: unknown, mask: (member: unknown) => unknown): unknown {
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mask(member)]));
}

function maskTyped(
  value: unknown,
  table: { readonly [type: string]: { readonly properties: PropertyShapes } },
  kinds: Kinds,
): unknown {
  const type = isJson(value) ? value['type'] : undefined;
  return maskPlain(
    value,
    typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined,
    kinds,
  );
}

/** Members of an unknown shape are compared in full. */
function maskPlain(
  value: unknown,
  shape: { readonly properties: PropertyShapes } | undefined,
  kinds: Kinds,
): unknown {
  return isJson(value) && shape !== undefined ? maskRecord(value, shape.properties, kinds) : value;
}

function maskRecord(value: Json, properties: PropertyShapes, kinds: Kinds): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'on') return [name, eachMember(member, (actions) => maskActions(actions, kinds))];
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property === undefined ? member : maskMember(member, property, kinds)];
    }),
  );
}

const NODES: PropertyShape = { slot: 'nodes', required: false };

function maskMember(value: unknown, { slot, element = '', list }: PropertyShape, kinds: Kinds): unknown {
  if (slot === 'text' || slot === 'display') {
    if (!kinds.has('words')) return value;
    return list === true && Array.isArray(value) ? value.map(maskText) : maskText(value);
  }
  if (slot === 'image') return kinds.has('picture') && isAsset(value) ? { picture: true } : value;
  if (slot === 'actions') return maskActions(value, kinds);
  if (slot === 'cases') return eachItem(value, (item) => maskPlain(item, shapes.records['case'], kinds));
  if (slot === 'nodes') {
    const nodes = eachItem(value, (item) => maskTyped(item, shapes.widgets, kinds));
    return Array.isArray(nodes) && kinds.has('order') ? nodes.map(write).sort() : nodes;
  }
  if (slot === 'links' && isJson(value))
    return Object.fromEntries(Object.entries(value).map(([name, list]) => [name, maskActions(list, kinds)]));
  if (slot === 'slots' && isJson(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, nodes]) => [name, maskMember(nodes, NODES, kinds)]),
    );
  }
  if (slot === 'elements') return eachItem(value, (item) => maskPlain(item, shapes.elements[element], kinds));
  return value;
}

function eachItem(value: unknown, mask: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(mask) : value;
}

function maskActions(value: unknown, kinds: Kinds): unknown {
  return eachItem(value, (action) => {
    const name = isJson(action) ? action['do'] : undefined;
    const isKnown = typeof name === 'string' && Object.hasOwn(shapes.actions, name);
    return maskPlain(action, isKnown ? shapes.actions[name] : undefined, kinds);
  });
}

/** Removes the words of a text. The values in it, their order, and the conditions of its cases stay. */
function maskText(value: unknown): unknown {
  if (typeof value === 'string') return maskTemplate(value);
  if (!isJson(value) || !Array.isArray(value['choose'])) return value;
  const { choose, ...rest } = value;
  const cases = eachItem(choose, (one) => {
    if (typeof one === 'string') return maskTemplate(one);
    return isJson(one) && typeof one['value'] === 'string'
      ? { ...one, value: maskTemplate(one['value']) }
      : one;
  });
  return { ...rest, choose: cases };
}

function maskTemplate(source: string): unknown {
  const { parts, problems } = splitTemplate(source);
  if (problems.length > 0) return source;
  const values = parts.flatMap((part) => (part.kind === 'expression' ? [part.source] : []));
  // A value alone is formatted by its type; inside words it is part of a sentence.
  return { values, isAlone: values.length === 1 && parts.length === 1 };
}

function isAsset(value: unknown): boolean {
  return typeof value === 'string' && /^asset:[\w.-]+$/.test(value);
}
