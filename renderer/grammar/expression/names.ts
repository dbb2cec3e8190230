import { functions } from '#renderer/plan/functions.generated.ts';

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that reach JavaScript object internals instead of data are forbidden everywhere. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

/** Every root of the language, in scope or not. */
export const ROOTS: ReadonlySet<string> = new Set([
  'params',
  'session',
  'config',
  'device',
  'data',
  'fetched',
  'state',
  'kept',
  'form',
  'timer',
  'error',
  'reply',
  'request',
]);

const CEL_WORDS: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
  ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/** Macros and functions without an entry in the table of functions, of the first grammar. */
const FIRST_MACROS: readonly string[] = ['has', 'filter', 'exists', 'all', 'orValue'];

/** Macros and functions without an entry in the table of functions; `min` and `max` are both. */
export const MACROS: readonly string[] = [...FIRST_MACROS, 'map', 'count', 'sum', 'min', 'max'];

/**
 * Whether documents cannot use the name of a function for something else. Functions of later grammars do not take names
 * away that documents use, such as "day": a name and a call are never confused, because only a call has a bracket after it.
 */
function isReserved(name: string): boolean {
  if (FIRST_MACROS.includes(name)) return true;
  return Object.hasOwn(functions, name) && functions[name as keyof typeof functions].since < 5;
}

/**
 * Returns why a new name (of `as`, `at`, a parameter, a macro) is not allowed.
 *
 * @returns The end of a sentence ("is already the name of …"), or `undefined` if the name is free.
 */
export function checkNewName(name: string, inScope: readonly string[]): string | undefined {
  if (isForbiddenName(name)) return 'is not allowed as a name';
  if (ROOTS.has(name)) return 'is the name of a root of expressions';
  if (isReserved(name)) return 'is the name of a function';
  if (CEL_WORDS.has(name)) return 'is a reserved word of expressions';
  if (inScope.includes(name)) return 'is already the name of something in scope';
  return undefined;
}
