/** A text from its first visible character to its last: without white space and zero-width characters around it. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}](?:.*[^\s\p{Default_Ignorable_Code_Point}])?/su;

export function trimUnseen(value: string): string {
  return SEEN.exec(value)?.[0] ?? '';
}

/** Whether nobody sees anything of a text: it has only white space and characters without width. */
export function isBlank(text: string): boolean {
  return trimUnseen(text) === '';
}
