import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';

/** Deeper than any value of a screen. A deeper one could overflow the stack. */
const MAX_DEPTH = 100;

/** A value stored as JSON: everything but null, at any depth. */
export const STORED_VALUE = v.custom<Value>((input) => isStoredValue(input, 0), 'Expected a value');

/** Milliseconds since the epoch. JSON parses `1e999` as Infinity, which is later than every deadline. */
export const STORED_TIME = v.pipe(v.number(), v.finite());

/** Number of successful critical calls, as `countEndings` counts them. */
export const STORED_COUNT = v.pipe(v.number(), v.safeInteger());

/** When data was read: `Reading` of plan/endings.ts. */
export const READING = v.object({ endings: STORED_COUNT, at: STORED_TIME });

function isStoredValue(input: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof input === 'string' || typeof input === 'boolean') return true;
  if (typeof input === 'number') return Number.isFinite(input);
  if (typeof input !== 'object' || input === null) return false;
  return Object.values(input).every((member) => isStoredValue(member, depth + 1));
}
