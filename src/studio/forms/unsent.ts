import { readMeta } from '../read-meta.ts';

/** Where the typed values of a form stay in this tab until they are sent, also over a reload. */
export interface Unsent {
  /** Undefined if there are none. */
  read(): unknown;
  keep(values: object): void;
  forget(): void;
}

/**
 * The unsent values of one form of the signed-in person.
 *
 * @param subject - The form, and what it is about.
 */
export function unsentOf(...subject: readonly string[]): Unsent {
  const key = JSON.stringify(['capiz-unsent', readMeta('name'), ...subject]);
  return {
    read: () => parse(sessionStorage.getItem(key)),
    keep: (values) => tryToKeep(key, JSON.stringify(values)),
    forget: () => sessionStorage.removeItem(key),
  };
}

/** Writes to the storage of this tab. */
export function tryToKeep(key: string, written: string): void {
  try {
    sessionStorage.setItem(key, written);
  } catch {
    // The storage is full. The values are still in the form.
  }
}

function parse(written: string | null): unknown {
  try {
    return written === null ? undefined : JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** The kept values that have the shape of these initial ones: another version of the studio may have kept them. */
export function keptOf<Values extends object>(kept: unknown, first: Values): Partial<Values> {
  if (typeof kept !== 'object' || kept === null) return {};
  const all = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(first, name) && isLike(value, first[name as keyof Values]),
  );
  // The line above checks the names, and the values as far as the initial ones show their shape.
  return Object.fromEntries(all) as Partial<Values>;
}

function isLike(value: unknown, first: unknown): boolean {
  if (typeof first !== 'object' || first === null) return typeof value === typeof first;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(first))
    return false;
  if (Array.isArray(first)) return true;
  const has = value as { readonly [name: string]: unknown };
  return Object.entries(first).every(([name, one]) => isLike(has[name], one));
}
