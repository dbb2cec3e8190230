import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { type Expression, Failure, type Locale, type Result, type Value } from './expression.ts';
import { functions } from './functions.generated.ts';
import { findFunction } from './functions.ts';
import { MORE_FUNCTIONS } from './more-functions.ts';
import { createScope } from './scope.ts';

const locale = (iso: string, timeZone = 'Asia/Manila'): Locale => ({
  language: 'en-PH',
  now: () => Date.parse(iso),
  message: (source) => source,
  timeZone,
});
const NOW = locale('2026-03-06T04:00:00Z');

const literal = (value: Value): Expression =>
  typeof value === 'object' ? ['list', ...(value as readonly Value[]).map(literal)] : value;
const call = (name: string, args: readonly Value[], at = NOW): Result =>
  evaluate(['call', name, ...args.map(literal)], createScope({}, at));
const yields = (name: string, args: readonly Value[], expected: Result, at = NOW) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) is ${String(expected)}`, () =>
    expect(call(name, args, at)).toBe(expected));
const fails = (name: string, args: readonly Value[], reason: string) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) fails: ${reason}`, () =>
    expect(call(name, args)).toEqual(new Failure(reason)));

it('this file has the functions of grammar 5, and those that authors cannot write end with "!"', () => {
  const later = Object.entries(functions).flatMap(([name, { since }]) => (since >= 5 ? [name] : []));
  const own = Object.keys(MORE_FUNCTIONS).filter((name) => !name.endsWith('!') && !LISTS.has(name));
  expect(own.sort()).toEqual(later.sort());
  expect(own.filter((name) => findFunction(name) === undefined)).toEqual([]);
});

/** Macros, which are not in the table of functions. */
const LISTS = new Set(['sum']);

describe('numbers', () => {
  yields('min', [1, -2], -2);
  yields('max', [1.5, -2], 1.5);
  yields('min', [[3, 1, 2]], 1);
  yields('max', [[3, 1, 2]], 3);
  yields('min', [[]], undefined);
  yields('max', [[]], undefined);
  fails('min', [1, 'a'], 'type');
  fails('max', [[1, Number.POSITIVE_INFINITY]], 'type');
  yields('abs', [-1.5], 1.5);
  yields('abs', [2], 2);
  fails('abs', ['1'], 'type');
  yields('floor', [1.9], 1);
  yields('floor', [-1.1], -2);
  yields('ceil', [1.1], 2);
  yields('ceil', [-0.5], 0);
  yields('round', [0.5], 1);
  yields('round', [-0.5], -1);
  yields('round', [2.5], 3);
  yields('round', [-2.5], -3);
  yields('round', [-0.4], 0);
  yields('round', [0.49999999999999994], 0);
  fails('round', [2 ** 53], 'overflow');
  fails('floor', [1e300], 'overflow');
  fails('ceil', [Number.NaN], 'type');
});

describe('sums', () => {
  yields('sum', [[0.5, 0.25]], 0.75);
  yields('sum', [[]], 0);
  fails('sum', [['a']], 'type');
  yields('sum!', [[1, 2, 3]], 6);
  yields('sum!', [[]], 0);
  fails('sum!', [[0.5]], 'type');
  fails('sum!', [[2 ** 53 - 1, 1]], 'overflow');
  fails('sum!', [[2 ** 53 - 1, 1, -1]], 'overflow');

  it('a sum of whole numbers is exact, or fails', () => {
    const whole = fc.array(fc.maxSafeInteger(), { maxLength: 5 });
    fc.assert(
      fc.property(whole, (values) => {
        const sum = values.reduce((total, value) => total + BigInt(value), 0n);
        const result = call('sum!', [values]);
        expect(result instanceof Failure || BigInt(Number(result)) === sum).toBe(true);
      }),
    );
  });
});
