import { createHash } from 'node:crypto';
import { isJson } from '#renderer/grammar/json.ts';
import type { ShownMessage } from '#renderer/grammar/messages.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Declarations, World } from '#renderer/grammar/world.ts';
import type { ElementSchema, Extensions } from '#src/extensions/define.ts';
import { writeMembers } from '#schemas/generate/props.mjs';
import { quote, type TypedName, writeRecord, writeType } from './write-type.ts';

/** The input of the type writer. */
export interface TypesSource {
  readonly world: World;
  readonly messages: readonly ShownMessage[];
  /** Widgets and actions of the project's own. */
  readonly extensions: Extensions;
}

const BASICS = `/** Minor units: centavos of a peso. */
export type Money = number;
/** YYYY-MM-DD, or as a service sends it. */
export type Day = string;
export type Url = string;
export type Nothing = { readonly [name: string]: never };
`;

/**
 * Writes the types of everything that a project declares. Sorted by name, so that equal declarations give equal bytes in
 * any order and any files. Looks, text positions and comments have no effect.
 */
export function writeTypes(source: TypesSource): string {
  const parts = [
    ...writeOwn(source.extensions),
    [
      'By screen: what its address carries, what it keeps, what it reads.',
      'Screens',
      screensOf(source.world),
    ],
    ['By part: the parameters that a use passes, and its state.', 'Parts', partsOf(source.world)],
    [
      'By endpoint: what is sent, and what comes back once it is read.',
      'Endpoints',
      endpointsOf(source.world),
    ],
    ['What all screens share.', 'App', appOf(source.world)],
  ] as const;
  const interfaces = parts.map(
    ([about, name, members]) => `/** ${about} */\nexport interface ${name} ${bodyOf(members)}\n`,
  );
  const keys = source.messages.map(({ id }) => id).sort();
  const body = [
    ...imports(source.extensions),
    BASICS,
    ...interfaces,
    `/** Every text that people may be shown, as catalogues name it. */\nexport type TextKey =${union(keys)};\n`,
  ].join('\n');
  const hash = createHash('sha256').update(body).digest('hex');
  return `// Written by \`capiz types\` from what the definitions declare: sha256 ${hash}. Do not edit.\n\n${body}`;
}

function union(keys: readonly string[]): string {
  return keys.length === 0 ? ' never' : keys.map((key) => `\n  | ${quote(key)}`).join('');
}

function bodyOf(members: readonly TypedName[]): string {
  return members.length === 0 ? '{}' : writeRecord(members, 0);
}

function screensOf({ screens }: World): TypedName[] {
  return [...screens].map(([name, { params, state, value }]) => ({
    name,
    type: writeRecord(
      [
        { name: 'params', type: declared(params, 2) },
        { name: 'state', type: declared(state, 2) },
        { name: 'data', type: writeRecord(dataOf(value?.['data']), 2) },
      ],
      1,
    ),
  }));
}

function dataOf(data: unknown): TypedName[] {
  return Object.entries(isJson(data) ? data : {}).flatMap(([name, resource]) => {
    const endpoint = isJson(resource) ? resource['endpoint'] : undefined;
    if (!isJson(resource) || typeof endpoint !== 'string') return [];
    const absent = resource['optional'] === true || resource['when'] !== undefined;
    return [{ name, type: `Endpoints[${quote(endpoint)}]['reply']`, absent }];
  });
}

function partsOf({ parts }: World): TypedName[] {
  return [...parts].map(([name, { params, state }]) => ({
    name,
    type: writeRecord(
      [
        { name: 'params', type: declared(params, 2) },
        { name: 'state', type: declared(state, 2) },
      ],
      1,
    ),
  }));
}

function endpointsOf({ contracts }: World): TypedName[] {
  return contracts.names().flatMap((name) => {
    const contract = contracts.get(name);
    if (contract === undefined) return [];
    const request = [...contract.request].map(([member, { type, absent }]) => ({
      name: member,
      type: writeType(type, 3),
      absent,
    }));
    const { description } = contract.raw;
    return [
      {
        name,
        about: typeof description === 'string' ? description : undefined,
        type: writeRecord(
          [
            { name: 'request', type: writeRecord(request, 2) },
            { name: 'reply', type: writeType(contract.reply.type, 2) },
          ],
          1,
        ),
      },
    ];
  });
}

function appOf({ app }: World): TypedName[] {
  if (app === undefined) return [];
  const config = [...app.config].map(([name, group]) => ({ name, type: declared(group, 2) }));
  return [
    { name: 'session', type: declared(app.session, 1) },
    { name: 'carried', type: declared(app.carried, 1) },
    { name: 'config', type: writeRecord(config, 1) },
    { name: 'kept', type: declared(app.kept, 1) },
  ];
}

function declared(declarations: Declarations, depth: number): string {
  const members = [...declarations].flatMap(
    ([name, { declared: one, raw, required, initial }]): TypedName[] => {
      if (one === undefined) return [];
      const { description } = raw;
      return [
        {
          name,
          type: writeType(one.type, depth + 1),
          absent: !required && initial === undefined,
          about: typeof description === 'string' ? description : undefined,
        },
      ];
    },
  );
  return writeRecord(members, depth);
}

/** Props of the project's own widgets and actions, without those that the engine gives to all. */
function writeOwn({ widgets = [], actions = [] }: Extensions): (readonly [string, string, TypedName[]])[] {
  const given = (kind: 'widgets' | 'actions', { name, schema }: OwnElement): TypedName => {
    const properties = Object.entries(shapes[kind][name]?.properties ?? {});
    const own = Object.fromEntries(properties.filter(([key]) => Object.hasOwn(schema.properties, key)));
    const lines = [...writeMembers(name, own)].sort().map((line) => `    ${line}\n`);
    const type = lines.length === 0 ? 'Nothing' : `{\n${lines.join('')}  }`;
    // An action runs only after all its inputs are loaded.
    const ready = type.replaceAll(/\bWords\b/g, 'string').replaceAll(' | Pending', '');
    return { name, about: schema.description, type: kind === 'actions' ? ready : type };
  };
  const parts: (readonly [string, string, TypedName[]])[] = [
    [
      'By widget of the project’s own: the `props` of its component.',
      'Widgets',
      widgets.map((one) => given('widgets', one)),
    ],
    [
      'By action of the project’s own: the `props` of its `run`.',
      'Actions',
      actions.map((one) => given('actions', one)),
    ],
  ];
  return parts.filter(([, , members]) => members.length > 0);
}

interface OwnElement {
  readonly name: string;
  readonly schema: ElementSchema;
}

function imports({ widgets = [], actions = [] }: Extensions): string[] {
  return widgets.length + actions.length === 0
    ? []
    : [
        "import type { Pending, Value, Words } from '@capiz/renderer';\n\nexport type { Pending, Value, Words };\n",
      ];
}
