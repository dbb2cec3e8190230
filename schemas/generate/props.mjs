// renderer/widgets/props.generated.ts: the props of widgets.
import { BANNER, readModel } from './model.mjs';

/** Slots that only the engine reads; widgets do not receive them. */
const ENGINE = new Set([
  'nodes',
  'slots',
  'links',
  'actions',
  'cases',
  'fallback',
  'critical',
  'allow',
  'path',
  'name',
  'id',
  'record',
  'query',
  'expression',
]);
const ENGINE_NAMES = new Set(['placeholders']);
/** Elements that the engine converts; widgets do not receive them. */
const ENGINE_ELEMENTS = new Set(['rule', 'field', 'heading']);

const TYPES = {
  text: 'Words',
  display: 'Words',
  plain: 'Words',
  url: 'Words',
  image: 'Words',
  date: 'Words',
  money: 'number | Pending',
  integer: 'number',
  number: 'number | Pending',
  boolean: 'boolean',
  any: 'Value',
};

const capital = (name) => name.replaceAll(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());
const keyOf = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);
const union = (words) => words.map((word) => `'${word}'`).join(' | ');

function typeOf(property) {
  if (property.slot === 'elements') return `readonly ${capital(property.element)}[]`;
  if (property.words !== undefined) return union(property.words);
  if (property.slot === 'literal') {
    const type = property.literal === 'integer' ? 'number' : property.literal;
    return property.list === true ? `readonly ${type}[]` : type;
  }
  const type = TYPES[property.slot];
  return property.list === true && type !== undefined ? `readonly (${type})[] | Pending` : type;
}

/**
 * The properties that a component receives, as members of a TypeScript type.
 *
 * @param name - Owner of the properties, for an error.
 */
export function writeMembers(name, properties) {
  return Object.entries(properties).flatMap(([key, property]) => {
    // A plan has the name that a member had first.
    if (property.was !== undefined) return [];
    if (ENGINE.has(property.slot) || ENGINE_NAMES.has(key) || ENGINE_ELEMENTS.has(property.element))
      return [];
    const type = typeOf(property);
    if (type === undefined) throw new Error(`${name}.${key}: no type for slot ${property.slot}`);
    const present = property.required || property.default !== undefined;
    return [present ? `readonly ${key}: ${type};` : `readonly ${key}?: ${type} | undefined;`];
  });
}

/** Slots of texts that a service may have written. */
const SPOKEN = new Set(['text', 'display', 'plain']);

function interfaceOf(name, doc, properties, first = []) {
  const isSpoken = Object.values(properties).some(({ slot }) => SPOKEN.has(slot));
  const lines = [
    ...first,
    ...writeMembers(name, properties).map((line) => `  ${line}`),
    ...(isSpoken ? ['  readonly spoken?: Spoken | undefined;'] : []),
  ];
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${doc === undefined ? '' : `/** ${doc} */\n`}export interface ${name} ${body}\n`;
}

export function generateProps() {
  const { widgets, overlays, elements } = readModel();
  const out = [
    BANNER,
    "import type { Pending, Value } from '../plan/expression.ts';\nimport type { Spoken } from '../plan/words.ts';\nimport type { Words } from './define-widget.ts';\n",
  ];
  for (const element of elements.filter(({ name }) => !ENGINE_ELEMENTS.has(name)))
    out.push(
      interfaceOf(capital(element.name), undefined, element.properties, [
        '  /** Unique in the list. */\n  readonly key: string;',
      ]),
    );
  const nodes = [...widgets.filter(({ isLowered }) => !isLowered), ...overlays];
  for (const { name, description, properties } of nodes)
    out.push(interfaceOf(`${capital(name)}Props`, description, properties));
  out.push(
    `export interface WidgetPropsByType {\n${nodes.map(({ name }) => `  readonly ${keyOf(name)}: ${capital(name)}Props;`).join('\n')}\n}\n`,
  );
  return out.join('\n');
}
