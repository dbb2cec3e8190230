import { describe, expect, it } from 'vitest';
import { readPointer, toPointerStep, toScalarText } from './pointer.ts';

const REPLY = { data: { rows: ['first', null, { id: 7 }], 'a/b': 'slash', 'a~b': 'tilde', '~1': 'both' } };
const stands = (pointer: string, expected: unknown) =>
  it(`${pointer === '' ? 'the empty pointer' : pointer} is ${JSON.stringify(expected) ?? 'absent'}`, () =>
    expect(readPointer(REPLY, pointer)).toEqual(expected));

describe('a pointer is read in a reply', () => {
  stands('', REPLY);
  stands('/data/rows/0', 'first');
  stands('/data/rows/2/id', 7);
  stands('/data/a~1b', 'slash');
  stands('/data/a~0b', 'tilde');
  stands('/data/~01', 'both');

  stands('/data/rows/1', undefined);

  it('null is absent', () => expect(readPointer(null, '')).toBeUndefined());
  it('a path that ends early is absent', () => {
    expect(readPointer(REPLY, '/none/rows/0')).toBeUndefined();
    expect(readPointer(REPLY, '/data/rows/0/length')).toBeUndefined();
    expect(readPointer(undefined, '/data')).toBeUndefined();
  });

  const many = { rows: Array.from({ length: 200 }, (_, at) => at) };
  it.each([10, 19, 100, 199])('a list has index %d', (at) =>
    expect(readPointer(many, `/rows/${at}`)).toBe(at),
  );
  it.each(['', '-', '-1', '00', '01', '1.0', '1e1', ' 1', '1 ', 'x1', '1x', '0x1', 'length', '200'])(
    'a list has no member "%s"',
    (name) => expect(readPointer(many, `/rows/${name}`)).toBeUndefined(),
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('no member is called %s', (name) => {
    expect(readPointer({ a: {} }, `/a/${name}`)).toBeUndefined();
    expect(readPointer({ a: [] }, `/a/${name}`)).toBeUndefined();
  });
  it.each(['__proto__', 'constructor', 'prototype'])('the own member %s of a reply is not read', (name) => {
    const hostile: unknown = JSON.parse(`{"a": {"${name}": {"paid": true}}}`);
    expect(readPointer(hostile, `/a/${name}/paid`)).toBeUndefined();
  });
});

it.each(['plain', 'a/b', 'a~b', '~1', '/', '~', ''])(
  'the pointer step of the name "%s" leads to its value',
  (name) => {
    expect(readPointer({ [name]: 'here' }, toPointerStep(name))).toBe('here');
  },
);

it('a step is escaped as RFC 6901 says', () => {
  expect(toPointerStep('m~n/o~p/q')).toBe('/m~0n~1o~0p~1q');
});

describe('the text of a scalar', () => {
  it.each([
    ['yes', 'yes'],
    ['', ''],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [1.5, '1.5'],
  ])('of %j is "%s"', (json, text) => expect(toScalarText(json)).toBe(text));
  it.each([null, undefined, {}, [], ['a'], Number.NaN, Number.POSITIVE_INFINITY])('%j has no text', (json) =>
    expect(toScalarText(json)).toBeUndefined(),
  );
});
