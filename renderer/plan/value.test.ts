import { describe, expect, it } from 'vitest';
import { Failure, PENDING, type Result, type Value } from './expression.ts';
import { isEqual, isRecord, isValue, readOwn, readPath, unsettled } from './value.ts';

/**
 * Compares in both directions.
 *
 * @returns Whether they are equal, and the steps that it cost.
 */
function compare(a: Value, b: Value): { equal: boolean; steps: number } {
  const told = [0, 0];
  const [one, other] = [
    isEqual(a, b, (steps) => (told[0] = (told[0] ?? 0) + steps)),
    isEqual(b, a, (steps) => (told[1] = (told[1] ?? 0) + steps)),
  ];
  expect(other).toBe(one);
  expect(told[1]).toBe(told[0]);
  return { equal: one, steps: told[0] ?? 0 };
}
const parsed = (json: string) => JSON.parse(json) as Value;

describe('compares values by content', () => {
  it.each<[string, Value, Value]>([
    ['texts', 'a', 'a'],
    ['numbers', 1, 1],
    ['Booleans', false, false],
    ['empty lists', [], []],
    ['lists', [1, ['a']], [1, ['a']]],
    ['empty records', {}, {}],
    ['records, in any order', { a: 1, b: [2] }, { b: [2], a: 1 }],
    [
      'a member that is undefined, and a missing one',
      parsed('{"a":1}'),
      { a: 1, b: undefined } as unknown as Value,
    ],
  ])('%s', (_title, a, b) => expect(compare(a, b).equal).toBe(true));

  it.each<[string, Value, Value]>([
    ['texts of one length', 'ab', 'ba'],
    ['texts of two lengths', 'a', 'ab'],
    ['a text of digits and the number', '1', 1],
    ['a text and a list of its length', 'a', ['a']],
    ['a text and a record of its length', 'a', { length: 1 }],
    ['an empty text and an empty list', '', []],
    ['an empty text and an empty record', '', {}],
    ['a number and an empty record', 1, {}],
    ['a number and an empty list', 0, []],
    ['false and an empty list', false, []],
    ['an empty list and an empty record', [], {}],
    ['an empty list and a record with the length 0', [], { length: 0 }],
    ['a list and a record with the same indices', ['a'], { 0: 'a' }],
    ['a list and its beginning', [1, 2], [1]],
    ['lists that differ at their end', [1, 2], [1, 3]],
    ['lists that differ at their beginning', [1, 2], [3, 2]],
    ['records that differ in one member', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['records with other members of the same number', { a: 1 }, { b: 1 }],
    ['a record and one with a further member', { a: 1 }, { a: 1, b: 2 }],
    ['an inherited member and an own one', parsed('{"__proto__":{}}'), { a: 1 }],
  ])('but not %s', (_title, a, b) => expect(compare(a, b).equal).toBe(false));
});

describe('comparing large values costs steps', () => {
  const long = 'x'.repeat(1_024);
  const list = Array.from({ length: 300 }, () => 0);
  it.each<[string, Value, Value, number]>([
    ['no step for short texts', 'a', 'a', 0],
    ['one step for each 256 characters of a text', long, `${long.slice(1)}y`, 4],
    ['no step for texts of different lengths, which are not read', long, `${long}y`, 0],
    ['one step for each item of a list', list, [...list], 300],
    ['no step for the same list', list, list, 0],
    ['one step for a member whose values are the same list', { a: list }, { a: list }, 1],
    ['one step for each member of a record', { a: 1, b: 2 }, { a: 1, b: 2 }, 2],
    ['the steps of nested values as well', { a: [1, 2, 3] }, { a: [1, 2, 3] }, 4],
    ['no step for lists of different lengths', [1], [1, 2], 0],
  ])('%s', (_title, a, b, steps) => expect(compare(a, b).steps).toBe(steps));
  it('the same list is equal to itself without being read', () =>
    expect(compare(list, list).equal).toBe(true));
});

describe('an own member of an untrusted value', () => {
  it('is read if it exists', () => {
    expect(readOwn({ a: 1 }, 'a')).toBe(1);
    expect(readOwn({ a: false }, 'a')).toBe(false);
    expect(readOwn(Object.assign(Object.create(null), { a: '' }), 'a')).toBe('');
  });
  it.each([null, undefined, 'text', 1, true, ['a']])('%j has none', (container) => {
    for (const name of ['length', '0', 'toString']) expect(readOwn(container, name)).toBeUndefined();
  });
  it('null is absent', () => expect(readOwn({ a: null }, 'a')).toBeUndefined());
  it.each(['__proto__', 'constructor', 'prototype'])('%s is never read, whether own or inherited', (name) => {
    expect(readOwn(parsed(`{"${name}":{"paid":true}}`), name)).toBeUndefined();
    expect(readOwn({}, name)).toBeUndefined();
  });
  it('inherited members are absent', () => {
    expect(readOwn({}, 'toString')).toBeUndefined();
    expect(readOwn(Object.create({ paid: true }), 'paid')).toBeUndefined();
  });
});

describe('a path in a value', () => {
  const value = { a: { b: [1], text: 'x' } };
  it.each<[Result, string[], number, Result]>([
    [value, ['a', 'text'], 0, 'x'],
    [value, [], 0, value],
    ['whole', ['state', 'name'], 2, 'whole'],
    [value, ['state', 'a', 'text'], 1, 'x'],
    [value, ['a', 'none', 'more'], 0, undefined],
    [value, ['a', 'b', '0'], 0, undefined],
    [PENDING, ['a'], 0, PENDING],
    [undefined, ['a'], 0, undefined],
    [{ f: (() => 1) as never }, ['f'], 0, undefined],
    [{ f: Object.assign(() => 1, { paid: true }) as never }, ['f', 'paid'], 0, undefined],
  ])('of %o by %j from %d on is %o', (from, names, start, expected) =>
    expect(readPath(from, names, start)).toEqual(expected),
  );
  it('fails at the first failure', () => {
    const failure = new Failure('broken');
    expect(readPath(failure, ['reason'])).toBe(failure);
  });
});

describe('the result of an operation whose operands are no values', () => {
  const one = new Failure('one');
  const other = new Failure('other');
  it.each<[string, Result, Result, Result]>([
    ['pending before failed', PENDING, one, PENDING],
    ['pending before absent', PENDING, undefined, PENDING],
    ['pending before a value', PENDING, 1, PENDING],
    ['failed before absent', one, undefined, one],
    ['failed before a value', one, 1, one],
    ['absent before a value', undefined, 1, undefined],
  ])('%s, in either order', (_title, a, b, expected) => {
    expect(unsettled(a, b)).toBe(expected);
    expect(unsettled(b, a)).toBe(expected);
  });
  it('is the first of two failures', () => expect(unsettled(one, other)).toBe(one));
});

it('a record has named members; lists and failures are not records', () => {
  expect(isRecord({})).toBe(true);
  for (const none of [[], null, undefined, 'text', 1, true, new Failure('x')])
    expect(isRecord(none)).toBe(false);
});

it('a value is present and computed', () => {
  for (const value of ['', 0, false, [], {}]) expect(isValue(value)).toBe(true);
  for (const none of [undefined, PENDING, new Failure('x')] as const) expect(isValue(none)).toBe(false);
});
