// renderer/grammar/definitions.generated.ts: TypeScript types of documents.
import { compile } from 'json-schema-to-typescript';
import { bundleSchemas, DOCUMENTS } from './bundle.mjs';
import { BANNER } from './model.mjs';

const TYPE_NAMES = { messages: 'Catalogue' };

/** `widgets-text` → `TextWidget`, `widgets-choice--option` → `Option`, `value--text` → `TextValue`. */
function titleOf(key) {
  const [file, definition] = key.split('--');
  const pascal = (name) => name.replaceAll(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());
  if (definition !== undefined) return pascal(definition) + (file === 'value' ? 'Value' : '');
  const dash = file.indexOf('-');
  const folder = file.slice(0, dash);
  const name = file.slice(dash + 1);
  if (dash < 0) return TYPE_NAMES[file] ?? pascal(file);
  return pascal(name) + { widgets: 'Widget', overlays: 'Overlay', actions: 'Action' }[folder];
}

/** Keeps only titles of definitions, so that small inner schemas are inlined. */
function simplify(schema) {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== 'object' || schema === null) return schema;
  // A reference with more keywords would become a second type.
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  // A list whose only item may stand in its place.
  if (schema.then?.$ref !== undefined && schema.items !== undefined) {
    return { anyOf: [{ type: 'array', items: simplify(schema.items) }, simplify(schema.then)] };
  }
  const out = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // Names that begin with x- are extensions, which every document may have.
    if (['title', 'patternProperties', 'propertyNames', 'discriminator', 'x-words'].includes(keyword))
      continue;
    if (keyword === 'properties') {
      out.properties = Object.fromEntries(
        Object.entries(value).map(([name, property]) => [name, simplify(property)]),
      );
    } else out[keyword] = simplify(value);
  }
  return out;
}

export async function generateDefinitions() {
  const { $defs } = bundleSchemas();
  const named = Object.fromEntries(
    Object.entries($defs).map(([key, schema]) => [key, { title: titleOf(key), ...simplify(schema) }]),
  );
  const code = await compile(
    {
      title: 'Documents',
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(DOCUMENTS.map((kind) => [kind, { $ref: `#/$defs/${kind}` }])),
      $defs: named,
    },
    'Documents',
    {
      bannerComment: '',
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 110 },
      unknownAny: true,
    },
  );
  return `${BANNER}\n${code.trim()}\n`;
}
