import { limits } from '#renderer/plan/limits.generated.ts';
import type { StringProblem } from '../type.ts';
import { isForbiddenName } from './names.ts';

export interface Token {
  /** As written. */
  readonly text: string;
  readonly at: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly problems: readonly StringProblem[];
}

const OPERATORS = [
  '&&',
  '||',
  '==',
  '!=',
  '<=',
  '>=',
  '<',
  '>',
  '!',
  '/',
  '+',
  '-',
  '*',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '?',
  ':',
];
const PREFIX_OF = new Map([
  ['b', 'bytes'],
  ['r', 'raw strings'],
]);

/**
 * Splits a source into tokens. Reports what no expression may contain before a recursive parser reads it:
 * excessive length and nesting, and all CEL syntax outside the subset. Also finds the offsets of operators,
 * which the parser's tree does not keep.
 */
export function tokenize(source: string): Tokens {
  const problems: StringProblem[] = [];
  if (source.trim() === '') {
    const message = 'The expression is empty.';
    return { tokens: [], problems: [error('expression/empty', 0, source.length, message)] };
  }
  if (source.length > limits.expressionLength) {
    const message = `The expression has ${source.length} characters; the limit "expressionLength" is ${limits.expressionLength}.`;
    return {
      tokens: [],
      problems: [
        error('expression/too-long', 0, source.length, message, 'give parts of it names in "values"'),
      ],
    };
  }
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    if (/^[ \t\r\n]/.test(rest)) {
      at++;
      continue;
    }
    const text = readToken(rest, at, problems);
    tokens.push({ text, at });
    at += text.length;
  }
  if (problems.length === 0) checkNesting(tokens, problems);
  return { tokens, problems };
}

/** Reads the first token of `rest`. Unsupported syntax is a token too, with a problem. */
function readToken(rest: string, at: number, problems: StringProblem[]): string {
  const prefix = /^[bBrR](?=['"])/.exec(rest)?.[0];
  if (prefix !== undefined) {
    const text = prefix + scanString(rest.slice(1)).text;
    problems.push(
      unsupported(at, text.length, PREFIX_OF.get(prefix.toLowerCase()) ?? prefix, "write 'text'"),
    );
    return text;
  }
  if (rest.startsWith("'") || rest.startsWith('"')) return readText(rest, at, problems);
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest)?.[0];
  if (name !== undefined) {
    if (isForbiddenName(name)) {
      problems.push(
        error('expression/forbidden-name', at, name.length, `"${name}" is not allowed as a name.`),
      );
    } else if (name === 'null') {
      problems.push(
        unsupported(
          at,
          4,
          'null',
          'a missing value is absent: test it with has(…), or give it a default with .orValue(…)',
        ),
      );
    }
    return name;
  }
  const number = /^[0-9]+(\.[0-9]+)?/.exec(rest)?.[0];
  if (number !== undefined) return readNumber(rest, number, at, problems);
  return readOperator(rest, at, problems);
}

/** Reads a string literal up to its closing quote, or else to the end; `rest` begins with a quote. */
export function scanString(rest: string): { readonly text: string; readonly closed: boolean } {
  const quote = rest.charAt(0);
  const delimiter = rest.startsWith(quote.repeat(3)) ? quote.repeat(3) : quote;
  for (let at = delimiter.length; at < rest.length; at++) {
    if (rest.charAt(at) === '\\') at++;
    else if (rest.startsWith(delimiter, at))
      return { text: rest.slice(0, at + delimiter.length), closed: true };
  }
  return { text: rest, closed: false };
}

function readText(rest: string, at: number, problems: StringProblem[]): string {
  const { text, closed } = scanString(rest);
  const quote = rest.charAt(0);
  if (rest.startsWith(quote.repeat(3))) {
    problems.push(unsupported(at, text.length, 'text in three quotes', "write 'text'"));
  } else if (!closed) {
    problems.push(error('expression/syntax', at, text.length, 'This string has no closing quote.'));
  } else if (quote === '"') {
    problems.push(unsupported(at, text.length, 'text in double quotes', "write 'text'"));
  }
  return text;
}

function readNumber(rest: string, number: string, at: number, problems: StringProblem[]): string {
  // 0x10, 1e5, 3u, 12px: a number directly followed by letters is rejected as a whole.
  const text = number + (/^[A-Za-z_][A-Za-z0-9_]*([+-][0-9]+)?/.exec(rest.slice(number.length))?.[0] ?? '');
  if (text !== number) {
    problems.push(
      unsupported(at, text.length, `"${text}" as a number`, 'write whole or decimal digits: 12 or 0.5'),
    );
  } else if (Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER) {
    problems.push(error('expression/number-range', at, text.length, `${text} is outside ±(2^53−1).`));
  }
  return text;
}

function readOperator(rest: string, at: number, problems: StringProblem[]): string {
  if (rest.startsWith('//')) {
    const [text = rest] = rest.split('\n', 1);
    problems.push(
      unsupported(at, text.length, 'a comment', 'put it beside the expression, in "description"'),
    );
    return text;
  }
  if (rest.startsWith('${')) {
    problems.push(error('expression/syntax', at, 2, 'Write the expression alone, without ${ and }.'));
    return '${';
  }
  const operator = OPERATORS.find((candidate) => rest.startsWith(candidate));
  if (operator !== undefined) return operator;
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  // The other half of a map literal, whose first half is already reported.
  if (character === '}' && problems.length > 0) return character;
  const quoted = /^`[^`]*`?/.exec(rest)?.[0];
  if (quoted !== undefined) {
    problems.push(unsupported(at, quoted.length, 'names in backquotes', "write 'text', or a plain name"));
    return quoted;
  }
  const help = HELP_FOR.get(character);
  if (help !== undefined) problems.push(unsupported(at, 1, character, help));
  else problems.push(error('expression/syntax', at, character.length, `"${character}" is not allowed here.`));
  return character;
}

const HELP_FOR = new Map([
  ['%', 'read the value from the service instead'],
  ['{', 'records are written as JSON, outside of expressions'],
  ['=', 'compare with =='],
  ['&', 'write &&'],
  ['|', 'write ||'],
]);

/** Reports nesting that could overflow a recursive parser: brackets, runs of `!` and `-`, and `:` of `a ? b : c`. */
function checkNesting(tokens: readonly Token[], problems: StringProblem[]): void {
  let depth = 0;
  let run = 0;
  let conditionals = 0;
  for (const token of tokens) {
    if (token.text === '(' || token.text === '[') depth++;
    else if (token.text === ')' || token.text === ']') depth--;
    if (token.text === ':') conditionals++;
    run = token.text === '!' || token.text === '-' ? run + 1 : 0;
    if (
      depth > limits.expressionDepth ||
      run > limits.expressionDepth ||
      conditionals > limits.expressionDepth
    ) {
      problems.push(tooDeep(token.at, token.text.length));
      return;
    }
  }
}

export function tooDeep(at: number, length: number): StringProblem {
  return error(
    'expression/too-deep',
    at,
    length,
    `The expression is nested deeper than ${limits.expressionDepth} levels (limit "expressionDepth").`,
    "to compare one value with several, write in: status in ['1', '2']",
  );
}

export function error(
  code: string,
  at: number,
  length: number,
  message: string,
  help?: string,
): StringProblem {
  return { code, severity: 'error', at, length, message, ...(help === undefined ? {} : { help }) };
}

function unsupported(at: number, length: number, what: string, help: string): StringProblem {
  return error('expression/unsupported', at, length, `Expressions have no ${what}.`, help);
}
