import * as v from 'valibot';

/*
 * What operations take. The message of a pattern follows the name of the member; `describeFaults` has the words for
 * everything else.
 */

/** Valibot takes an empty array for an object. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const NO_OBJECT = 'is of another type: object is expected.';

/** An object with no other members than these. */
export function exactObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  type Input = v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
  return v.pipe(v.custom<Input>(isObject, NO_OBJECT), v.strictObject(entries));
}

/** An object whose members have names of one kind and values of one kind. */
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
    v.checkItems((entry, index, all) => all.indexOf(entry) === index, 'has an entry twice.'),
    v.metadata({ uniqueItems: true }),
  );
}

/** SHA-256 in hex: of a release, a document, a picture. */
export const HASH = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'is not in the expected form: SHA-256 in 64 hexadecimal digits.'),
);
export const NAME = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/, 'is not in the expected form: 1 to 64 letters, digits, hyphens and underscores.'),
);
export const TITLE = text(1, 200);
export const REASON = v.pipe(text(3, 500), v.description('Why it is done; stands in the audit.'));
export const REVISION = integer(0, Number.MAX_SAFE_INTEGER);
/** Of a writer, in a query: things are listed by it. */
export const TURN = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15}$/, 'is not in the expected form: 1 to 15 digits.'),
  v.transform(Number),
);
/** A place in a document. */
export const POINTER = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(
    /^(?:\/(?:[^/~]|~[01])*)*$/,
    'is not in the expected form: a JSON Pointer; the empty one is the document.',
  ),
  v.description('JSON Pointer; empty: the document.'),
);
/** Of a document or a picture in the project. */
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

/** A draft keeps states with replies of their own as well. */
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
      'is neither a text, nor the Base64 of a picture, nor null.',
    ),
  ),
  v.description('Document by path: a text, the Base64 of a picture, or null, which deletes it.'),
);

const MOST_LISTED = 200;

/** In a query. */
export const LIMIT = v.pipe(
  v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,2}$/, 'is not in the expected form: a number from 1 to 999.'),
      v.transform((digits) => Math.min(Number(digits), MOST_LISTED)),
    ),
    '50',
  ),
  v.description('At most so many.'),
);
