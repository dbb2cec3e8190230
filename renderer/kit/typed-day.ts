import { foldDigits } from './digits.ts';

export interface TypedDay {
  readonly text: string;
  /** Caret position in the new text. */
  readonly caret: number;
}

/** Length of YYYY-MM-DD. */
const WHOLE = 10;
const DIGITS = 8;

/**
 * Applies an edit to a day typed as YYYY-MM-DD. Digits are enough; any separator becomes a dash. Deleting adds
 * nothing, so that every key can be undone.
 *
 * @param caret - Caret position after the edit.
 */
export function typeDay(old: string, edited: string, caret: number): TypedDay {
  const before = plain(edited.slice(0, caret));
  const text = plain(edited).slice(0, WHOLE);
  const isLonger = edited.length > old.length;
  if (!isLonger || caret < edited.length) return { text, caret: Math.min(before.length, text.length) };
  const parted = part(text).slice(0, WHOLE);
  return { text: parted, caret: parted.length };
}

/** Whether an edited day contains extra text, other than a time after the day. */
export function hasMoreThanDay(edited: string): boolean {
  const text = foldDigits(edited)
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text)) return false;
  return /[^\d\s./-]/.test(text) || text.replace(/\D/g, '').length > DIGITS;
}

/** Pads a month and a day of one digit, when the field is left or sent. */
export function completeDay(text: string): string {
  return text.replace(/^(\d{4})-(\d)-/, '$1-0$2-').replace(/^(\d{4}-\d{2})-(\d)$/, '$1-0$2');
}

function plain(text: string): string {
  return foldDigits(text)
    .trimStart()
    .replace(/[\s./]/g, '-')
    .replace(/[^\d-]/g, '');
}

/** Adds a dash before the digit that begins the next part. A dash after a single digit pads it. */
function part(text: string): string {
  let written = '';
  for (const sign of text) {
    const [year = '', month, day] = written.split('-');
    const current = day ?? month ?? year;
    const room = month === undefined ? 4 : 2;
    if (sign !== '-') {
      if (current.length < room) written += sign;
      else if (day === undefined) written += `-${sign}`;
    } else if (current !== '' && day === undefined) {
      written = month?.length === 1 ? `${year}-0${month}-` : `${written}-`;
    }
  }
  return written;
}
