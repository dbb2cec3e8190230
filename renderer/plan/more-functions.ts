/*
 * The functions that grammar 5 added, with those that only the compiler writes. A page loads this file only for a plan that
 * calls one of them (`uses.rare`); the server and the compiler always have it.
 */
import { Failure, type Locale, type Result, type Value } from './expression.ts';
import { momentIn, parseDay } from './format.ts';
import { type FunctionBody, FUNCTIONS } from './functions.ts';
import { limits } from './limits.generated.ts';

const TYPE = new Failure('type');
/** A text or a list would be too long. */
const TOO_LONG = new Failure('size');

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
  '/': ([left, right]) => {
    if (!isNumber(left) || !isNumber(right)) return TYPE;
    if (right === 0) return undefined;
    const result = left / right + 0;
    return isNumber(result) ? result : new Failure('overflow');
  },
  percent: ([minor, rate, rounding]) =>
    Number.isSafeInteger(minor) && isNumber(rate) ? percent(Number(minor), rate, rounding) : TYPE,
  'size!': ofTexts((text) => Array.from(text).length),
  trim: ofTexts(trim),
  lowerAscii: ofTexts((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  upperAscii: ofTexts((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  replace: ofTexts(replaceAll),
  split: ofTexts((text, separator = '') => {
    const parts = partsOf(text, separator);
    return parts.length <= limits.listItems ? parts : TOO_LONG;
  }),
  today: (_, locale) => momentOf(locale).slice(0, 10),
  now: (_, locale) => momentOf(locale),
  addDays: ofDay(({ year, month, date }, days) => Date.UTC(year, month, date + days)),
  addMonths: ofDay(addMonths),
  addYears: ofDay((day, years) => addMonths(day, 12 * years)),
  weekday: ([text]) => {
    if (typeof text !== 'string') return TYPE;
    const day = parseDay(text);
    return day && ((new Date(day.utcMs).getUTCDay() + 6) % 7) + 1;
  },
};

Object.assign(FUNCTIONS, MORE_FUNCTIONS);

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

// Computing the moment takes long, and a screen can ask for it many times.
const last = { zone: '', second: Number.NaN, text: '' };

function momentOf({ timeZone, now }: Locale): string {
  const second = Math.floor(now() / 1000);
  if (timeZone !== last.zone || second !== last.second)
    Object.assign(last, { zone: timeZone, second, text: momentIn(timeZone, second * 1000) });
  return last.text;
}

interface Day {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  /** Of the month, from 1. */
  readonly date: number;
}

/**
 * @param move - Moves a day; the result is midnight of the new day in UTC.
 * @returns the text with another day, and as it is if it is no date. Fails outside the years 1000 to 9999.
 */
function ofDay(move: (day: Day, count: number) => number): FunctionBody {
  return ([text, count]) => {
    if (typeof text !== 'string' || !isNumber(count)) return TYPE;
    const day = parseDay(text);
    if (day === undefined) return text;
    const from = new Date(day.utcMs);
    const moved = new Date(move({ year: day.year, month: from.getUTCMonth(), date: day.date }, count));
    const year = moved.getUTCFullYear();
    if (!(year >= 1000 && year <= 9999)) return new Failure('overflow');
    return moved.toISOString().slice(0, 10) + text.slice(10);
  };
}

/** The same day of the month, or the last day of a shorter month. */
function addMonths({ year, month, date }: Day, count: number): number {
  const months = year * 12 + month + count;
  const [newYear, newMonth] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  // `Date.UTC` reads 0 to 99 as 19xx; day 0 is the last day of the month before.
  if (newYear < 1000 || newYear > 9999) return Number.NaN;
  const lastDate = new Date(Date.UTC(newYear, newMonth + 1, 0)).getUTCDate();
  return Date.UTC(newYear, newMonth, Math.min(date, lastDate));
}

function ofTexts(compute: (...texts: [string, ...string[]]) => Result): FunctionBody {
  return (args) => {
    const [first, ...others] = args;
    return typeof first === 'string' && others.every((other) => typeof other === 'string')
      ? compute(first, ...others)
      : TYPE;
  };
}

const WHITE_SPACE = /\p{White_Space}/u;

/** Without a pattern of repetitions, which takes long for a text with much white space inside. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1;
  while (start < end && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The texts between the separators; without a separator the characters, where a surrogate pair is one. */
function partsOf(text: string, separator: string): readonly string[] {
  return separator === '' ? Array.from(text) : text.split(separator);
}

/** As in CEL, an empty text stands before, between and after the characters. */
function replaceAll(text: string, old = '', other = ''): Result {
  const parts = old === '' ? ['', ...Array.from(text), ''] : partsOf(text, old);
  const length = text.length + (parts.length - 1) * (other.length - old.length);
  return length <= Math.max(text.length, limits.text) ? parts.join(other) : TOO_LONG;
}

/** Computes with the decimal digits of the rate: 0.1 percent of 1000 is 1, and not a little more. */
function percent(minor: number, rate: number, rounding: Value | undefined): Result {
  const [digits = '', exponent = '0'] = String(rate).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent) - fraction.length - 2;
  const power = 10n ** BigInt(Math.abs(shift));
  const product = BigInt(minor) * BigInt(whole + fraction) * (shift > 0 ? power : 1n);
  const divisor = shift > 0 ? 1n : power;
  // The next smaller whole number: a division of BigInt cuts towards zero.
  const down = product / divisor - (product % divisor < 0n ? 1n : 0n);
  const rest = product - down * divisor;
  const isUp =
    rounding === 'up'
      ? rest > 0n
      : rounding === 'nearest' && (rest * 2n > divisor || (rest * 2n === divisor && product > 0n));
  if (!isUp && rounding !== 'nearest' && rounding !== 'down' && rounding !== 'up') return TYPE;
  const result = Number(isUp ? down + 1n : down);
  return Number.isSafeInteger(result) ? result : new Failure('overflow');
}
