/** Of an account, as it stands in the audit: an e-mail address, or a word. */
export const STAFF_NAME_PATTERN = '^[a-z0-9][a-z0-9._%+@-]{0,127}$';

/** Whether somebody can be called so. */
export function isStaffName(text: string): boolean {
  return new RegExp(STAFF_NAME_PATTERN).test(text);
}
