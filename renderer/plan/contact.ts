/* Validation of telephone numbers and email addresses, for forms and for the checker of definitions. */

import { trimUnseen } from './blank.ts';

/**
 * Whether a text is a phone number: `spec` is the pattern of the product's specification, `ph` the mobile numbers of
 * the Philippines.
 */
export function isPhone(value: string, kind: unknown): boolean {
  if (kind === 'spec') return /^1[3-9]\d{9}$/.test(value);
  return kind === 'ph' && /^09\d{9}$/.test(localNumber(value));
}

/** `+63 917 123 4567` becomes `09171234567`; other formats stay as they are. */
export function localNumber(value: string): string {
  const digits = value.replace(/[\s()-]/g, '');
  const found = /^(?:\+?63|0)(9\d{9})$/.exec(digits);
  return found === null ? value : `0${found[1]}`;
}

/**
 * Whether a text is an email address as people type it: words joined by dots, `@`, and a host with a dot;
 * spaces around it are ignored.
 */
export function isEmail(text: string): boolean {
  const value = trimUnseen(text);
  const at = value.lastIndexOf('@');
  const words = value.slice(0, at).split('.');
  const labels = value.slice(at + 1).split('.');
  return (
    at > 0 &&
    labels.length > 1 &&
    words.every((word) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(word)) &&
    labels.every((label) => /^[A-Za-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  );
}
