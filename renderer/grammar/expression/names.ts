import { functions } from '#renderer/plan/functions.generated.ts';

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that reach into a JavaScript object instead of the data; refused everywhere. */
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

/** Macros, and functions that the table of functions does not carry. */
export const MACROS: readonly string[] = ['has', 'filter', 'exists', 'all', 'orValue'];

/**
 * Why `name` cannot be introduced (by `as`, `at`, a parameter, a macro) where `inScope` are known.
 *
 * @returns the reason as the end of a sentence ("is a root"), or `undefined` when it is free.
 */
export function checkNewName(name: string, inScope: readonly string[]): string | undefined {
  if (isForbiddenName(name)) return 'is never allowed as a name';
  if (ROOTS.has(name)) return 'is a root';
  if (Object.hasOwn(functions, name) || MACROS.includes(name)) return 'is a function';
  if (CEL_WORDS.has(name)) return 'is a word of the expression language';
  if (inScope.includes(name)) return 'is already in scope';
  return undefined;
}

/** The candidate that `name` was most likely meant to be, if one is near enough to be worth naming. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed || candidate.length > 100) continue;
    const distance =
      candidate.toLowerCase() === name.toLowerCase()
        ? 0
        : editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let cost = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
