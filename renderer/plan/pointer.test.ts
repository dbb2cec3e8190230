import { describe, expect, it } from 'vitest';
import { readPointer, toPointerStep, toScalarText } from './pointer.ts';

const REPLY = { data: { rows: ['first', null, { id: 7 }], 'a/b': 'slash', 'a~b': 'tilde', '~1': 'both' } };
const stands = (pointer: string, expected: unknown) =>
  it(`${pointer === '' ? 'no step at all' : pointer} is ${JSON.stringify(expected) ?? 'absent'}`, () =>
    expect(readPointer(REPLY, pointer)).toEqual(expected));

describe('a pointer walks through what a service answered', () => {
  stands('', REPLY);
  stands('/data/rows/0', 'first');
  stands('/data/rows/2/id', 7);
  stands('/data/a~1b', 'slash');
  stands('/data/a~0b', 'tilde');
  stands('/data/~01', 'both');

  stands('/data/rows/1', undefined);

  it('where null stands nothing does', () => expect(readPointer(null, '')).toBeUndefined());
  it('nor on a way that ends early', () => {
    expect(readPointer(REPLY, '/none/rows/0')).toBeUndefined();
    expect(readPointer(REPLY, '/data/rows/0/length')).toBeUndefined();
    expect(readPointer(undefined, '/data')).toBeUndefined();
  });

  const many = { rows: Array.from({ length: 200 }, (_, at) => at) };
  it.each([10, 19, 100, 199])('a list has place %d', (at) =>
    expect(readPointer(many, `/rows/${at}`)).toBe(at),
  );
  it.each(['', '-', '-1', '00', '01', '1.0', '1e1', ' 1', '1 ', 'x1', '1x', '0x1', 'length', '200'])(
    'and none that is called "%s"',
    (name) => expect(readPointer(many, `/rows/${name}`)).toBeUndefined(),
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('nothing is called %s', (name) => {
    expect(readPointer({ a: {} }, `/a/${name}`)).toBeUndefined();
    expect(readPointer({ a: [] }, `/a/${name}`)).toBeUndefined();
  });
  it.each(['__proto__', 'constructor', 'prototype'])('not even where a reply has %s of its own', (name) => {
    const hostile: unknown = JSON.parse(`{"a": {"${name}": {"paid": true}}}`);
    expect(readPointer(hostile, `/a/${name}/paid`)).toBeUndefined();
  });
});

it.each(['plain', 'a/b', 'a~b', '~1', '/', '~', ''])('the step of "%s" leads to it', (name) => {
  expect(readPointer({ [name]: 'here' }, toPointerStep(name))).toBe('here');
});

it('a step is written as RFC 6901 has it', () => {
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
  it.each([null, undefined, {}, [], ['a'], Number.NaN, Number.POSITIVE_INFINITY])('%j has none', (json) =>
    expect(toScalarText(json)).toBeUndefined(),
  );
});
