import { type LeftOut, type Limits, typeInto } from './type-into.ts';

/** Sizes of groups; the last one repeats: `[4]` means fours, `[4, 3, 4]` a mobile number. */
export type Groups = readonly number[];

/** Digits with a space between groups; any other text is unchanged. */
export function groupDigits(value: string, groups: Groups): string {
  if (!/^\d+$/.test(value)) return value;
  const parts: string[] = [];
  for (let at = 0, index = 0; at < value.length; index += 1) {
    const size = Math.max(1, groups[index] ?? groups.at(-1) ?? value.length);
    parts.push(value.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

export interface TypedGroups {
  readonly text: string;
  /** The text in the control. */
  readonly shown: string;
  /** Caret position in `shown`. */
  readonly caret: number;
  readonly leftOut?: LeftOut;
}

/**
 * Applies an edit to digits that are shown in groups. Deleting a space deletes the digit next to it, because spaces
 * are not part of the value.
 *
 * @param edited - Text of the control after the edit; `caret`: its caret.
 * @param isForward - The edit deleted text after the caret (Delete).
 */
export function typeIntoGroups(
  old: string,
  edited: string,
  caret: number,
  limits: Limits,
  groups: Groups,
  isForward: boolean,
): TypedGroups {
  const before = ungroup(edited.slice(0, caret)).length;
  const { leftOut, ...typed } = typeInto(old, ungroup(edited), before, limits);
  let { text, caret: at } = typed;
  if (text === old && edited.length < groupDigits(old, groups).length) {
    if (!isForward) at = Math.max(0, at - 1);
    text = text.slice(0, at) + text.slice(at + 1);
  }
  const shown = groupDigits(text, groups);
  return { text, shown, caret: placeIn(shown, at), ...(leftOut && { leftOut }) };
}

function ungroup(text: string): string {
  return text.replace(/\s/g, '');
}

/** Caret position after this many digits: before a space, so that Backspace deletes a digit. */
function placeIn(shown: string, digits: number): number {
  let place = 0;
  for (let left = digits; left > 0 && place < shown.length; place += 1) if (shown[place] !== ' ') left -= 1;
  return place;
}
