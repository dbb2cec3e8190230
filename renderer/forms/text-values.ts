import type { Value } from '../plan/expression.ts';

/**
 * Fields that a server chooses are one map of Text: a number, of stars too, as JSON writes it, several choices with commas
 * between them, a tick as `true` or `false`.
 */
export function writeText(value: Value): string {
  return Array.isArray(value) ? value.map(writeText).join(',') : String(value);
}

/** The same the other way: the value that a field of this kind has first; undefined of what is none of its kind. */
export function readText(kind: string, value: Value | undefined): Value | undefined {
  if (typeof value !== 'string') return value;
  switch (kind) {
    case 'number-field':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
    case 'rating':
      return /^([1-9]|10)$/.test(value) ? Number(value) : undefined;
    case 'choices':
      return value === '' ? undefined : value.split(',');
    case 'check':
      return value === 'true' || (value === 'false' ? false : undefined);
    default:
      return value;
  }
}
