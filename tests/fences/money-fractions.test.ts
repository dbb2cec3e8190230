import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/*
 * Check 13: the code between a reply's amount, the screen and the next request does no arithmetic with fractions of a minor
 * unit. The linter has no rule about operators, so this test checks the syntax tree.
 */
const HELD = ['money', 'read-reply', 'build-request'].map((name) => `renderer/plan/${name}.ts`);

const OPERATORS = new Set(['/', '*', '%', '**', '/=', '*=', '%=', '**=']);
/** Methods of numbers, texts and `Math` that can make fractions; `Math.abs` changes no digit. */
const CALLS =
  /^(parseFloat|toFixed|toPrecision|toExponential|round|floor|ceil|trunc|fround|sqrt|cbrt|pow|hypot)$/;

/** @returns Fractional arithmetic in a source, as `line: code`. */
function findFractions(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { type, operator, name, value, start } = node as { readonly [name: string]: unknown };
    const said =
      typeof operator === 'string' && OPERATORS.has(operator)
        ? operator
        : type === 'Identifier' && CALLS.test(String(name))
          ? String(name)
          : type === 'Literal' && typeof value === 'number' && !Number.isSafeInteger(value)
            ? String(value)
            : undefined;
    if (said !== undefined) found.push(`${source.slice(0, Number(start)).split('\n').length}: ${said}`);
    for (const inner of Object.values(node)) look(inner);
  };
  look(program);
  return found;
}

describe('amounts', () => {
  it.each(HELD)('are never fractions in %s', (file) => {
    const source = readFileSync(file, 'utf8');
    expect(source.length).toBeGreaterThan(500);
    expect(findFractions(file, source)).toEqual([]);
  });

  it.each([
    ['Math.round(x * 100)', ['1: *', '1: round']],
    ['\nconst y = minor / 100', ['2: /']],
    ['x.toFixed(2)', ['1: toFixed']],
    ['parseFloat(text)', ['1: parseFloat']],
    ['let z = 1; z *= 0.01', ['1: *=', '1: 0.01']],
    ['minor % 100', ['1: %']],
  ])('detects a planted fraction, as in %j', (source, expected) => {
    expect(findFractions('planted.ts', source).sort()).toEqual(expected.sort());
  });

  it('may be counted, compared and negated', () => {
    expect(
      findFractions('fine.ts', 'const a = -b + 1 - c; /* 1.5 / 2 */ const t = "1.5"; Math.abs(a) > 7'),
    ).toEqual([]);
  });
});
