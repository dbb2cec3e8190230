/** Of an account, as it stands in the audit: an e-mail address, or a word. */
export const STAFF_NAME_PATTERN = '^[a-z0-9][a-z0-9._%+@-]{0,127}$';

/** Whether somebody can be called so. */
export function isStaffName(text: string): boolean {
  return new RegExp(STAFF_NAME_PATTERN).test(text);
}

/**
 * The name that somebody typed.
 *
 * @returns undefined where nobody can be called so.
 */
export function readStaffName(text: string): string | undefined {
  const name = lowerAscii(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
  return isStaffName(name) ? name : undefined;
}

/** @returns the account's name for an e-mail address; undefined for what is none, or is not written in ASCII. */
export function readEmailName(text: string): string | undefined {
  const name = lowerAscii(text);
  return isStaffName(name) && /^[^@]+@[^@]+$/.test(name) ? name : undefined;
}

/** `toLowerCase` makes a `k` of the sign of Kelvin (U+212A) too, and with it one name of another. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
