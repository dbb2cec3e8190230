import { describe, expect, it } from 'vitest';
import type { Json } from '#renderer/grammar/json.ts';
import { parsePattern } from '#renderer/plan/pattern.ts';
import {
  choosePattern,
  findPatternFault,
  namedPatternOf,
  passes,
  PATTERNS,
  readExamples,
  writeExamples,
} from './patterns.ts';

describe('a pattern from the list', () => {
  it.each(PATTERNS)('“$title” lets its example pass and refuses the other', (named) => {
    expect(passes(named.rule, named.passes)).toBe(true);
    expect(passes(named.rule, named.fails)).toBe(false);
    expect(namedPatternOf(named.rule)).toBe(named);
  });

  it('proposes its message, unless a person has written another', () => {
    const [phone, email, letters] = PATTERNS;
    const first = { rule: 'pattern', pattern: '^.+$', message: 'Check this value' };
    const asPhone = choosePattern(first, phone);
    expect(asPhone).toStrictEqual({ rule: 'phone', pattern: undefined, message: 'Enter a mobile number' });
    expect(choosePattern({ ...asPhone, kind: 'spec' }, email)).toStrictEqual({
      ...{ rule: 'email', pattern: undefined, kind: undefined, message: 'Enter an email address' },
    });
    expect(choosePattern({ ...first, message: 'Only as on your card' }, letters)).toStrictEqual({
      ...{ rule: 'pattern', pattern: '^[A-Za-z0-9]+$', kind: undefined },
    });
    expect(choosePattern({ ...first, message: { choose: ['A'] } }, letters)).not.toHaveProperty('message');
  });

  it('becomes the first text of a person’s own pattern', () => {
    const [, email, letters] = PATTERNS;
    expect(choosePattern({ ...letters?.rule, message: 'Check' }, undefined)).toMatchObject(
      letters?.rule ?? {},
    );
    expect(choosePattern({ ...email?.rule, message: 'Check' }, undefined)).toMatchObject({
      ...{ rule: 'pattern', pattern: '^.+$' },
    });
  });
});

describe('a person’s own pattern', () => {
  it.each([
    ['', 'Enter a pattern.'],
    ['[0-9]{3', 'cannot read'],
    ['(a', 'cannot read'],
    ['+', 'cannot read'],
    ['a{2000}{2000}', 'cannot read'],
    ['(?=.*[0-9]).+', 'can be slow'],
    ['(?<!a)b', 'can be slow'],
    ['(a)\\1', 'can be slow'],
    ['a'.repeat(201), 'at most 200'],
  ])('%j is refused with the reason: %s', (pattern, reason) => {
    expect(findPatternFault(pattern)).toContain(reason);
    // Pages refuse the same ones, except long ones, which the schema refuses, and the empty one, which is useless.
    if (pattern !== '' && pattern.length <= 200) expect(parsePattern(pattern)).toBeUndefined();
  });

  it('has no fault if pages can match it in time', () => {
    for (const pattern of ['^[0-9]{10}$', '(a+)+', '(?:ab|c)*', '\\d+\\.\\d{2}'])
      expect(findPatternFault(pattern)).toBeUndefined();
  });
});

describe('the examples of a rule', () => {
  it('are read and written; when the last one is removed, the member is too', () => {
    const rule: Json = { rule: 'pattern', 'x-examples': { pass: ['AB'], fail: ['1', ''] } };
    expect(readExamples(rule)).toEqual({ pass: ['AB'], fail: ['1', ''] });
    expect(readExamples({})).toEqual({ pass: [], fail: [] });
    expect(writeExamples({ pass: ['AB'], fail: [] })).toEqual({ pass: ['AB'] });
    expect(writeExamples({ pass: [], fail: [] })).toBeUndefined();
  });

  it.each([['AB'], [['AB']], [{ pass: 'AB' }], [{ pass: [1] }], [{ pass: [], why: 'so' }]])(
    'written as %j are left to the JSON',
    (written) => {
      expect(readExamples({ 'x-examples': written })).toBeUndefined();
    },
  );
});
