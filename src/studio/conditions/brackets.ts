import { tokenize } from '#renderer/grammar/expression/tokens.ts';

/** The place of the closing bracket, by the place of its opening one. */
export function pairBrackets(source: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { text, at } of tokenize(source).tokens) {
    if (text === '(') open.push(at);
    if (text !== ')') continue;
    const start = open.pop();
    if (start !== undefined) pairs.set(start, at);
  }
  return pairs;
}

/** Whether one pair of brackets is around all of a text. */
export function isBracketed(text: string): boolean {
  return pairBrackets(text).get(text.length - text.trimStart().length) === text.trimEnd().length - 1;
}
