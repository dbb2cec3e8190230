import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';

/** No value of a screen is nested so deep, and a deeper text could overflow the stack of the code that walks it. */
const MOST_DEPTH = 100;

/** A value that was stored as JSON: everything but null, at any depth. */
export const STORED_VALUE = v.custom<Value>((input) => isStoredValue(input, 0), 'Expected a value');

/** Milliseconds since the epoch. JSON reads `1e999` as Infinity, which would lie after every deadline. */
export const STORED_TIME = v.pipe(v.number(), v.finite());

/** How many successes of critical calls there were, as `countEndings` counts them. */
export const STORED_COUNT = v.pipe(v.number(), v.safeInteger());

/** A point in time of a read of data: `Reading` of plan/endings.ts. */
export const READING = v.object({ endings: STORED_COUNT, at: STORED_TIME });

function isStoredValue(input: unknown, depth: number): boolean {
  if (depth > MOST_DEPTH) return false;
  if (typeof input === 'string' || typeof input === 'boolean') return true;
  if (typeof input === 'number') return Number.isFinite(input);
  if (typeof input !== 'object' || input === null) return false;
  return Object.values(input).every((member) => isStoredValue(member, depth + 1));
}
