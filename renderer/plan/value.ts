import { Failure, PENDING, type Result, type Value } from './expression.ts';

/** Names that are never read or written. */
const REFUSED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const hasOwn = Object.prototype.hasOwnProperty;

export function isRefusedName(name: string): boolean {
  return REFUSED_NAMES.includes(name);
}

/** Whether a result is a value: not absent, not pending, not failed. */
export function isValue(result: Result): result is Value {
  return result !== undefined && result !== PENDING && !(result instanceof Failure);
}

export function isRecord(value: unknown): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Failure);
}

/**
 * An own member of an untrusted object. Undefined for inherited members and refused names; null is absent.
 */
export function readOwn(container: unknown, name: string): unknown {
  if (typeof container !== 'object' || container === null || Array.isArray(container)) return undefined;
  if (!hasOwn.call(container, name) || isRefusedName(name)) return undefined;
  return (container as { readonly [name: string]: unknown })[name] ?? undefined;
}

/**
 * Reads names in a value, own members only; a list or a text has none.
 *
 * @returns The value; absent if a name is missing; pending or failed if a value on the path is.
 */
export function readPath(value: Result, names: readonly string[], from = 0): Result {
  let current: Result = value;
  for (let index = from; index < names.length; index++) {
    if (!isValue(current)) return current;
    const member = readOwn(current, names[index] ?? '');
    // Scopes contain only values; this check stops a host object that is there by mistake.
    if (typeof member === 'function') return undefined;
    current = member as Result;
  }
  return current;
}

/**
 * The result of an operation with an operand that is no value. Pending comes first, because its data may
 * change the result; then failure, then absent. The order of the operands does not matter.
 */
export function unsettled(a: Result, b: Result): Exclude<Result, Value> {
  if (a === PENDING || b === PENDING) return PENDING;
  if (a instanceof Failure) return a;
  return b instanceof Failure ? b : undefined;
}

/**
 * Equality by content. `count` is called for every comparison, so that comparing large values costs steps.
 */
export function isEqual(a: Value, b: Value, count: (steps: number) => void): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length !== b.length) return false;
    count(a.length >> 8);
    return a === b;
  }
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    count(a.length);
    return a.every((item, index) => isEqual(item, b[index], count));
  }
  const left = a as { readonly [name: string]: Value };
  const right = b as { readonly [name: string]: Value };
  const names = presentNames(left);
  if (names.length !== presentNames(right).length) return false;
  count(names.length);
  return names.every(
    // Members of the left record are present; a missing one on the right equals no value.
    (name) => hasOwn.call(right, name) && isEqual(left[name] as Value, right[name] as Value, count),
  );
}

// A member that is `undefined` counts as absent.
function presentNames(record: { readonly [name: string]: Value | undefined }): string[] {
  return Object.keys(record).filter((name) => record[name] !== undefined);
}
