/**
 * Every keyword of draft-07 and 2020-12, by how it is read. `annotation`: says nothing about values.
 * `words`: for people. `constraint`: about the value of its own place. `refused`: cannot be carried.
 */
export const KEYWORDS: { readonly [keyword: string]: KeywordKind } = {
  ...all('annotation', [
    '$schema',
    '$id',
    'id',
    '$anchor',
    '$comment',
    '$vocabulary',
    'deprecated',
    'writeOnly',
  ]),
  ...all('words', ['title', 'description', 'default', 'readOnly']),
  ...all('applicator', [
    '$ref',
    '$defs',
    'definitions',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
  ]),
  ...all('applicator', ['properties', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies']),
  ...all('applicator', ['items', 'contains', 'minContains', 'maxContains']),
  ...all('constraint', ['type', 'enum', 'const', 'format']),
  ...all('constraint', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...all('constraint', ['minLength', 'maxLength', 'pattern']),
  ...all('constraint', ['minItems', 'maxItems', 'uniqueItems']),
  ...all('constraint', ['minProperties', 'maxProperties', 'additionalProperties', 'unevaluatedProperties']),
  ...all('refused', ['patternProperties', 'propertyNames']),
  ...all('refused', ['prefixItems', 'additionalItems', 'unevaluatedItems']),
  ...all('refused', ['$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']),
  ...all('refused', ['examples', 'contentEncoding', 'contentMediaType', 'contentSchema']),
};

export type KeywordKind = 'annotation' | 'words' | 'applicator' | 'constraint' | 'refused';

function all(kind: KeywordKind, names: readonly string[]): { readonly [keyword: string]: KeywordKind } {
  return Object.fromEntries(names.map((name) => [name, kind]));
}
