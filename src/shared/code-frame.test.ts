import { describe, expect, it } from 'vitest';
import type { Problem } from '#renderer/plan/problem.ts';
import { codeFrame, makeColours } from './code-frame.ts';

const plain = makeColours(false);
const problem = (line: number, column: number, length?: number): Problem => ({
  code: 'parse/syntax',
  severity: 'error',
  file: 'a',
  line,
  column,
  ...(length === undefined ? {} : { length }),
  pointer: '',
  message: 'Here.',
});

describe('a code frame shows the line with two before it, and a mark', () => {
  it('shows fewer lines at the beginning of a file', () => {
    expect(codeFrame('{ "a": 1 }\n', problem(1, 3, 3), plain)).toBe('> 1 | { "a": 1 }\n    |   ^^^ Here.');
  });

  it('aligns line numbers of different length', () => {
    const text = Array.from({ length: 12 }, (_, i) => `${i + 1}`).join('\n');
    expect(codeFrame(text, problem(10, 1), plain)).toBe('   8 | 8\n   9 | 9\n> 10 | 10\n     | ^ Here.');
  });

  it('marks the right column after a tab', () => {
    expect(codeFrame('\t"a"', problem(1, 2, 3), plain)).toBe('> 1 |   "a"\n    |   ^^^ Here.');
  });

  it('cuts a long line around the mark', () => {
    const frame = codeFrame(`${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`, problem(1, 5001, 4), plain).split(
      '\n',
    );
    expect(frame[0]?.length).toBeLessThan(130);
    expect(frame[0]?.indexOf('HERE')).toBe(frame[1]?.indexOf('^^^^'));
  });

  it('marks the end of a text that ends too early', () => {
    expect(codeFrame('{', problem(1, 2), plain)).toBe('> 1 | {\n    |  ^ Here.');
  });

  it('sends no control character of a document to the terminal', () => {
    const frame = codeFrame('"\u001b[2J\u202e\u0007"', problem(1, 1), plain);
    for (const unit of ['\u001b', '\u0007', '\u202e']) expect(frame).not.toContain(unit);
    expect(frame).toContain('"�[2J��"');
  });
});
