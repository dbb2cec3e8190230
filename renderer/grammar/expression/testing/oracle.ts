import { type Token, tokenize } from '../tokens.ts';

/**
 * An expression as the library's own evaluator is asked about it: there is one number here, so whole ones
 * are printed as doubles (`3` as `3.0`) and sizes converted (`double(size(…))`). Works on tokens, past our
 * parser, so that the oracle says something about that, too.
 */
export function printForOracle(source: string): string {
  const { tokens } = tokenize(source);
  const printed: string[] = [];
  // For each open bracket, what is written behind its closing one.
  const closing: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(' || token.text === '[') {
      closing.push(isSize(tokens[index - 1], tokens[index - 2]) && token.text === '(' ? ')' : '');
      printed.push(token.text);
    } else if (token.text === ')' || token.text === ']') {
      printed.push(token.text, closing.pop() ?? '');
    } else if (/^[0-9]+$/.test(token.text)) printed.push(`${token.text}.0`);
    else if (isSize(token, tokens[index - 1])) printed.push('double(size');
    else printed.push(token.text);
  }
  return printed.join(' ').replaceAll(' . ', '.');
}

function isSize(token: Token | undefined, before: Token | undefined): boolean {
  return token?.text === 'size' && before?.text !== '.';
}
