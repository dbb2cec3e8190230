import type { Value } from '../plan/expression.ts';

/**
 * Server-chosen fields form one map of Text: numbers and stars as in JSON, several choices separated by commas, ticks
 * as `true` or `false`.
 */
export function writeText(value: Value): string {
  return Array.isArray(value) ? value.map(writeText).join(',') : String(value);
}

/** The inverse: the initial value for a field of this kind; undefined if the text does not match. */
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
