import { CODES_OF_LAW } from '#renderer/grammar/lint/law.ts';

/** JSON Schema 2020-12, as the OpenAPI document carries it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An object of exactly these members. */
export function record<const P extends { readonly [name: string]: JsonSchema }>(
  properties: P,
  required: readonly string[] = Object.keys(properties),
) {
  return { type: 'object', additionalProperties: false, required, properties } as const;
}

/** SHA-256 in hex: of a release, a document, a picture. */
export const HASH: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
export const NAME: JsonSchema = { type: 'string', pattern: '^[\\w-]{1,64}$' };
export const TITLE: JsonSchema = { type: 'string', minLength: 1, maxLength: 200 };
export const REASON: JsonSchema = {
  type: 'string',
  minLength: 3,
  maxLength: 500,
  description: 'Why it is done; stands in the audit.',
};
export const REASONS: JsonSchema = {
  type: 'object',
  propertyNames: { enum: CODES_OF_LAW },
  additionalProperties: { ...REASON, description: 'Stands in the audit, and with the release.' },
  description: 'By code, why what is a matter of law is meant where its document does not say so.',
};
export const REVISION: JsonSchema = { type: 'integer', minimum: 0 };
/** Of a writer, in a query: things are listed by it. */
export const TURN: JsonSchema = { type: 'string', pattern: '^[0-9]{1,15}$' };
/** A place in a document. */
export const POINTER: JsonSchema = {
  type: 'string',
  maxLength: 500,
  pattern: '^(?:/(?:[^/~]|~[01])*)*$',
  description: 'JSON Pointer; empty: the document.',
};
/** Of a document or a picture in the project. */
export const PATH: JsonSchema = { type: 'string', maxLength: 200, pattern: '^(screens|schemas)/' };

export const BASE64: JsonSchema = {
  type: 'string',
  contentEncoding: 'base64',
  pattern: '^[A-Za-z0-9+/]*={0,2}$',
};

export const BUNDLE = record({
  format: { const: 1 },
  release: HASH,
  files: {
    type: 'object',
    propertyNames: PATH,
    additionalProperties: BASE64,
    description: 'Base64 of each document and picture, by its path in the project.',
  },
});

export const CHANGES: JsonSchema = {
  type: 'object',
  // A draft keeps states with replies of their own as well.
  propertyNames: { ...PATH, pattern: '^(screens|schemas|fixtures/variants)/' },
  additionalProperties: {
    oneOf: [{ type: 'null' }, record({ text: { type: 'string' } }), record({ base64: BASE64 })],
  },
  description: 'Document by path: a text, the Base64 of a picture, or null, which deletes it.',
};

const MOST_LISTED = 200;

/** In a query. */
export const LIMIT: JsonSchema = {
  type: 'string',
  pattern: '^[1-9][0-9]{0,2}$',
  description: 'At most so many.',
};

export function limitOf({ limit }: { readonly [name: string]: string }, standard = 50): number {
  return Math.min(Number(limit ?? standard), MOST_LISTED);
}
