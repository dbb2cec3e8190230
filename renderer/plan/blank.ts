/**
 * A text from its first to its last visible character, without white space and zero-width characters around
 * it.
 */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}](?:.*[^\s\p{Default_Ignorable_Code_Point}])?/su;

export function trimUnseen(value: string): string {
  return SEEN.exec(value)?.[0] ?? '';
}

/** Whether a text has only white space and zero-width characters. */
export function isBlank(text: string): boolean {
  return trimUnseen(text) === '';
}
