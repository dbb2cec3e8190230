import { foldDigits } from './digits.ts';

/** Restrictions of a text field. */
export interface Limits {
  readonly accept: 'any' | 'digits';
  /** UTF-16 units. */
  readonly max: number | undefined;
}

/** What was removed from an insertion. */
export interface LeftOut {
  /** Characters that are neither digits nor separators between digits. */
  readonly isOther: boolean;
  /** The part beyond the maximum length. */
  readonly isLonger: boolean;
}

export interface Typed {
  readonly text: string;
  /** Caret position in the new text. */
  readonly caret: number;
  readonly leftOut?: LeftOut;
}

/** Digits with spaces, hyphens and invisible marks between and around them, which do not change the number. */
const SEPARATED = /^[\s\p{Cf}]*(?:\d[\s\p{Pd}\p{Cf}]*)*$/u;

/**
 * Applies an edit. Removes characters that are not accepted, and the part of the insertion that does not fit; old
 * text is never cut. `leftOut` is set if the person must be informed.
 *
 * @param caret - Caret position after the edit.
 */
export function typeInto(old: string, edited: string, caret: number, limits: Limits): Typed {
  const after = edited.slice(caret);
  const kept = commonEnd(old, after);
  const before = commonStart(old.slice(0, old.length - kept), edited.slice(0, edited.length - kept));
  const inserted = edited.slice(before, edited.length - kept);
  const folded = foldDigits(inserted);
  const filtered = limits.accept === 'digits' ? folded.replace(/[^0-9]/g, '') : inserted;
  const room = limits.max === undefined ? filtered.length : Math.max(0, limits.max - before - kept);
  const fitting = cut(filtered, room);
  // A hyphen behind a digit separates it from the next one; before all digits it is a minus.
  const context = /\d$/.test(edited.slice(0, before)) ? '0' : '';
  const isOther = limits.accept === 'digits' && !SEPARATED.test(context + folded);
  const isLonger = fitting.length < filtered.length;
  return {
    text: edited.slice(0, before) + fitting + edited.slice(edited.length - kept),
    caret: before + fitting.length,
    ...((isOther || isLonger) && { leftOut: { isOther, isLonger } }),
  };
}

/** Never splits a surrogate pair. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = length > 0 && length < text.length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Length of the text after the caret that is unchanged. */
function commonEnd(old: string, after: string): number {
  let length = 0;
  while (
    length < old.length &&
    length < after.length &&
    old[old.length - 1 - length] === after[after.length - 1 - length]
  ) {
    length += 1;
  }
  return length;
}
