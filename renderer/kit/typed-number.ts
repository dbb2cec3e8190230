import { escapePattern } from '../plan/escape-pattern.ts';
import { foldDigits } from './digits.ts';

/** The format of a number in a field. */
export interface NumberShape {
  /** Number of decimals; 0 for integers. */
  readonly decimals: number;
  readonly isSigned: boolean;
  /** The decimal sign of the page's language. */
  readonly point: '.' | ',';
  /** The thousands sign, if it is a point or a comma; undefined if the language uses a space or an apostrophe. */
  readonly group: '.' | ',' | undefined;
  /** The currency sign; empty: any currency sign is accepted. */
  readonly currency: string;
  /** The value is an integer in units of the last decimal. */
  readonly isMinor: boolean;
}

/** Why a text is refused. */
export type Refusal = 'whole' | 'decimals' | 'negative' | 'long' | 'unclear';

/** The exact number of a text, undefined for an empty text, or the reason for refusing it. */
export type Reading = number | undefined | Refusal;

/** Every number with this many digits is exact. */
const MAX_DIGITS = 15;

/**
 * Reads a whole text as one number. A text that can be read in two ways, or that contains anything besides a number,
 * is refused: no character is dropped to make it a number.
 */
export function readNumber(text: string, shape: NumberShape): Reading {
  const given = plain(text);
  const { sign, body } = splitNumber(given, plain(shape.currency));
  if (body === '') return given.trim() === '' ? undefined : 'unclear';
  const point = findPoint(body, shape);
  if (typeof point === 'string') return point;
  const whole = point < 0 ? body : body.slice(0, point);
  const fraction = point < 0 ? '' : body.slice(point + 1);
  if (!isWhole(whole) || !/^\d*$/.test(fraction) || !/\d/.test(body)) return 'unclear';
  return toNumber(sign, whole.replace(/\D/g, '').replace(/^0+/, ''), fraction.replace(/0+$/, ''), shape);
}

function toNumber(sign: string, whole: string, fraction: string, shape: NumberShape): Reading {
  const { decimals, isSigned, isMinor } = shape;
  if (fraction.length > decimals) return tooFine(shape);
  if (whole.length + decimals > MAX_DIGITS) return 'long';
  const size = Number(isMinor ? `${whole}${fraction.padEnd(decimals, '0')}` : `${whole || '0'}.${fraction}`);
  // Minus zero is zero.
  if (sign !== '-' || size === 0) return size;
  return isSigned ? -size : 'negative';
}

function tooFine({ decimals }: NumberShape): Refusal {
  return decimals === 0 ? 'whole' : 'decimals';
}

/** Characters that mean the same as one on a keyboard. */
const SAME: { readonly [sign: string]: string } = {
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\uFE63': '-',
  '\uFF0D': '-',
  '\uFF0B': '+',
  '\uFF0E': '.',
  '\uFF0C': ',',
  '\u2019': "'",
  '\u00A0': ' ',
  '\u2009': ' ',
  '\u202F': ' ',
  '\u3000': ' ',
};
const ARABIC_POINT = '\u066B';

/** Direction marks and isolates, which surround numbers in Arabic and Hebrew texts. */
const MARKS = /[\u061C\u200E\u200F\u2066-\u2069]/g;

function plain(text: string): string {
  const ascii = foldDigits(text).replace(/[^\d.]/g, (sign) => SAME[sign] ?? sign);
  const [first, last] = [ascii.search(/\d/), ascii.search(/\d\D*$/)];
  // Between digits they may change the displayed order.
  return ascii.replace(MARKS, (mark, at: number) => (at > first && at < last ? mark : ''));
}

/** Spaces, the sign and the currency around a number. */
function splitNumber(text: string, currency: string): { readonly sign: string; readonly body: string } {
  const mark = currency === '' ? '\\p{Sc}' : escapePattern(currency);
  const found = new RegExp(`^ *(?:([-+]?) *(?:${mark})? *|(?:${mark}) *([-+]) *)([^-+]*?) *$`, 'u').exec(
    text,
  );
  if (found === null) return { sign: '', body: text };
  const [, before = '', behind = '', rest = ''] = found;
  // The currency is accepted on one side only.
  const isMarked = new RegExp(`^ *[-+]? *(?:${mark})`, 'u').test(text);
  return {
    sign: before + behind,
    body: isMarked ? rest : rest.replace(new RegExp(` *(?:${mark})$`, 'u'), ''),
  };
}

/**
 * The index of the decimal sign, -1 without one. A single sign before three digits may be a thousands sign: then the
 * language decides. `0,500` and `1234,567` are unclear where the comma is the thousands sign.
 */
