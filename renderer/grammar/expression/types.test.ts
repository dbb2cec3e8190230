import { describe, expect, it } from 'vitest';
import type { Type } from '../type.ts';
import { type Sketch, toType } from './testing/library.ts';
import { isAssignable, isComparable, joinTypes, typeName } from './types.ts';

const ANY: Type = { kind: 'any' };
const from = (origin: string, sketch: Sketch): Type => ({ ...toType(sketch), origin }) as Type;

describe('Names of types in messages', () => {
  it.each<[Type, string]>([
    [toType('boolean'), 'Boolean'],
    [toType('text'), 'Text'],
    [toType({ known: ['a'] }), 'Text'],
    [toType('number'), 'Number'],
    [toType('integer'), 'Integer'],
    [toType('money'), 'Money'],
    [toType('date'), 'Date'],
    [toType('url'), 'Url'],
    [toType('map'), 'map of Text'],
    [toType([['integer']]), 'list of list of Integer'],
    [toType({ a: 'text' }), 'Record'],
    [{ kind: 'list', items: from('shelf#books[]', { a: 'text' }) }, 'list of Record (shelf#books[])'],
    [ANY, 'anything'],
  ])('%#: %s', (type, name) => {
    expect(typeName(type)).toBe(name);
  });
});

describe('Which types can be assigned to a declared type', () => {
  it.each<[Sketch, Sketch]>([
    ['integer', 'number'],
    ['integer', 'integer'],
    ['money', 'money'],
    ['date', 'date'],
    ['boolean', 'boolean'],
    ['url', 'url'],
    ['url', 'text'],
    ['text', { known: ['a'] }],
    [{ known: ['a'] }, 'text'],
    [['integer'], ['number']],
    [{ a: 'integer' }, { a: 'number' }],
    [{ a: 'text' }, { a: 'text', 'b?': 'text' }],
    [{ a: 'text' }, { 'a?': 'text' }],
    [{ a: 'text', 'b?': 'text' }, 'map'],
    ['map', 'map'],
  ])('%j fits %j', (given, wanted) => {
    expect(isAssignable(toType(given), toType(wanted))).toBe(true);
  });

  it.each<[Sketch, Sketch]>([
    ['number', 'integer'],
    ['url', 'number'],
    ['integer', 'text'],
    ['map', ['text']],
    ['text', 'url'],
    ['text', 'date'],
    ['integer', 'money'],
    ['money', 'integer'],
    ['money', 'number'],
    ['text', 'boolean'],
    ['text', ['text']],
    [['number'], ['integer']],
    [{ 'a?': 'text' }, { a: 'text' }],
    [{}, { a: 'text' }],
    [{ a: 'text', b: 'text' }, { a: 'text' }],
    [{ a: 'integer' }, { a: 'text' }],
    [{ a: 'integer' }, 'map'],
    ['text', { a: 'text' }],
    ['map', { a: 'text' }],
    ['text', 'map'],
  ])('%j does not fit %j', (given, wanted) => {
    expect(isAssignable(toType(given), toType(wanted))).toBe(false);
  });

  it('records of the same origin are assignable, whatever their other members', () => {
    expect(isAssignable(from('a#b', { a: 'text' }), from('a#b', { b: 'text' }))).toBe(true);
    expect(isAssignable(ANY, toType('money'))).toBe(true);
    expect(isAssignable(toType('money'), ANY)).toBe(true);
  });
});

describe('Which types can be compared with ==', () => {
  it.each<[Sketch, Sketch, boolean]>([
    ['integer', 'number', true],
    ['text', { known: ['a'] }, true],
    [{ a: 'integer' }, { a: 'number' }, true],
    [{ a: 'text' }, { 'a?': 'text' }, true],
    [['integer'], ['number'], true],
    ['map', 'map', true],
    ['url', 'text', false],
    ['money', 'integer', false],
    ['date', 'text', false],
    [{ a: 'text' }, { b: 'text' }, false],
    [{ a: 'text' }, { a: 'text', b: 'text' }, false],
    [{ a: 'text' }, 'map', false],
    [['text'], 'text', false],
    ['map', ['text'], false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(isComparable(toType(left), toType(right))).toBe(expected);
    expect(isComparable(toType(right), toType(left))).toBe(expected);
  });
});

it('records of the same origin are comparable, and their joined type keeps it', () => {
  const [one, other] = [from('a#b', { a: 'text' }), from('a#b', { b: 'text' })];
  expect(isComparable(one, other)).toBe(true);
  expect(isComparable(one, from('c#d', { b: 'text' }))).toBe(false);
  expect(isAssignable(one, from('c#d', { b: 'text' }))).toBe(false);
  expect(joinTypes(one, other)).toBe(one);
  expect(joinTypes(one, from('c#d', { a: 'text' }))).toEqual(toType({ a: 'text' }));
  expect(joinTypes(one, from('c#d', { b: 'text' }))).toBeUndefined();
});

describe('The joined type of two types', () => {
  it.each<[Sketch, Sketch, Sketch | undefined]>([
    ['integer', 'number', 'number'],
    ['number', 'integer', 'number'],
    ['integer', 'integer', 'integer'],
    [{ known: ['a'] }, { known: ['b', 'a'] }, { known: ['a', 'b'] }],
    [{ known: ['a'] }, 'text', 'text'],
    [
      ['integer', 3],
      ['number', 5],
      ['number', 5],
    ],
    [['integer', 3], ['integer'], ['integer']],
    [
      { a: 'integer', 'b?': 'text' },
      { 'a?': 'number', b: 'text' },
      { 'a?': 'number', 'b?': 'text' },
    ],
    ['text', 'integer', undefined],
    ['url', 'text', undefined],
    [['text'], ['integer'], undefined],
    [{ a: 'text' }, { b: 'text' }, undefined],
  ])('%j and %j are %j', (left, right, joined) => {
    expect(joinTypes(toType(left), toType(right))).toEqual(joined && toType(joined));
  });

  it('an empty list has the type of the other one', () => {
    expect(joinTypes(ANY, toType('money'))).toEqual(toType('money'));
    expect(joinTypes(toType('money'), ANY)).toEqual(toType('money'));
  });
});
