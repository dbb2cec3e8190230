import type { NodeShape, PropertyShape } from '#renderer/grammar/shapes.generated.ts';
import type { AddedWidget, ElementSchema } from '#src/extensions/define.ts';
import { isRecord } from '#src/shared/contract.ts';
import { titleOf } from '#src/shared/title-of.ts';
import type { GalleryWidget, WidgetExample, WidgetMember, WrittenNode } from './answers.ts';

/** The member of an example that names it. Every node may have members that begin with `x-`. */
const TITLE = 'x-title';

/** A widget with its members and examples. @param shape - From the table that the checker uses. */
export function describeWidget(
  { name, schema }: Pick<AddedWidget, 'name' | 'schema'>,
  shape: NodeShape | undefined,
): GalleryWidget {
  const members = Object.entries(schema.properties)
    .filter(([member]) => member !== 'on' && member !== 'type')
    .map(([member, property]) => describeMember(member, property, shape?.properties[member]));
  return {
    type: name,
    title: schema.title ?? titleOf(name),
    description: schema.description,
    members,
    events: shape?.events ?? [],
    examples: readExamples(name, schema, members),
  };
}

function describeMember(name: string, property: object, shape: PropertyShape | undefined): WidgetMember {
  const { description, default: written } = property as { readonly [keyword: string]: unknown };
  const initial = shape?.default ?? (isScalar(written) ? written : undefined);
  return {
    name,
    required: shape?.required ?? false,
    control: controlOf(shape),
    ...(typeof description === 'string' && { description }),
    ...(shape?.words && { words: shape.words }),
    ...(initial !== undefined && { default: initial }),
  };
}

function controlOf(shape: PropertyShape | undefined): WidgetMember['control'] {
  if (shape === undefined || shape.list) return 'json';
  if (shape.words !== undefined) return 'select';
  switch (shape.literal ?? shape.slot) {
    case 'boolean':
      return 'checkbox';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'text':
    case 'plain':
    case 'display':
    case 'word':
    case 'url':
    case 'image':
    case 'date':
    case 'money':
    case 'expression':
    case 'path':
    case 'name':
    case 'id':
      return 'text';
    default:
      return 'json';
  }
}

function readExamples(
  type: string,
  schema: ElementSchema,
  members: readonly WidgetMember[],
): readonly WidgetExample[] {
  const written = Array.isArray(schema['examples']) ? schema['examples'].filter(isRecord) : [];
  if (written.length === 0)
    return [{ title: 'Required members', node: makeNode(type, members), isMade: true }];
  return written.map((example, at) => {
    const { [TITLE]: title, type: _same, ...node } = example;
    return {
      title: typeof title === 'string' ? title : `Example ${at + 1}`,
      node: { type, ...node },
    };
  });
}

/** A node with a value for each required member that has a control. */
function makeNode(type: string, members: readonly WidgetMember[]): WrittenNode {
  const required = members.filter((member) => member.required && member.control !== 'json');
  return { type, ...Object.fromEntries(required.map((member) => [member.name, valueOf(member)])) };
}

function valueOf({ name, control, words, default: initial }: WidgetMember): unknown {
  if (initial !== undefined) return initial;
  switch (control) {
    case 'checkbox':
      return true;
    case 'number':
      return 1;
    case 'select':
      return words?.[0];
    default:
      return /^[a-z]+$/.test(name) ? titleOf(name) : name;
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
