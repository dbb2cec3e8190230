import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Limits, typeInto } from './type-into.ts';

const DIGITS: Limits = { accept: 'digits', max: undefined };
const OTHER = { leftOut: { isOther: true, isLonger: false } };
const any = (max?: number): Limits => ({ accept: 'any', max });

describe('accept: "digits" removes every other character from typed and pasted text', () => {
  it('12a3b becomes 123, wherever the letters are', () => {
    expect(typeInto('', '12a3b', 5, DIGITS)).toEqual({ text: '123', caret: 3, ...OTHER });
    expect(typeInto('', 'a b-1', 5, DIGITS)).toEqual({ text: '1', caret: 1, ...OTHER });
  });

  it('keeps the caret in its place, not at the end', () => {
    expect(typeInto('1234', '12x34', 3, DIGITS)).toEqual({ text: '1234', caret: 2, ...OTHER });
    expect(typeInto('1234', '12 5 34', 5, DIGITS)).toEqual({ text: '12534', caret: 3 });
  });

  it('converts digits of other scripts to ASCII', () => {
    expect(typeInto('', '١٢3', 3, DIGITS)).toEqual({ text: '123', caret: 3 });
    expect(typeInto('1', '1４5۶७𝟠', 7, DIGITS)).toEqual({ text: '145678', caret: 6 });
  });

  it('keeps a value of a reply until it is overwritten', () => {
    expect(typeInto('PH-12', 'PH-123', 6, DIGITS).text).toBe('PH-123');
  });
});

describe('max: further characters are ignored', () => {
  it('counts UTF-16 units and never leaves half a character', () => {
    expect(typeInto('', '😀😀', 4, any(3)).text).toBe('😀');
    expect(typeInto('', 'abcd', 4, any(3)).text).toBe('abc');
  });

  it('a full field accepts nothing, and the old text is never cut', () => {
    expect(typeInto('abc', 'axbc', 2, any(3))).toEqual({
      text: 'abc',
      caret: 1,
      leftOut: { isOther: false, isLonger: true },
    });
  });

  it('applies to the text after the removal of characters', () => {
    expect(typeInto('', '12-34-56', 8, { accept: 'digits', max: 6 }).text).toBe('123456');
  });
});

describe('for every edit', () => {
  const edits = fc.record({
    old: fc.stringMatching(/^[0-9]{0,8}$/),
    from: fc.nat(8),
    to: fc.nat(8),
    inserted: fc.stringMatching(/^[0-9a-z ]{0,8}$/),
    max: fc.integer({ min: 8, max: 12 }),
  });
  it('the result is the text around the caret, with the digits that fit between', () => {
    fc.assert(
      fc.property(edits, ({ old, from, to, inserted, max }) => {
        const [start, end] = [Math.min(from, to, old.length), Math.min(Math.max(from, to), old.length)];
        const edited = old.slice(0, start) + inserted + old.slice(end);
        const { text, caret } = typeInto(old, edited, start + inserted.length, { accept: 'digits', max });
        expect(text).toMatch(/^[0-9]*$/);
        expect(text.length).toBeLessThanOrEqual(max);
        const digits = inserted.replace(/[^0-9]/g, '').slice(0, max - (old.length - (end - start)));
        expect(text).toBe(old.slice(0, start) + digits + old.slice(end));
        expect(caret).toBe(start + digits.length);
      }),
    );
  });
});
