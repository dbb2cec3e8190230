import { foldDigits } from './digits.ts';

/** How a number is written in a field. */
export interface NumberShape {
  /** Digits behind the point; 0 of whole numbers. */
  readonly decimals: number;
  readonly isSigned: boolean;
  /** What the page's language writes between whole and parts. */
  readonly point: '.' | ',';
  /** The other of the two, where the language parts thousands with it; undefined where it writes a space or an apostrophe. */
  readonly group: '.' | ',' | undefined;
  /** The sign of the currency; empty: any sign is taken for it. */
  readonly currency: string;
  /** The value is counted in units of the last decimal. */
  readonly isMinor: boolean;
}

/** Why a text is not taken as a number. */
export type Refusal = 'whole' | 'decimals' | 'negative' | 'long' | 'unclear';

/** Exactly the number that a text is, undefined where nothing is written, or why it is none. */
export type Reading = number | undefined | Refusal;

/** Every number of so many digits is exact. */
const MOST_DIGITS = 15;

/**
 * Reads a whole text as one number. A text that can be read in two ways, or that has anything in it besides a number, is
 * refused: nothing is left out to make it a number.
 */
export function readNumber(text: string, shape: NumberShape): Reading {
  const { sign, body } = takeApart(plain(text), plain(shape.currency));
  if (body === '') return sign === '' ? undefined : 'unclear';
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
  if (whole.length + decimals > MOST_DIGITS) return 'long';
  const size = Number(isMinor ? `${whole}${fraction.padEnd(decimals, '0')}` : `${whole || '0'}.${fraction}`);
  // Minus nothing is nothing.
  if (sign !== '-' || size === 0) return size;
  return isSigned ? -size : 'negative';
}

function tooFine({ decimals }: NumberShape): Refusal {
  return decimals === 0 ? 'whole' : 'decimals';
}

/** Signs that mean the same as one on a keyboard. */
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
  // Marks and isolates of direction, which stand around numbers in Arabic and Hebrew texts and turn no digits.
  '\u061C': '',
  '\u200E': '',
  '\u200F': '',
  '\u2066': '',
  '\u2067': '',
  '\u2068': '',
  '\u2069': '',
};
const ARABIC_POINT = '\u066B';

function plain(text: string): string {
  return foldDigits(text).replace(/[^\d.]/g, (sign) => SAME[sign] ?? sign);
}

/** Spaces, the sign and the currency around a number. */
function takeApart(text: string, currency: string): { readonly sign: string; readonly body: string } {
  const mark = currency === '' ? '\\p{Sc}' : currency.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = new RegExp(`^ *(?:([-+]?) *(?:${mark})? *|(?:${mark}) *([-+]) *)([^-+]*?) *$`, 'u').exec(
    text,
  );
  if (found === null) return { sign: '', body: text };
  const [, before = '', behind = '', rest = ''] = found;
  // A currency stands on one side.
  const isMarked = new RegExp(`^ *[-+]? *(?:${mark})`, 'u').test(text);
  return {
    sign: before + behind,
    body: isMarked ? rest : rest.replace(new RegExp(` *(?:${mark})$`, 'u'), ''),
  };
}

/** Where a number has its point, -1 without one. One sign with three digits behind it may part thousands: then the language says. */
function findPoint(body: string, shape: NumberShape): number | Refusal {
  const arabic = body.indexOf(ARABIC_POINT);
  if (arabic >= 0) return arabic;
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const sign = body.charAt(last);
  if (last < 0 || body.indexOf(sign) < last) return -1;
  if (!/^[1-9]\d{0,2}.\d{3}$/.test(body)) return last;
  if (sign === shape.group) return -1;
  if (sign !== shape.point) return 'unclear';
  return shape.decimals < 3 ? tooFine(shape) : last;
}

