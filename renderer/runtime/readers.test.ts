import { describe, expect, it } from 'vitest';
import { addTo, type Crowd, createFormReaders, itemsOf, removeFrom } from './readers.ts';

const [one, other, third] = [{ name: 'one' }, { name: 'other' }, { name: 'third' }];

describe('a crowd: items by key', () => {
  it('contains one, several and no items, each once', () => {
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

  it('a change of a value reaches its readers, those of its parts, and those of its containers', () => {
    const readers = read();
    expect([...readers.of('form.a.items.city')]).toEqual([one, other]);
    expect([...readers.of('form.a.items.town')]).toEqual([other]);
    expect([...readers.of('form.a.items')]).toEqual([other, one]);
    expect([...readers.of('form.a.place')]).toEqual([third]);
    expect(new Set(readers.of('form.a'))).toEqual(new Set([one, other, third]));
  });

  it('names with the same beginning are not parts of each other', () => {
    const readers = read();
    expect([...readers.of('form.a.item')]).toEqual([]);
    expect([...readers.of('form.a.items.cit')]).toEqual([other]);
    expect([...readers.of('form.ab')]).toEqual([]);
  });

  it('finds the exact readers of a value without those of its parts or containers', () => {
    const readers = read();
    expect([...readers.at('form.a.items')]).toEqual([other]);
    expect([...readers.at('form.a')]).toEqual([]);
  });

  it('does not notify removed readers', () => {
    const readers = read();
    readers.place(removeFrom, 'form.a.items', other);
    expect([...readers.of('form.a.items.city')]).toEqual([one]);
  });
});
