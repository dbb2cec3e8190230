import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupDigits, typeIntoGroups } from './grouping.ts';

const DIGITS = { accept: 'digits', max: undefined } as const;
const FOURS = [4];

/** The shown text after an edit, with `|` as the caret, and the value. */
function edit(shown: string, change: (text: string, caret: number) => [string, number], isForward = false) {
  const caret = shown.indexOf('|');
  const old = shown.replace(/[|\s]/g, '');
  const [edited, at] = change(shown.replace('|', ''), caret);
  const typed = typeIntoGroups(old, edited, at, DIGITS, FOURS, isForward);
  return `${typed.shown.slice(0, typed.caret)}|${typed.shown.slice(typed.caret)}`;
}
const put =
  (words: string) =>
  (text: string, caret: number): [string, number] => [
    text.slice(0, caret) + words + text.slice(caret),
    caret + words.length,
  ];
const back = (text: string, caret: number): [string, number] => [
  text.slice(0, Math.max(0, caret - 1)) + text.slice(caret),
  Math.max(0, caret - 1),
];
const forward = (text: string, caret: number): [string, number] => [
  text.slice(0, caret) + text.slice(caret + 1),
  caret,
];

describe('digits are shown in groups', () => {
  it.each([
    ['', FOURS, ''],
    ['1234', FOURS, '1234'],
    ['123456789', FOURS, '1234 5678 9'],
    ['09171234567', [4, 3, 4], '0917 123 4567'],
    ['PH-12', FOURS, 'PH-12'],
  ])('%s in %j is %s', (value, groups, shown) => expect(groupDigits(value, groups)).toBe(shown));

  it('keeps the caret: at the end, at a space, in the middle', () => {
    expect(edit('1234|', put('5'))).toBe('1234 5|');
    expect(edit('123|4 5', put('9'))).toBe('1239| 45');
    expect(edit('12|34 5', put('9'))).toBe('129|3 45');
    expect(edit('|1234', put('9'))).toBe('9|123 4');
    expect(edit('1234| 5', put('x'))).toBe('1234| 5');
  });

  it('a paste keeps its digits', () => {
    expect(edit('12|34', put('99-88 77'))).toBe('1299 8877| 34');
  });

  it('deleting removes a digit, before a space and after it', () => {
    expect(edit('1234 5|', back)).toBe('1234|');
    expect(edit('1234 |5', back)).toBe('123|5');
    expect(edit('1234| 5', forward, true)).toBe('1234|');
    expect(edit('1|234 5', forward, true)).toBe('1|345');
    expect(edit('1|234 5', back)).toBe('|2345');
  });

  it('for any digits, edit and position the value has no spaces, and the caret is after the same digits', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{0,19}$/),
        fc.nat(19),
        fc.stringMatching(/^\d{1,5}$/),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
        (old, place, words, groups) => {
          const at = Math.min(place, old.length);
          const shown = groupDigits(old, groups);
          let caret = 0;
          for (let left = at; left > 0; caret += 1) if (shown[caret] !== ' ') left -= 1;
          const edited = shown.slice(0, caret) + words + shown.slice(caret);
          const typed = typeIntoGroups(old, edited, caret + words.length, DIGITS, groups, false);
          expect(typed.text).toBe(old.slice(0, at) + words + old.slice(at));
          expect(typed.shown.slice(0, typed.caret).replace(/ /g, '')).toBe(old.slice(0, at) + words);
          expect(typed.shown.replace(/ /g, '')).toBe(typed.text);
        },
      ),
    );
  });
});
