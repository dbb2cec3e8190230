import type { NodePlan } from '../../plan/plan.ts';
import { writtenKind } from '../../plan/written-kind.ts';
import { isJson, type Json } from '../json.ts';
import { type NodeShape, shapes } from '../shapes.generated.ts';
import type { Type } from '../type.ts';

/* Reads the type of a field's value, from `x-writes` in the schema of its widget. */

const SCALARS: ReadonlyMap<unknown, Type> = new Map<unknown, Type>(
  (['boolean', 'text', 'integer', 'number', 'money', 'date', 'url'] as const).map((kind) => [kind, { kind }]),
);

/** The shape of a widget; undefined if no widget has this type. */
export function widgetShape(type: unknown): NodeShape | undefined {
  // A type name may be the name of an inherited member, such as `constructor`.
  return typeof type === 'string' && Object.hasOwn(shapes.widgets, type) ? shapes.widgets[type] : undefined;
}

/** Whether a person ticks the widget. A frame writes a boolean too, but reports what it loaded. */
export function isTickBox(type: unknown): boolean {
  const writes = widgetShape(type)?.writes;
  const types = isJson(writes) && isJson(writes['types']) ? Object.values(writes['types']) : [writes];
  return type !== 'frame' && types.includes('boolean');
}

/**
 * The type of the values that a field writes, given the types of its options. Undefined if its options or
 * properties are broken.
 */
export function typeWritten(node: Json, options: ReadonlyMap<string, Type> | undefined): Type | undefined {
  const shape = widgetShape(node['type']);
  return shape && typeOf(shape.writes, node, shape, options);
}

const READ_OTHERWISE = ['boolean', 'date', 'money'] as const;

/** The `writes` of a form field in its plan: undefined for widgets whose values a page knows by their name. */
export function findWritten(node: Json, props: NodePlan['props']): NodePlan['writes'] {
  const { type, name } = node;
  if (typeof type !== 'string' || name === undefined) return undefined;
  const kind = typeWritten(node, undefined)?.kind;
  return writtenKind({ type, ...(props === undefined ? {} : { props }) }) === undefined
    ? READ_OTHERWISE.find((one) => one === kind)
    : undefined;
}

function typeOf(
  writes: unknown,
  node: Json,
  shape: NodeShape,
  options: ReadonlyMap<string, Type> | undefined,
): Type | undefined {
  if (writes === 'option') return options?.get('value');
  if (!isJson(writes)) return SCALARS.get(writes);
  const { list, map, by, types } = writes;
  if (typeof by === 'string') {
    const word = node[by] ?? shape.properties[by]?.default;
    return isJson(types) && typeof word === 'string' && Object.hasOwn(types, word)
      ? typeOf(types[word], node, shape, options)
      : undefined;
  }
  const items = typeOf(list ?? map, node, shape, options);
  return items && { kind: list === undefined ? 'map' : 'list', items };
}

/** Whether the schema of a widget determines the type that the widget writes, whatever its properties are. */
export function isWritesKnown(shape: NodeShape, writes: unknown = shape.writes): boolean {
  if (writes === 'option') {
    const { element = '' } = shape.properties['options'] ?? {};
    return shapes.elements[element]?.properties['value'] !== undefined;
  }
  if (!isJson(writes)) return SCALARS.has(writes);
  const { list, map, by, types } = writes;
  const forms = [list, map, by].filter((form) => form !== undefined);
  if (forms.length !== 1) return false;
  if (by === undefined) return isWritesKnown(shape, list ?? map);
  const property = typeof by === 'string' ? shape.properties[by] : undefined;
  if (property?.words === undefined || !isJson(types)) return false;
  if (!property.required && property.default === undefined) return false;
  return property.words.every((word) => Object.hasOwn(types, word) && isWritesKnown(shape, types[word]));
}
