import { isJson, type Json } from '#renderer/grammar/json.ts';
import { type PropertyShape, shapes } from '#renderer/grammar/shapes.generated.ts';

/** A property of a node, from its schema. */
export interface Property {
  readonly name: string;
  /** Label. */
  readonly title: string;
  readonly help: string;
  readonly shape: PropertyShape;
}

export type Kind = 'widgets' | 'overlays' | 'actions';

const SCHEMAS: { readonly [path: string]: Json } = import.meta.glob(
  [
    '../../../schemas/widgets/*.schema.json',
    '../../../schemas/overlays/*.schema.json',
    '../../../schemas/actions/*.schema.json',
  ],
  { eager: true, import: 'default' },
);
const COMMON: { readonly [path: string]: Json } = import.meta.glob('../../../schemas/node.schema.json', {
  eager: true,
  import: 'default',
});

/** Properties in the order of the schema; the common ones are last. */
export function propertiesOf(kind: Kind, type: string): readonly Property[] {
  const shape = shapes[kind][type];
  if (shape === undefined) return [];
  const own = membersOf(SCHEMAS[`../../../schemas/${kind}/${type}.schema.json`]);
  const common = membersOf(nodeOf(COMMON['../../../schemas/node.schema.json']));
  const rank = (name: string) => {
    const at = Object.keys(own).indexOf(name);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return Object.entries(shape.properties)
    .filter(([, { now }]) => now === undefined)
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, of]) => {
      const schema = own[name] ?? common[name] ?? {};
      const { title, description } = schema;
      return {
        name,
        title: typeof title === 'string' ? title : wordsOf(name),
        help: typeof description === 'string' ? description : '',
        shape: of,
      };
    });
}

/** Label and description of a node type. */
export function describeType(kind: 'widgets' | 'overlays', type: string): { title: string; help: string } {
  const schema = SCHEMAS[`../../../schemas/${kind}/${type}.schema.json`];
  const { title, description } = schema ?? {};
  return {
    title: typeof title === 'string' ? title : wordsOf(type),
    help: typeof description === 'string' ? description : '',
  };
}

function membersOf(schema: Json | undefined): { readonly [name: string]: Json } {
  const properties = schema?.['properties'];
  if (!isJson(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, of]) => (isJson(of) ? [[name, of]] : [])),
  );
}

function nodeOf(schema: Json | undefined): Json | undefined {
  const defs = schema?.['$defs'];
  return isJson(defs) && isJson(defs['node']) ? defs['node'] : undefined;
}

/** Labels that cannot be derived from the name. */
const WORDS: { readonly [name: string]: string } = {
  src: 'Picture',
  alt: 'In words',
  each: 'Once for each of',
  as: 'Each is called',
  at: 'Its place is called',
  key: 'Told apart by',
  visibleWhen: 'Shown when',
  enabledWhen: 'Can be used when',
  bind: 'Writes',
  id: 'Id',
};

/** `disabledNote` → `Disabled note`. */
export function wordsOf(name: string): string {
  if (Object.hasOwn(WORDS, name)) return WORDS[name] ?? name;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
