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
    ...place,
    message,
    ...(help === undefined ? {} : { help }),
  };
}
