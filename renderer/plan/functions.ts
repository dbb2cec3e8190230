import { Failure, type Locale, type Result, type Value } from './expression.ts';
import { countDaysUntil, formatDate, formatDateTime, formatNumber, groupDot } from './format.ts';
import { formatMoney } from './money.ts';
import { isRecord } from './value.ts';

/** Computes one function of the language from arguments that are all present. */
type FunctionBody = (args: readonly Value[], locale: Locale) => Result;

const TYPE = new Failure('type');

/**
 * The closed table of `schemas/functions.json`, and `concat`, which templates that are not for reading
 * lower to. Arguments of another type than the checker promised are a failure, never a guess.
 */
const FUNCTIONS: { [name: string]: FunctionBody } = {
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
    // Characters, not UTF-16 units: a pair is never cut. Twice the units are surely enough of them.
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

/** A function of the language by name; nothing inherited. */
export function findFunction(name: string): FunctionBody | undefined {
  return Object.prototype.hasOwnProperty.call(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

/** For tests that watch what is computed: a function that no definition can name. No page calls this. */
export function addFunction(name: string, body: FunctionBody): void {
  FUNCTIONS[name] = body;
}

/** Text as it stands, an Integer as digits; everything else has a function of its own and fails here. */
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
