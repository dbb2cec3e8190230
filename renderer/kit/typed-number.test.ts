import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumberShape, parseTyped, typeNumber, writeTyped } from './typed-number.ts';

const AMOUNT: NumberShape = { decimals: 2, isSigned: false, point: '.' };
const COMMA: NumberShape = { ...AMOUNT, point: ',' };
const WHOLE: NumberShape = { decimals: 0, isSigned: true, point: '.' };

/** Types into an empty field, one key after the other. */
const keys = (text: string, shape: NumberShape) =>
  text.split('').reduce((old, key) => typeNumber(old, old + key, old.length + 1, shape).text, '');
const paste = (text: string, shape: NumberShape) => typeNumber('', text, text.length, shape).text;

describe('A number as it is typed', () => {
  it.each([
    ['1234.50', AMOUNT, '1234.50'],
    ['1234.505', AMOUNT, '1234.50'],
    ['12..5', AMOUNT, '12.5'],
    ['12,5', AMOUNT, '12.5'],
    ['12.5', COMMA, '12,5'],
    ['₱1a2', AMOUNT, '12'],
    ['-5', AMOUNT, '5'],
    ['-5', WHOLE, '-5'],
    ['5-1', WHOLE, '51'],
    ['1.5', WHOLE, '15'],
    ['12345678901234567', WHOLE, '123456789012345'],
    ['12345678901234567', AMOUNT, '1234567890123'],
    ['.5', AMOUNT, '.5'],
  ])('the keys %s give %#', (text, shape, shown) => expect(keys(text, shape)).toBe(shown));

  it.each([
    ['₱1,234.50', AMOUNT, '1234.50'],
    ['1.234,50', AMOUNT, '1234.50'],
    ['1,234', AMOUNT, '1234'],
    ['1.234', COMMA, '1234'],
    ['12,50', AMOUNT, '12.50'],
    ['1,234,567', AMOUNT, '1234567'],
    ['1 234.5', AMOUNT, '1234.5'],
    ['1.234,5', COMMA, '1234,5'],
    ['1.234', AMOUNT, '1.23'],
    ['12,3456', AMOUNT, '12.34'],
    ['1.234.567', AMOUNT, '1234567'],
    ['1,234.567', COMMA, '1234,56'],
    ['1,234 ₱', AMOUNT, '1234'],
    ['pay 12', AMOUNT, '12'],
    ['', AMOUNT, ''],
  ])('pasted %s is read as people mean it', (text, shape, shown) => expect(paste(text, shape)).toBe(shown));

  it('typing goes on where it was', () => {
    expect(typeNumber('12.34', '129.34', 3, AMOUNT)).toEqual({ text: '129.34', caret: 3 });
    expect(typeNumber('12.34', '12.394', 5, AMOUNT)).toEqual({ text: '12.34', caret: 4 });
    expect(typeNumber('12.34', '1234', 2, AMOUNT)).toEqual({ text: '1234', caret: 2 });
  });

  it('the same digit again goes where it was typed', () => {
    expect(typeNumber('11', '111', 3, AMOUNT)).toEqual({ text: '111', caret: 3 });
    expect(typeNumber('11', '111', 2, AMOUNT)).toEqual({ text: '111', caret: 2 });
    expect(typeNumber('11', '111', 1, AMOUNT)).toEqual({ text: '111', caret: 1 });
  });

  it('what is taken away is gone, at either end', () => {
    expect(typeNumber('11', '1', 0, AMOUNT)).toEqual({ text: '1', caret: 0 });
    expect(typeNumber('11', '1', 1, AMOUNT)).toEqual({ text: '1', caret: 1 });
    expect(typeNumber('12.34', '', 0, AMOUNT)).toEqual({ text: '', caret: 0 });
    expect(typeNumber('1234', '14', 1, AMOUNT)).toEqual({ text: '14', caret: 1 });
  });

  it('what has all the digits there can be takes no other, wherever it is typed', () => {
    const full = '1'.repeat(15);
    for (const at of [1, 8, 16]) {
      expect(typeNumber(full, `${full}1`, at, WHOLE)).toEqual({ text: full, caret: at - 1 });
    }
  });

  it('an edit that changes nothing changes nothing', () => {
    expect(typeNumber('12.34', '12.34', 2, AMOUNT)).toEqual({ text: '12.34', caret: 2 });
    expect(typeNumber('', '', 0, AMOUNT)).toEqual({ text: '', caret: 0 });
  });

  it.each([
    [1_250, AMOUNT, true, '12.50'],
    [1_200, AMOUNT, true, '12'],
    [1_200, COMMA, true, '12'],
    [1_205, COMMA, true, '12,05'],
    [5, AMOUNT, true, '0.05'],
    [-5, AMOUNT, true, '-0.05'],
    [0, AMOUNT, true, '0'],
    [12, WHOLE, true, '12'],
    [12.5, AMOUNT, false, '12.5'],
    [12.5, COMMA, false, '12,5'],
    [-3, WHOLE, false, '-3'],
  ])('stands there as it would be typed: %d, %#', (value, shape, minor, text) => {
    expect(writeTyped(value, shape, minor)).toBe(text);
    expect(parseTyped(text, shape, minor)).toBe(value);
  });

  it('digits behind the last place do not count', () => {
    expect(parseTyped('1.509', AMOUNT, true)).toBe(150);
    expect(parseTyped('1.5', AMOUNT, true)).toBe(150);
    expect(parseTyped('1,5', COMMA, true)).toBe(150);
  });

  it('what is no number yet is absent', () => {
    for (const text of ['', '-', '.', '-.']) expect(parseTyped(text, AMOUNT, true)).toBeUndefined();
    expect(parseTyped('.5', AMOUNT, true)).toBe(50);
    expect(parseTyped('-0', WHOLE, false)).toBe(0);
  });

  it('any amount is written and read without loss', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.constantFrom<'.' | ','>('.', ','),
        fc.nat(4),
        (minor, point, decimals) => {
          const shape = { decimals, isSigned: true, point };
          expect(parseTyped(writeTyped(minor, shape, true), shape, true)).toBe(minor === 0 ? 0 : minor);
        },
      ),
    );
  });
});
