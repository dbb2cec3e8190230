import type { Value } from '#renderer/plan/expression.ts';
import { readPlainText } from '../words/plain-text.ts';
import type { Filled } from './definition.ts';

/*
 * Converts between a document's values and their fields. A value that its field cannot show completely gets no field,
 * so that a person does not replace what they cannot see.
 */

/** The content of a field for a value. */
export function writeValue(way: Filled['way'], value: unknown): Value {
  if (way === 'flag') return value === true;
  if (way === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'money']);

/** The value in a document for the content of a field. */
export function readValue({ way, shape }: Filled, value: Value | undefined): unknown {
  if (way === 'flag') {
    return !shape.required && value === (shape.default === true) ? undefined : value === true;
  }
  const text = String(value ?? '');
  if (way === 'lines') {
    const lines = text.split('\n').map((line) => line.trim());
    return lines.filter((line) => line !== '');
  }
  if (text === '' && !shape.required) return undefined;
  if (way === 'count' && /^-?\d+$/.test(text)) return Number(text);
  if (way === 'line' && NUMBERS.has(shape.slot) && String(Number(text)) === text) return Number(text);
  if (way === 'line' && shape.slot === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Whether a field shows all of a value, so that the editor knows what they replace. */
export function isShownWhole(property: Filled, value: unknown): boolean {
  const { way, shape } = property;
  if (value === undefined || value === '') return true;
  if (way === 'json') return false;
  if (way === 'flag') return typeof value === 'boolean';
  if (way === 'words') return shape.words?.some((word) => word === value) === true || value === shape.default;
  const plain = shape.slot === 'text' ? (readPlainText(value)?.source ?? value) : value;
  const shown = writeValue(way, plain);
  // A one-line box drops line ends, and every box drops carriage returns.
  if (/\r/.test(String(shown)) || (way !== 'box' && way !== 'lines' && /\n/.test(String(shown))))
    return false;
  return JSON.stringify(readValue(property, shown)) === JSON.stringify(plain);
}
