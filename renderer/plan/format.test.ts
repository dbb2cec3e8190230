import { describe, expect, it } from 'vitest';
import { groupDot } from './format.ts';
import { formatMoney, minorToDecimal } from './money.ts';

describe('both number helpers', () => {
  it.each([
    [123450, '1234.50'],
    [5, '0.05'],
    [0, '0.00'],
    [-123450, '-1234.50'],
  ])('3.4 hundredths %d are %s', (minor, text) => expect(minorToDecimal(minor)).toBe(text));

  it.each([
    [1234567, '1.234.567'],
    [123456, '123.456'],
    [123, '123'],
    [0, '0'],
    [-1234567, '-1.234.567'],
  ])('3.5 %d grouped by dots is %s', (value, text) => expect(groupDot(value)).toBe(text));

  it('3.4 an amount in language source has no grouping', () => {
    const locale = {
      language: 'source',
      currency: { sign: '₱', decimals: 2 },
      timeZone: 'UTC',
      now: () => 0,
      message: String,
    };
    expect(formatMoney(123450, locale)).toBe('₱1234.50');
  });
});
