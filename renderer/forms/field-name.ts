/**
 * The name under which the form engine knows a field.
 *
 * It reads dots and brackets as paths and digits as indexes, and some names come from a server: every
 * character that is no letter or digit is written as its code.
 */
export function encodeFieldName(name: string): string {
  return `f_${name.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)}`;
}
