import type { Problem } from '../plan/problem.ts';
import { findCode } from './codes.ts';
import type { Place } from './places.ts';

/**
 * A problem at a place.
 *
 * @param code One of the catalogue in codes.ts, which gives its severity; a test holds the catalogue complete.
 */
export function problemAt(place: Place, code: string, message: string, help?: string): Problem {
  return {
    code,
    severity: findCode(code)?.severity ?? 'error',
    file: place.file,
    line: place.line,
    column: place.column,
    length: place.length,
    pointer: place.pointer,
    message,
    ...(help === undefined ? {} : { help }),
  };
}
