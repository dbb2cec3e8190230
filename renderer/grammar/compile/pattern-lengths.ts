import type { Pattern } from '../../plan/pattern.ts';

/** Longer texts are not tested; no field needs them. */
const LONGEST = 2_000;

/**
 * Whether a pattern matches some text with a length between `least` and `most`. A character set whose class
 * contains none of the allowed characters is not explored, so true may be wrong; false is always right.
 *
 * @param isTaken Accepts the only characters that the text can have.
 */
export function canMatch(
  { states, start }: Pattern,
  { least, most }: { readonly least: number; readonly most: number },
  isTaken?: (code: number) => boolean,
): boolean {
  const codes = isTaken === undefined ? [] : ALL.filter(isTaken);
  const open = states.map(
    (state) => state.kind === 'take' && (isTaken === undefined || codes.some((code) => state.accepts(code))),
  );
  const follow = (from: Iterable<number>): Set<number> => {
    const reached = new Set<number>();
    const left = [...from];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      const state = states[at];
      if (state?.kind === 'fork') left.push(...state.next);
    }
    return reached;
  };
  // A text with more characters than states has followed every loop.
  const last = Math.min(most, Math.max(least, 0) + states.length, LONGEST);
  let reached = follow([start]);
  for (let length = 0; length <= last && reached.size > 0; length += 1) {
    if (length >= least && [...reached].some((at) => states[at]?.kind === 'match')) return true;
    reached = follow(
      [...reached].flatMap((at) => {
        const state = states[at];
        return state?.kind === 'take' && open[at] === true ? [state.next] : [];
      }),
    );
  }
  return reached.size > 0 && last === LONGEST;
}

/** The digits that a digit field accepts. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const ALL: readonly number[] = Array.from({ length: 128 }, (_one, code) => code);
