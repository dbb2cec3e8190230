import { isJson } from '#renderer/grammar/json.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { readPlainText } from '../words/plain-text.ts';
import { type Filled, isField } from './definition.ts';

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
    const filled = lines.filter((line) => line !== '');
    // Settings keep an empty list, which their schema may require.
    if (filled.length === 0 && shape.list === true && !shape.required) return undefined;
    return shape.literal === 'integer' ? filled.map(readInteger) : filled;
  }
  if (text === '' && !shape.required) return undefined;
  if (way === 'words' && shape.slot === 'boolean') return text === 'true';
  if (way === 'count') return readInteger(text);
  const isNumber = NUMBERS.has(shape.slot) || shape.literal === 'number';
  if (way === 'line' && isNumber && String(Number(text)) === text) return Number(text);
  if (way === 'line' && shape.slot === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** A text that is no whole number stays a text, so that the problem is shown while a person types. */
function readInteger(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Whether a field shows all of a value, so that the editor knows what they replace. */
export function isShownWhole(property: Filled, value: unknown): boolean {
  const { way, shape } = property;
  if (value === undefined || value === '') return true;
  if (!isField(property)) return isShownInParts(way, value);
  if (way === 'flag') return typeof value === 'boolean';
  if (way === 'words') {
    if (shape.slot === 'boolean') return typeof value === 'boolean';
    return shape.words?.some((word) => word === value) === true || value === shape.default;
  }
  const plain = shape.slot === 'text' ? (readPlainText(value)?.source ?? value) : value;
  const shown = writeValue(way, plain);
  // A one-line box drops line ends, and every box drops carriage returns.
  if (/\r/.test(String(shown)) || (way !== 'box' && way !== 'lines' && /\n/.test(String(shown))))
    return false;
  return JSON.stringify(readValue(property, shown)) === JSON.stringify(plain);
}

/** Whether the inputs beside the form show a value; each of them leaves what it cannot show to the JSON. */
function isShownInParts(way: Filled['way'], value: unknown): boolean {
  switch (way) {
    case 'records':
    case 'cells':
      return Array.isArray(value);
    case 'several':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'initial':
      return typeof value === 'string' || (Array.isArray(value) && value.every(isJson));
    case 'pattern':
      return typeof value === 'string' && !/[\n\r]/.test(value);
    case 'inputs':
    case 'object':
      return isJson(value);
    default:
      return false;
  }
}
