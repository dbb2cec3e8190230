/** A JSON record in a document. */
export type Json = { readonly [name: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a document has in the place of a word. Records of a document have no prototype, so `String` of one throws. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? '' : String(value);
}
