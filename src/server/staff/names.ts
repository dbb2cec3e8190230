/** Name of an account in the audit: an e-mail address, or a word. */
export const STAFF_NAME_PATTERN = /^[a-z0-9][a-z0-9._%+@-]{0,127}$/;

/** Whether a text can be the name of an account. */
export function isStaffName(text: string): boolean {
  return STAFF_NAME_PATTERN.test(text);
}

/**
 * Normalises a typed name.
 *
 * @returns undefined if it cannot be the name of an account.
 */
export function readStaffName(text: string): string | undefined {
  const name = lowerAscii(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
  return isStaffName(name) ? name : undefined;
}

/** @returns the account's name for an e-mail address; undefined if it is not an address, or not ASCII. */
export function readEmailName(text: string): string | undefined {
  const name = lowerAscii(text);
  return isStaffName(name) && /^[^@]+@[^@]+$/.test(name) ? name : undefined;
}

/** `toLowerCase` would also turn the Kelvin sign (U+212A) into a `k`, and so one name into another. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
