import type { Problem } from '#renderer/plan/problem.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { fixFile, isFixable } from '#renderer/grammar/lint/fix.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Range } from './place.ts';

/** The range of a problem in a text with LF line breaks, clamped because the text may have changed since the check. */
export function rangeOfProblem(text: string, { line, column, length = 1 }: Problem): Range {
  let from = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const end = text.indexOf('\n', from);
  const to = end < 0 ? text.length : end;
  const start = Math.min(to, from + column - 1);
  return { from: start, to: Math.min(to, start + length) };
}

/** The message and the help of a problem. A help is a phrase or a sentence. */
export function sayProblem({ message, help }: Problem): string {
  if (help === undefined) return message;
  const advice = help.charAt(0).toUpperCase() + help.slice(1);
  return /[.?!]$/.test(advice) ? `${message} ${advice}` : `${message} ${advice}.`;
}

/** A fix for a problem. */
export interface TextFix {
  /** The suggested name, if the fix is a guess; absent if the fix is certain. */
  readonly word?: string;
  /** The fixed text; undefined if the text has changed where the problem was. */
  apply(text: string): string | undefined;
}

/**
 * The fix for a problem: a certain fix, as in `capiz check --fix`, or a guess, which replaces a misspelt name by a
 * similar one after the person has accepted it. Undefined if there is no fix.
 *
 * @param text - The text of the document now.
 */
export function textFixOf(problem: Problem, text: string): TextFix | undefined {
  const { file: path, help } = problem;
  if (isFixable(problem)) return { apply: (now) => fixFile({ path, text: now }, [problem]) };
  const word = /^did you mean "([^"]+)"\?$/.exec(help ?? '')?.[1];
  if (word === undefined || spell(text, problem, word) === undefined) return undefined;
  return { word, apply: (now) => spell(now, problem, word) };
}

/** The text with the misspelt name corrected; undefined if the text has changed there. */
function spell(text: string, problem: Problem, word: string): string | undefined {
  const { from, to } = rangeOfProblem(text, problem);
  const [, written] = /(?:^"|\.|^)([^".]+)"?$/.exec(text.slice(from, to)) ?? [];
  if (written === undefined || nearestName(written, [word]) === undefined || takesTaken(text, problem, word))
    return undefined;
  const at = from + text.slice(from, to).lastIndexOf(written);
  return text.slice(0, at) + word + text.slice(at + written.length);
}

/** Whether the correction would duplicate the name of another member. */
function takesTaken(text: string, { file, pointer, message }: Problem, word: string): boolean {
  const names = splitPointer(pointer);
  const around = valueAt(
    parseDocument(text, file).document?.value,
    names.slice(0, -1).reduce(joinPointer, ''),
  );
  const isOfName = message.includes(`"${names.at(-1) ?? ''}"`);
  return isOfName && isJson(around) && Object.hasOwn(around, word);
}
