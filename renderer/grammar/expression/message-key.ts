export interface MessageKey {
  /** The source text with each `${…}` replaced by `{name}`, and `$${` by `${`. */
  readonly key: string;
  /** Names in the order of the placeholders. */
  readonly names: readonly string[];
}

/** What a text is translated by. Needs no types; of a text with errors it is `undefined`. */
export function messageKey(source: string): MessageKey | undefined {
  throw new Error(`not yet: ${source}`);
}
