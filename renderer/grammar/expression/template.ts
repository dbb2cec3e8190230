import { error, scanString } from './tokens.ts';
import type { StringProblem } from '../type.ts';

/** One part of a string with `${…}`. */
export type TemplatePart =
  | { readonly kind: 'words'; readonly text: string }
  /** `at` is the offset of the expression, after `${`. */
  | { readonly kind: 'expression'; readonly source: string; readonly at: number };

export interface Template {
  readonly parts: readonly TemplatePart[];
  readonly problems: readonly StringProblem[];
}

/**
 * Splits `words ${expression} words`. An expression ends at the first `}` outside its strings; `$${` stands
 * for a literal `${`.
 */
export function splitTemplate(source: string): Template {
  const parts: TemplatePart[] = [];
  let words = '';
  let at = 0;
  const endWords = () => {
    if (words !== '') parts.push({ kind: 'words', text: words });
    words = '';
  };
  while (at < source.length) {
    if (source.startsWith('$${', at)) {
      words += '${';
      at += 3;
    } else if (source.startsWith('${', at)) {
      const end = findEnd(source, at + 2);
      if (end === undefined) {
        const message = 'This ${ is not closed: a } is missing.';
        const help = 'a } inside a string of the expression does not count; write $${ to show ${ as it is';
        return { parts: [], problems: [error('text/unclosed', at, 2, message, help)] };
      }
      endWords();
      parts.push({ kind: 'expression', source: source.slice(at + 2, end), at: at + 2 });
      at = end + 1;
    } else {
      words += source.charAt(at);
      at++;
    }
  }
  endWords();
  return { parts, problems: [] };
}

function findEnd(source: string, from: number): number | undefined {
  let at = from;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '}') return at;
    at += character === "'" || character === '"' ? scanString(source.slice(at)).text.length : 1;
  }
  return undefined;
}
