import { describe, expect, it } from 'vitest';
import type { Value } from '../plan/expression.ts';
import { readText, writeText } from './text-values.ts';

describe('values as text', () => {
  it.each<readonly [string, string, Value | undefined]>([
    ['text-field', '012', '012'],
    ['choice', 'a,b', 'a,b'],
    ['rating', '4', 4],
    ['rating', '10', 10],
    ['number-field', '12', 12],
    ['number-field', '-0.000001', -0.000001],
    ['number-field', '999999999999999', 999_999_999_999_999],
    ['choices', 'a', ['a']],
    ['choices', 'a,b', ['a', 'b']],
    ['check', 'true', true],
    ['check', 'false', false],
  ])('%s reads the text %s, and writes it back', (kind, text, value) => {
    expect(readText(kind, text)).toEqual(value);
    expect(readText(kind, writeText(value ?? ''))).toEqual(value);
  });

  it.each([
    ['rating', '0'],
    ['rating', '11'],
    ['rating', '2.5'],
    ['number-field', '1e3'],
    ['number-field', '1,000'],
    ['number-field', ''],
    ['number-field', '1234567890123456'],
    ['choices', ''],
    ['check', 'yes'],
  ])('%s has no value for the text %j', (kind, text) => {
    expect(readText(kind, text)).toBeUndefined();
  });
});
