import { type LeftOut, type Limits, typeInto } from './type-into.ts';

/** Sizes of groups, the last one again and again: `[4]` is fours, `[4, 3, 4]` a mobile number. */
export type Groups = readonly number[];

/** Digits as they are read, with a space between groups; what is no run of digits stays as it is. */
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
  /** What the control shows of it. */
  readonly shown: string;
  /** Where typing goes on, in what is shown. */
  readonly caret: number;
  readonly leftOut?: LeftOut;
}

/**
 * What becomes of an edit of digits that are shown in groups. Taking away a space takes away the digit at
 * it: spaces are not there.
 *
 * @param edited - What the control shows after the edit, and `caret` where it has the caret.
 * @param isForward - The edit took away what stood behind the caret (Delete).
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

/** Where so many digits end in what is shown: before a space, so that taking away takes a digit. */
function placeIn(shown: string, digits: number): number {
  let place = 0;
  for (let left = digits; left > 0 && place < shown.length; place += 1) if (shown[place] !== ' ') left -= 1;
  return place;
}
