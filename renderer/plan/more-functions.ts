/*
 * The functions that grammar 5 added, with those that only the compiler writes. A page loads this file only for a plan that
 * calls one of them (`uses.functions`); the server and the compiler always have it.
 */
import { Failure, type Result, type Value } from './expression.ts';
import { addFunction, type FunctionBody } from './functions.ts';

const TYPE = new Failure('type');

/** An argument of an unexpected type is a failure. A name with `!` has a whole result, and fails outside ±(2^53−1). */
export const MORE_FUNCTIONS: { readonly [name: string]: FunctionBody } = {
  abs: ofNumber(Math.abs),
  floor: ofNumber((value) => whole(Math.floor(value))),
  ceil: ofNumber((value) => whole(Math.ceil(value))),
  // `Math.round` moves halves up; as in CEL, halves move away from zero.
  round: ofNumber((value) => whole(Math.sign(value) * Math.round(Math.abs(value)))),
  min: ofNumbers((values) => (values.length === 0 ? undefined : Math.min(...values))),
  max: ofNumbers((values) => (values.length === 0 ? undefined : Math.max(...values))),
  sum: ofNumbers((values) => values.reduce((sum, value) => sum + value, 0)),
  'sum!': ofNumbers(sumWhole),
};

for (const [name, body] of Object.entries(MORE_FUNCTIONS)) addFunction(name, body);

function ofNumber(compute: (value: number) => Result): FunctionBody {
  return ([value]) => (isNumber(value) ? compute(value) : TYPE);
}

/** A function of numbers that are its arguments, or the items of its only argument. */
function ofNumbers(compute: (values: readonly number[]) => Result): FunctionBody {
  return (args) => {
    const values: readonly Value[] = Array.isArray(args[0]) ? args[0] : args;
    return values.every(isNumber) ? compute(values) : TYPE;
  };
}

/** Fails as soon as a sum is outside ±(2^53−1): beyond that it could be wrong and come back. */
function sumWhole(values: readonly number[]): Result {
  let sum = 0;
  for (const value of values) {
    if (!Number.isSafeInteger(value)) return TYPE;
    sum += value;
    if (!Number.isSafeInteger(sum)) return new Failure('overflow');
  }
  return sum;
}

function whole(value: number): Result {
  // Without −0, which is no whole number.
  return Number.isSafeInteger(value) ? value + 0 : new Failure('overflow');
}

function isNumber(value: Value | undefined): value is number {
  return Number.isFinite(value);
}
