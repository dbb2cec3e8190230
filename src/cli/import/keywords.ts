import { isJson, type Json } from '#renderer/grammar/json.ts';

/**
 * Every keyword of draft-04 to 2020-12, with its kind. `reference`: used to resolve references. `annotation`: does not
 * restrict values. `words`: for people. `constraint`: restricts the value at its own pointer. `refused`: cannot be carried.
 */
export const KEYWORDS: { readonly [keyword: string]: KeywordKind } = {
  ...all('reference', ['$schema', '$id', 'id', '$anchor']),
  ...all('annotation', ['$comment', '$vocabulary', 'deprecated', 'writeOnly']),
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

export type KeywordKind = 'reference' | 'annotation' | 'words' | 'applicator' | 'constraint' | 'refused';

function all(kind: KeywordKind, names: readonly string[]): { readonly [keyword: string]: KeywordKind } {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Valid values of a keyword whose invalid values would otherwise be ignored. */
const VALUES: { readonly [keyword: string]: (value: unknown) => boolean } = {
  ...each(['minimum', 'maximum'], isNumber),
  // A boolean in draft-04.
  ...each(['exclusiveMinimum', 'exclusiveMaximum'], (value) => isNumber(value) || isFlag(value)),
  multipleOf: (value) => isNumber(value) && value > 0,
  ...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], isCount),
  ...each(['minContains', 'maxContains'], isCount),
  ...each(['uniqueItems', 'readOnly'], isFlag),
  ...each(['title', 'description', 'pattern', 'format', '$ref'], isText),
  ...each(['allOf', 'anyOf', 'oneOf'], (value) => Array.isArray(value) && value.every(isSchema)),
  ...each(
    ['not', 'if', 'then', 'else', 'contains', 'additionalProperties', 'unevaluatedProperties'],
    isSchema,
  ),
  items: (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  ...each(['properties', 'dependentSchemas'], (value) => isRecordOf(value, isSchema)),
  dependencies: (value) => isRecordOf(value, (one) => isSchema(one) || isTexts(one)),
  dependentRequired: (value) => isRecordOf(value, isTexts),
  required: isTexts,
  enum: (value) => Array.isArray(value),
  type: (value) => (Array.isArray(value) ? value.every(isType) : isType(value)),
};

/** Whether JSON Schema allows the keyword's value. */
export function isWellFormed(keyword: string, schema: Json): boolean {
  const value = schema[keyword];
  // Draft-04: the bound is in `minimum` or `maximum`.
  if (keyword === 'exclusiveMinimum' && value === true) return isNumber(schema['minimum']);
  if (keyword === 'exclusiveMaximum' && value === true) return isNumber(schema['maximum']);
  return !Object.hasOwn(VALUES, keyword) || VALUES[keyword]?.(value) === true;
}

export const MALFORMED = 'JSON Schema does not give it such a value.';

/** In draft-04 `exclusiveMinimum: true` makes the bound in `minimum` exclusive. */
export function exclusiveOf(keyword: string, schema: Json): string {
  if (keyword === 'minimum' && schema['exclusiveMinimum'] === true) return 'exclusiveMinimum';
  if (keyword === 'maximum' && schema['exclusiveMaximum'] === true) return 'exclusiveMaximum';
  return keyword;
}

function each<T>(names: readonly string[], value: T): { readonly [keyword: string]: T } {
  return Object.fromEntries(names.map((name) => [name, value]));
}

const TYPES: readonly unknown[] = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

function isType(value: unknown): boolean {
  return TYPES.includes(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJson(value);
}

function isRecordOf(value: unknown, of: (one: unknown) => boolean): boolean {
  return isJson(value) && Object.values(value).every(of);
}
