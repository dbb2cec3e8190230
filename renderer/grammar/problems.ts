import type { Problem } from '../plan/problem.ts';
import { findCode } from './codes.ts';
import type { Place } from './places.ts';

/**
 * A problem at a location.
 *
 * @param code A code of codes.ts, which also gives its severity; a test checks that codes.ts is complete.
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
