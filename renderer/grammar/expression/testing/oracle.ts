import { type Token, tokenize } from '../tokens.ts';

/**
 * Converts an expression for the CEL library's own evaluator. Our language has one number type, so whole
 * numbers become doubles (`3` becomes `3.0`) and sizes are converted (`double(size(…))`). Works on tokens and
 * not on our parser, so that the oracle tests the parser too.
 */
export function printForOracle(source: string): string {
  const { tokens } = tokenize(source);
  const printed: string[] = [];
  // By open bracket: the text to add after its closing bracket.
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
