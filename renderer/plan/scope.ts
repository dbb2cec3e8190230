import type { Locale, Result, Scope } from './expression.ts';
import { readOwn, readPath } from './value.ts';

/**
 * A scope over a record of roots: what a contract's path reads, what tests and previews need.
 * A live screen has its own over its store.
 */
export function createScope(
  roots: { readonly [name: string]: Result },
  locale: Locale = SOURCE_LOCALE,
): Scope {
  return {
    locale,
    // `readOwn` is unknown only because it also walks untrusted JSON; these roots are results.
    read: (path) => readPath(readOwn(roots, path[0] ?? '') as Result, path, 1),
    with(name, value) {
      return extendScope(this, name, value);
    },
  };
}

/** `scope` that also knows `name`; a name nearer hides one further out. */
export function extendScope(scope: Scope, name: string, value: Result): Scope {
  return {
    locale: scope.locale,
    read: (path) => (path[0] === name ? readPath(value, path, 1) : scope.read(path)),
    with(inner, innerValue) {
      return extendScope(this, inner, innerValue);
    },
  };
}

/** Texts as written, amounts ungrouped, time at the epoch: for what people never read. */
export const SOURCE_LOCALE: Locale = {
  language: 'source',
  timeZone: 'UTC',
  now: () => 0,
  message: (source) => source,
};
