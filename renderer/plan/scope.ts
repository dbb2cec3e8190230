import type { Locale, Result, Scope } from './expression.ts';
import { readOwn, readPath } from './value.ts';

/**
 * A scope for a record of roots: for a contract's path, tests and previews. A live screen reads its store
 * instead.
 */
export function createScope(
  roots: { readonly [name: string]: Result },
  locale: Locale = SOURCE_LOCALE,
): Scope {
  return {
    locale,
    // `readOwn` returns unknown because it also reads untrusted JSON; these roots are results.
    read: (path) => readPath(readOwn(roots, path[0] ?? '') as Result, path, 1),
    with(name, value) {
      return extendScope(this, name, value);
    },
  };
}

/** `scope` with one more name; it hides an outer name. */
export function extendScope(scope: Scope, name: string, value: Result): Scope {
  return {
    locale: scope.locale,
    read: (path) => (path[0] === name ? readPath(value, path, 1) : scope.read(path)),
    with(inner, innerValue) {
      return extendScope(this, inner, innerValue);
    },
  };
}

/** Unchanged texts, ungrouped amounts and time 0: for text that people never read. */
export const SOURCE_LOCALE: Locale = {
  language: 'source',
  timeZone: 'UTC',
  now: () => 0,
  message: (source) => source,
};
