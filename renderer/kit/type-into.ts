import { foldDigits } from './digits.ts';

/** What a text field lets in. */
export interface Limits {
  readonly accept: 'any' | 'digits';
  /** UTF-16 units. */
  readonly max: number | undefined;
}

export interface Typed {
  readonly text: string;
  /** Where typing goes on. */
  readonly caret: number;
}

/**
 * What becomes of an edit. Other characters are removed from what was typed or pasted, and what no longer
 * fits is ignored; what stood there before is never cut.
 *
 * @param caret - Where the control has it after the edit.
 */
export function typeInto(old: string, edited: string, caret: number, limits: Limits): Typed {
  const after = edited.slice(caret);
  const kept = commonEnd(old, after);
  const before = commonStart(old.slice(0, old.length - kept), edited.slice(0, edited.length - kept));
  const inserted = edited.slice(before, edited.length - kept);
  const filtered = limits.accept === 'digits' ? foldDigits(inserted).replace(/[^0-9]/g, '') : inserted;
  const room = limits.max === undefined ? filtered.length : Math.max(0, limits.max - before - kept);
  const fitting = cut(filtered, room);
  return {
    text: edited.slice(0, before) + fitting + edited.slice(edited.length - kept),
    caret: before + fitting.length,
  };
}

/** Never half of a pair: that would be a broken character. */
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

/** How much of what stands behind the caret stood there before. */
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
