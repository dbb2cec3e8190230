import { describe, expect, it } from 'vitest';
import { addTo, type Crowd, createFormReaders, itemsOf, removeFrom } from './readers.ts';

const [one, other, third] = [{ name: 'one' }, { name: 'other' }, { name: 'third' }];

describe('a crowd: items by key', () => {
  it('holds one, several and none, each once', () => {
    const crowd: Crowd<string, object> = new Map();
    addTo(crowd, 'a', one);
    addTo(crowd, 'a', one);
    expect([...itemsOf(crowd, 'a')]).toEqual([one]);
    addTo(crowd, 'a', other);
    addTo(crowd, 'a', third);
    removeFrom(crowd, 'a', one);
    expect([...itemsOf(crowd, 'a')]).toEqual([other, third]);
    removeFrom(crowd, 'a', other);
    removeFrom(crowd, 'a', third);
    expect([...itemsOf(crowd, 'a')]).toEqual([]);
    expect(crowd.size).toBe(0);
  });
});

describe('readers of a form’s values', () => {
  const read = () => {
    const readers = createFormReaders<object>();
    readers.place(addTo, 'form.a.items.city', one);
    readers.place(addTo, 'form.a.items', other);
    readers.place(addTo, 'form.a.place.code', third);
    return readers;
  };

  it('a value is read by who reads it, a part of it, or what it is a part of', () => {
    const readers = read();
    expect([...readers.of('form.a.items.city')]).toEqual([one, other]);
    expect([...readers.of('form.a.items.town')]).toEqual([other]);
    expect([...readers.of('form.a.items')]).toEqual([other, one]);
    expect([...readers.of('form.a.place')]).toEqual([third]);
    expect(new Set(readers.of('form.a'))).toEqual(new Set([one, other, third]));
  });

  it('names that begin alike are not parts of each other', () => {
    const readers = read();
    expect([...readers.of('form.a.item')]).toEqual([]);
    expect([...readers.of('form.a.items.cit')]).toEqual([other]);
    expect([...readers.of('form.ab')]).toEqual([]);
  });

  it('who reads exactly a value is found without who reads more or less', () => {
    const readers = read();
    expect([...readers.at('form.a.items')]).toEqual([other]);
    expect([...readers.at('form.a')]).toEqual([]);
  });

  it('who left is not told', () => {
    const readers = read();
    readers.place(removeFrom, 'form.a.items', other);
    expect([...readers.of('form.a.items.city')]).toEqual([one]);
  });
});
