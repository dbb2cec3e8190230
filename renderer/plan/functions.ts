import { Failure, type Locale, type Result, type Value } from './expression.ts';
import { countDaysUntil, formatDate, formatDateTime, formatNumber, groupDot } from './format.ts';
import { formatMoney } from './money.ts';
import { isRecord } from './value.ts';

/** Computes one function of the language; all arguments are present. */
export type FunctionBody = (args: readonly Value[], locale: Locale) => Result;

const TYPE = new Failure('type');

/**
 * The functions of `schemas/functions.json` up to grammar 4, and `concat`, which templates outside shown texts lower to. An
 * argument of an unexpected type is a failure. `more-functions.ts` adds its own when it is loaded.
 */
export const FUNCTIONS: { [name: string]: FunctionBody } = {
  size: ([value]) => {
    if (Array.isArray(value)) return value.length;
    return isRecord(value) ? Object.keys(value).length : TYPE;
  },
  money: ([minor], locale) => (isWhole(minor) ? formatMoney(minor, locale) : TYPE),
  number: ([value, style], locale) => {
    if (!isFinite(value)) return TYPE;
    if (style === undefined) return formatNumber(value, locale);
    return style === 'dot' && isWhole(value) ? groupDot(value) : TYPE;
  },
  date: ([text, style = 'medium'], locale) => {
    if (typeof text !== 'string') return TYPE;
    return style === 'medium' || style === 'long' || style === 'weekday' || style === 'time'
      ? formatDate(text, style, locale)
      : TYPE;
  },
  dateTime: ([text], locale) => (typeof text === 'string' ? formatDateTime(text, locale) : TYPE),
  daysUntil: ([text], locale) => (typeof text === 'string' ? countDaysUntil(text, locale) : TYPE),
  tail: ([text, count]) => {
    if (typeof text !== 'string' || !isWhole(count)) return TYPE;
    // Counts characters, not UTF-16 units, so a surrogate pair is never cut. Twice the units are always
    // enough characters.
    return count <= 0
      ? ''
      : Array.from(text.slice(-2 * count))
          .slice(-count)
          .join('');
  },
  join: ([list, separator]) => {
    if (!Array.isArray(list) || typeof separator !== 'string') return TYPE;
    return joinTexts(list, separator);
  },
  withQuery: ([url, name, value]) => {
    if (typeof url !== 'string' || typeof name !== 'string') return TYPE;
    const text = toText(value);
    return typeof text === 'string' ? addQuery(url, name, text) : text;
  },
  contains: texts((text, part) => text.includes(part)),
  startsWith: texts((text, part) => text.startsWith(part)),
  endsWith: texts((text, part) => text.endsWith(part)),
  concat: (args) => joinTexts(args, ''),
};

/** A function of the language by name; own members only. */
export function findFunction(name: string): FunctionBody | undefined {
  return Object.prototype.hasOwnProperty.call(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

/** For tests that observe evaluation: adds a function that no definition can use. Pages never call this. */
export function addFunction(name: string, body: FunctionBody): void {
  FUNCTIONS[name] = body;
}

/** A Text as it is, an Integer as digits; other types need a format function and fail here. */
export function toText(value: Value | undefined): string | Failure {
  if (typeof value === 'string') return value;
  return isWhole(value) ? String(value) : TYPE;
}

function isWhole(value: Value | undefined): value is number {
  return Number.isSafeInteger(value);
}

function isFinite(value: Value | undefined): value is number {
  return Number.isFinite(value);
}

function texts(test: (text: string, part: string) => boolean): FunctionBody {
  return ([text, part]) => (typeof text === 'string' && typeof part === 'string' ? test(text, part) : TYPE);
}

function joinTexts(items: readonly Value[], separator: string): string | Failure {
  const parts: string[] = [];
  for (const item of items) {
    const text = toText(item);
    if (text instanceof Failure) return text;
    parts.push(text);
  }
  return parts.join(separator);
}

function addQuery(url: string, name: string, value: string): string {
  const hash = url.indexOf('#');
  const address = hash < 0 ? url : url.slice(0, hash);
  const fragment = hash < 0 ? '' : url.slice(hash);
  const mark = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${mark}${encodeURIComponent(name)}=${encodeURIComponent(value)}${fragment}`;
}
