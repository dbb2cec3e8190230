// One schema with all documents, widgets, actions and definitions under `$defs`, and references rewritten.
import { dirname, join, normalize } from 'node:path';
import { readSchema } from './model.mjs';

export const DOCUMENTS = ['screen', 'part', 'app', 'endpoint', 'messages', 'tokens'];

/** `widgets/text.schema.json` → `widgets-text`; with `/$defs/row` → `widgets-text--row`. */
function keyOf(file, definition) {
  const base = file.replace('.schema.json', '').replaceAll('/', '-');
  return definition === undefined ? base : `${base}--${definition}`;
}

/**
 * Common properties are merged into each node and action: with `allOf` and `unevaluatedProperties`, one wrong
 * common property makes all common properties unknown.
 */
export function bundleSchemas() {
  const $defs = {};

  function resolve(file, ref) {
    const [path, pointer = ''] = ref.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    const definition = pointer === '' ? undefined : pointer.replace('/$defs/', '');
    return { target, definition, key: keyOf(target, definition) };
  }

  function include(file, ref) {
    const { target, definition, key } = resolve(file, ref);
    if ($defs[key] === undefined) {
      $defs[key] = {};
      const schema = readSchema(target);
      if (definition !== undefined && schema.$defs?.[definition] === undefined)
        throw new Error(`${file}: "${ref}" leads nowhere.`);
      Object.assign(
        $defs[key],
        transform(target, definition === undefined ? schema : schema.$defs[definition]),
      );
    }
    return `#/$defs/${key}`;
  }

  function transform(file, schema) {
    if (Array.isArray(schema)) return schema.map((item) => transform(file, item));
    if (typeof schema !== 'object' || schema === null) return schema;
    const out = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$schema' || keyword === '$defs' || keyword === 'examples') continue;
      if (keyword === '$ref') out.$ref = include(file, value);
      else if (keyword === 'allOf' || keyword === 'unevaluatedProperties') continue;
      else if (keyword === 'properties' || keyword === 'patternProperties')
        out[keyword] = Object.fromEntries(
          Object.entries(value).map(([name, property]) => [name, transform(file, property)]),
        );
      else if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'required')
        out[keyword] = value;
      else out[keyword] = transform(file, value);
    }
    if (schema.allOf !== undefined) {
      for (const { $ref } of schema.allOf) {
        const { target, definition } = resolve(file, $ref);
        const common = transform(target, readSchema(target).$defs[definition]);
        out.properties = { ...common.properties, ...out.properties };
      }
      out.additionalProperties = false;
    }
    return out;
  }

  for (const kind of DOCUMENTS) include('screen.schema.json', `${kind}.schema.json`);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs };
}
