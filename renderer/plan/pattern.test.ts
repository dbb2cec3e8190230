import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPattern, parsePattern } from './pattern.ts';

function fits(pattern: string, value: string): boolean {
  const parsed = parsePattern(pattern);
  if (!parsed) throw new Error(`Outside the subset: ${pattern}`);
  return matchPattern(parsed, value);
}

describe('A pattern matches the whole value', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['09\\d{9}', ['09123456789'], ['0912345678', '091234567890', 'x09123456789']],
    ['^(?:\\+63|0)9\\d{9}$', ['+639123456789', '09123456789'], ['639123456789']],
    ["[A-Za-z .'-]{2,}", ["O'Neil", 'Ana-Lu'], ['A', 'Ana1']],
    ['[^\\s@]+@[^\\s@]+\\.[a-z]{2,3}', ['a@b.ph'], ['a@b', 'a b@c.ph', 'a@b.phil']],
    ['a|bc|', ['a', 'bc', ''], ['abc', 'b']],
    ['(ab)*c?', ['', 'abab', 'ababc'], ['aba', 'cc']],
    ['\\$\\{.\\}', ['${x}'], ['${}', '${xy}']],
    ['.', ['😀'], ['', '\n', 'ab']],
    ['[\\d-]+', ['1-2'], ['a']],
    ['\\W\\D\\S', ['-a_'], ['aaa']],
    ['\\$', ['$'], ['\\$']],
  ];
  for (const [pattern, good, bad] of cases) {
    it(`${pattern}`, () => {
      expect(good.filter((value) => !fits(pattern, value))).toEqual([]);
      expect(bad.filter((value) => fits(pattern, value))).toEqual([]);
    });
  }
});

describe('Refuses a pattern outside the subset', () => {
  for (const pattern of [
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\bword',
    'a**',
    'a+?',
    '*a',
    'a{2,1}',
    '(a',
    'a)',
    '[a',
    '[z-a]',
    'a^b',
    'a$b',
    'a{5000}',
    '((((a{90}){90}){90}){90})',
    '('.repeat(30) + ')'.repeat(30),
  ]) {
    it(`${pattern.slice(0, 30)}`, () => expect(parsePattern(pattern)).toBeUndefined());
  }
});

describe("Has the same result as the host's engine, for patterns of the subset", () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w');
  const pattern: fc.Arbitrary<string> = fc.letrec<{ part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      fc.tuple(tie('part'), tie('part')).map((parts) => parts.join('')),
      fc.tuple(tie('part'), tie('part')).map(([one, two]) => `(?:${one}|${two})`),
      fc
        .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{1,}'))
        .map(([part, count]) => `(?:${part})${count}`),
    ),
  })).part;

  it('for generated patterns and values', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), maxLength: 8 }),
        (source, value) => {
          expect(fits(source, value)).toBe(new RegExp(`^(?:${source})$`, 'u').test(value));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('Always ends', () => {
  // With backtracking these patterns take exponential time; this algorithm passes over the value once.
  for (const pattern of ['(a+)+', '(a|a)*', '(a|aa)+', '([a-z]+)*[a-z]*', '(.*)*x']) {
    it(`${pattern} is tested on a long value in time`, () => {
      expect(fits(pattern, `${'a'.repeat(20_000)}!`)).toBe(false);
    });
  }
});
