import type { ElementSchema, Extensions } from './define.ts';

/** Valid names of widgets and actions. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** References to the language's schemas, with any base path that an editor uses. */
const OURS = /^(?:.*\/)?((?:value|node|rule|widget|overlay|action|action-common)\.schema\.json(?:#.*)?)$/;

const KINDS = {
  widgets: { tag: 'type', common: 'node.schema.json#/$defs/node' },
  actions: { tag: 'do', common: 'action-common.schema.json#/$defs/common' },
} as const;

/**
 * Full schemas of added widgets and actions, in the form of the language's own: by path below schemas/.
 *
 * @throws Error that names the widget or action with an invalid name.
 */
export function completeSchemas({ widgets = [], actions = [] }: Extensions): {
  readonly [path: string]: object;
} {
  return Object.fromEntries([
    ...widgets.map((one) => complete('widgets', one.name, one.schema)),
    ...actions.map((one) => complete('actions', one.name, one.schema)),
  ]);
}

function complete(
  kind: keyof typeof KINDS,
  name: string,
  schema: ElementSchema,
): readonly [path: string, schema: object] {
  if (!NAME.test(name))
    throw new Error(`"${name}" is not a valid name: use lowercase letters, digits and hyphens between them.`);
  const { tag, common } = KINDS[kind];
  const given = pointHere(schema) as ElementSchema;
  const path = `${kind}/${name}.schema.json`;
  return [
    path,
    {
      title: titleOf(name),
      'x-since': 1,
      ...given,
      type: 'object',
      allOf: [{ $ref: `../${common}` }],
      required: [...new Set([tag, ...(given.required ?? [])])],
      unevaluatedProperties: false,
      patternProperties: { '^x-': true },
      properties: { ...given.properties, [tag]: { const: name } },
    },
  ];
}

function pointHere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointHere);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace(OURS, '../$1') : pointHere(inner),
    ]),
  );
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
