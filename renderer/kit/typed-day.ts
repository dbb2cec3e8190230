import { foldDigits } from './digits.ts';

export interface TypedDay {
  readonly text: string;
  /** Where typing goes on. */
  readonly caret: number;
}

/** Length of YYYY-MM-DD. */
const WHOLE = 10;
const DIGITS = 8;

/**
 * What becomes of an edit of a day that is typed as YYYY-MM-DD: digits are enough, whatever parts them is a dash.
 * Nothing is put in while something is taken away, so that every key can be taken back.
 *
 * @param caret - Where the control has it after the edit.
 */
export function typeDay(old: string, edited: string, caret: number): TypedDay {
  const before = plain(edited.slice(0, caret));
  const text = plain(edited).slice(0, WHOLE);
  const isLonger = edited.length > old.length;
  if (!isLonger || caret < edited.length) return { text, caret: Math.min(before.length, text.length) };
  const parted = part(text).slice(0, WHOLE);
  return { text: parted, caret: parted.length };
}

/** Whether an edited day has something that is left out and is not the time behind a day. */
export function hasMoreThanDay(edited: string): boolean {
  const text = foldDigits(edited)
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text)) return false;
  return /[^\d\s./-]/.test(text) || text.replace(/\D/g, '').length > DIGITS;
}

/** A month and a day of one digit get their second: as it is left or sent. */
export function completeDay(text: string): string {
  return text.replace(/^(\d{4})-(\d)-/, '$1-0$2-').replace(/^(\d{4}-\d{2})-(\d)$/, '$1-0$2');
}

function plain(text: string): string {
  return foldDigits(text)
    .trimStart()
    .replace(/[\s./]/g, '-')
    .replace(/[^\d-]/g, '');
}

/** A dash before the digit that begins the next part; a dash behind a single digit makes it two. */
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
