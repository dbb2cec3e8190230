import * as v from 'valibot';

/*
 * Schemas for requests. The message of a pattern continues after the name of the member; `describeFaults` writes
 * all other messages.
 */

/** Needed because valibot accepts an empty array as an object. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const NO_OBJECT = 'is of another type: object is expected.';

/** An object with exactly these members. */
export function exactObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  type Input = v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
  return v.pipe(v.custom<Input>(isObject, NO_OBJECT), v.strictObject(entries));
}

/** An object with free names: one schema for all names, one for all values. */
export function dictionary<Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
) {
  type Input = v.InferInput<v.RecordSchema<Key, Value, undefined>>;
  return v.pipe(v.custom<Input>(isObject, NO_OBJECT), v.record(key, value));
}

export function text(least: number, most: number) {
  return v.pipe(v.string(), v.minLength(least), v.maxLength(most));
}

export function integer(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** A list without repeated entries. */
export function uniqueList<Item extends v.GenericSchema>(item: Item, most: number) {
  return v.pipe(
    v.array(item),
    v.minLength(1),
    v.maxLength(most),
    v.checkItems((entry, index, all) => all.indexOf(entry) === index, 'contains an entry twice.'),
    v.metadata({ uniqueItems: true }),
  );
}

/** SHA-256 in hex: of a release, a document, an image. */
export const HASH = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'is not in the expected form: SHA-256 in 64 hexadecimal digits.'),
);
export const NAME = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/, 'is not in the expected form: 1 to 64 letters, digits, hyphens and underscores.'),
);
export const TITLE = text(1, 200);
export const REASON = v.pipe(text(3, 500), v.description('Reason for the audit.'));
export const REVISION = integer(0, Number.MAX_SAFE_INTEGER);
/** Number of a write transaction in a query; lists are paged by it. */
export const TURN = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15}$/, 'is not in the expected form: 1 to 15 digits.'),
  v.transform(Number),
);
/** JSON Pointer into a document. */
export const POINTER = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(
    /^(?:\/(?:[^/~]|~[01])*)*$/,
    'is not in the expected form: a JSON Pointer; empty for the whole document.',
  ),
  v.description('JSON Pointer; empty: the document.'),
);
/** Path of a document or an image in the project. */
export const PATH = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^(screens|schemas)\//, 'is not in the expected form: a path in screens/ or schemas/.'),
);

export const BASE64 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not in the expected form: Base64.'),
  v.metadata({ contentEncoding: 'base64' }),
);

export const BUNDLE_FILES = v.pipe(
  dictionary(PATH, BASE64),
  v.description('Base64 of each document and picture, by its path in the project.'),
);

export const BUNDLE = exactObject({ format: v.literal(1), release: HASH, files: BUNDLE_FILES });

/** A draft also stores states with their own replies. */
const DRAFT_PATH = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^(screens|schemas|fixtures\/variants)\//,
    'is not in the expected form: a path in screens/, schemas/ or fixtures/variants/.',
  ),
);

export const CHANGES = v.pipe(
  dictionary(
    DRAFT_PATH,
    v.union(
      [v.null(), exactObject({ text: v.string() }), exactObject({ base64: BASE64 })],
      'must be a text, the Base64 of a picture, or null.',
    ),
  ),
  v.description('Document by path: a text, the Base64 of a picture, or null to delete the document.'),
);

const MOST_LISTED = 200;

/** Page size, in a query. */
export const LIMIT = v.pipe(
  v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,2}$/, 'is not in the expected form: a number from 1 to 999.'),
      v.transform((digits) => Math.min(Number(digits), MOST_LISTED)),
    ),
    '50',
  ),
  v.description('Maximum number of entries.'),
);