/** Digits, in threes or as India groups them, by one and the same sign. */
function isWhole(text: string): boolean {
  return /^(\d*|[1-9]\d{0,2}([ '.,\u066C])\d{3}(\2\d{3})*|[1-9]\d?([ '.,\u066C])(\d\d\4)+\d{3})$/.test(text);
}

/** What may follow a number that is not written to its end. */
const ENDS = ['1', '11', '111'];

function isBeginning(text: string, shape: NumberShape): boolean {
  // A minus may be written where none is wanted: what follows it is refused, and nobody takes it for something else.
  return ENDS.some((end) => typeof readNumber(text + end, { ...shape, isSigned: true }) === 'number');
}

/** What a field has after an edit. */
export interface TypedNumber {
  readonly text: string;
  /** What is selected: typing goes on there. */
  readonly from: number;
  readonly to: number;
  readonly value: number | undefined;
  /** The edit was refused, and the text is the old one. */
  readonly refusal?: Refusal;
}

export interface NumberEdit {
  readonly old: string;
  /** The field wrote the old text itself, with its currency and thousands. */
  readonly isWritten: boolean;
  readonly edited: string;
  /** Where the control has the caret after the edit. */
  readonly caret: number;
  /** It came from a keyboard, and may be followed by more. */
  readonly isTyping: boolean;
}

/**
 * What becomes of an edit, by whatever way it comes: a key, a paste, a drop, an input method, the browser filling in.
 * A key may write the beginning of a number, anything longer a whole one; what is neither is refused. Taking away is never.
 */
export function typeNumber(
  { old, isWritten, edited, caret, isTyping }: NumberEdit,
  shape: NumberShape,
): TypedNumber {
  const after = commonEnd(old, edited.slice(caret));
  const start = commonStart(old.slice(0, old.length - after), edited.slice(0, edited.length - after));
  const inserted = edited.slice(start, edited.length - after);
  // What is typed on at the end is read as it stands: its signs may turn out to part thousands.
  const isLonger = !isWritten && start === old.length;
  const parts = (isLonger ? undefined : partsOf(old, shape)) ?? old.split('');
  const before = parts.slice(0, start).join('') + inserted;
  const text = before + parts.slice(old.length - after).join('');
  const reading = readNumber(text, shape);
  const at = { text, from: before.length, to: before.length };
  if (typeof reading !== 'string') return { ...at, value: reading };
  const isBegun = isTyping && Array.from(inserted).length < 2 && isBeginning(text, shape);
  if (inserted === '' || (isBegun && reading !== 'negative')) return { ...at, value: undefined };
  const kept = readNumber(old, shape);
  // What was to be replaced is selected again; an edit that begins like the old text does not say how much that was.
  const isReplacing = start < old.length - after;
  return {
    text: old,
    from: isReplacing ? 0 : start,
    to: isReplacing ? old.length : start,
    value: typeof kept === 'string' ? undefined : kept,
    refusal: reading,
  };
}

/**
 * What each unit of a number counts for in its middle: digits, a minus and the point. Currency and thousands no longer fit once
 * something changes between them. Undefined: the text is no number, and stays as it is.
 */
function partsOf(text: string, shape: NumberShape): readonly string[] | undefined {
  if (typeof readNumber(text, shape) !== 'number') return undefined;
  const { body } = takeApart(plain(text), plain(shape.currency));
  const point = findPoint(body, shape);
  const parts = Array.from(text).flatMap((sign) => [
    plain(sign).replace(/[^\d-]/g, ''),
    ...Array.from({ length: sign.length - 1 }, () => ''),
  ]);
  let left = typeof point === 'number' && point >= 0 ? body.length - point - 1 : 0;
  if (left === 0) return parts;
  let at = parts.length;
  while (left > 0) {
    at -= 1;
    if (parts[at] !== '') left -= 1;
  }
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

/** A number as it is typed, without thousands. */
export function writeTyped(value: number, { point }: NumberShape): string {
  return String(value).replace('.', point);
}