function findPoint(body: string, shape: NumberShape): number | Refusal {
  const arabic = body.indexOf(ARABIC_POINT);
  if (arabic >= 0) return arabic;
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const sign = body.charAt(last);
  if (last < 0 || body.indexOf(sign) < last) return -1;
  if (!/^\d*.\d{3}$/.test(body)) return last;
  const isGroup = /^[1-9]\d{0,2}\D/.test(body);
  if (sign === shape.group) return isGroup ? -1 : 'unclear';
  if (!isGroup) return last;
  if (sign !== shape.point) return 'unclear';
  return shape.decimals < 3 ? tooFine(shape) : last;
}

/** Digits in groups of three with the same sign between all groups, or in Indian groups, which have commas. */
function isWhole(text: string): boolean {
  return /^(\d*|[1-9]\d{0,2}([ '.,\u066C])\d{3}(\2\d{3})*|[1-9]\d?,(\d\d,)+\d{3})$/.test(text);
}

/** Digits that complete the beginning of a number. */
const ENDS = ['1', '11', '111'];

function isBeginning(text: string, shape: NumberShape): boolean {
  // A minus is accepted even if negative numbers are not allowed: the next character is refused, so the person sees
  // why.
  return ENDS.some((end) => typeof readNumber(text + end, { ...shape, isSigned: true }) === 'number');
}

/** The state of a field after an edit. */
export interface TypedNumber {
  readonly text: string;
  /** The selection. */
  readonly from: number;
  readonly to: number;
  readonly value: number | undefined;
  /** The edit was refused, and the text is the old one. */
  readonly refusal?: Refusal;
}

export interface NumberEdit {
  readonly old: string;
  /** The field formatted the old text itself, with currency and thousands. */
  readonly isWritten: boolean;
  readonly edited: string;
  /** The caret of the control after the edit. */
  readonly caret: number;
  /** The edit came from a keyboard, so more may follow. */
  readonly isTyping: boolean;
}

/**
 * Applies an edit: a key, a paste, a drop, an input method or the browser's autofill. A key at the end may write the
 * beginning of a number; any other insertion has to make a whole number, or it is refused. Deleting is never refused.
 */
export function typeNumber(
  { old, isWritten, edited, caret, isTyping }: NumberEdit,
  shape: NumberShape,
): TypedNumber {
  const after = commonEnd(old, edited.slice(caret));
  const start = commonStart(old.slice(0, old.length - after), edited.slice(0, edited.length - after));
  const inserted = edited.slice(start, edited.length - after);
  // Text typed at the end is read unchanged: its signs may turn out to be thousands signs.
  const isLonger = !isWritten && start === old.length;
  const known = isLonger ? undefined : partsOf(old, shape);
  const parts = known ?? old.split('');
  const kept = parts.slice(0, start).join('');
  const behind = parts.slice(old.length - after).join('');
  const before = kept + inserted;
  const text = before + behind;
  // With a second decimal sign both would be read as thousands signs.
  const isTwice = known && (kept + behind).includes(shape.point) && plain(inserted).includes(shape.point);
  const reading = isTwice ? 'unclear' : readNumber(text, shape);
  const at = { text, from: before.length, to: before.length };
  if (typeof reading !== 'string') return { ...at, value: reading };
  const isKey = isTyping && !isTwice && Array.from(inserted).length < 2;
  const isBegun = isKey && isBeginning(text, shape);
  if (inserted === '' || (isBegun && reading !== 'negative')) return { ...at, value: undefined };
  const former = readNumber(old, shape);
  // After a refusal, the text that the edit would have replaced is selected again. If the new text begins
  // like the old one, the length of the replaced text is unknown.
  const isReplacing = start < old.length - after;
  return {
    text: old,
    from: isReplacing ? 0 : start,
    to: isReplacing ? old.length : start,
    value: typeof former === 'string' ? undefined : former,
    refusal: reading,
  };
}

/**
 * For each code unit, the part that it contributes to a bare number: digits, a minus or the point. Currency and
 * thousands signs contribute nothing, because they are wrong once the number changes. Undefined: the text is not a
 * number and stays unchanged.
 */
function partsOf(text: string, shape: NumberShape): readonly string[] | undefined {
  if (typeof readNumber(text, shape) !== 'number') return undefined;
  const { body } = splitNumber(plain(text), plain(shape.currency));
  const point = findPoint(body, shape);
  const parts = Array.from(text).flatMap((sign) => [
    plain(sign).replace(/[^\d-]/g, ''),
    ...Array.from({ length: sign.length - 1 }, () => ''),
  ]);
  if (typeof point !== 'number' || point < 0) return parts;
  let at = parts.length;
  for (let left = body.length - point - 1; left > 0; ) {
    at -= 1;
    if (parts[at] !== '') left -= 1;
  }
  while (!/[.,\u066B]/.test(plain(text.charAt(at - 1)))) at -= 1;
  parts[at - 1] = shape.point;
  return parts;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[a.length - 1 - length] === b[b.length - 1 - length]) {
    length += 1;
  }
  return length;
}

/** A number without thousands signs, as a person types it. */
export function writeTyped(value: number, { point }: NumberShape): string {
  return String(value).replace('.', point);
}
