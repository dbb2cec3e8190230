import { describe, expect, it } from 'vitest';
import { chooseForm, fillPlaceholders, messageId, sourceOf } from './message.ts';

describe('the id of a text', () => {
  it('is the text itself, or the text with its context', () => {
    expect(messageId('Open')).toBe('Open');
    expect(messageId('Open', 'of a shop')).not.toBe(messageId('Open', 'of a door'));
    expect(messageId('Open', 'of a shop')).not.toBe(messageId('distinguishes the contexts of shopOpen'));
    expect(messageId('Open', '')).not.toBe(messageId('Open'));
  });
  it.each([undefined, '', 'of a shop'])('gives the text back for context %j', (context) => {
    expect(sourceOf(messageId('Open {name}', context))).toBe('Open {name}');
  });
});

describe('the plural form of a text', () => {
  const forms = { one: 'one book', other: '{n} books' };
  const books = { plural: 'n', language: 'en', forms };
  const of = (n: string | number, message: Parameters<typeof chooseForm>[0] = books) =>
    chooseForm(message, new Map([['n', n]]));
  it('is selected by the number and the rules of its language', () => {
    expect(of(1)).toBe('one book');
    expect(of(0)).toBe('{n} books');
    expect(of(0, { ...books, language: 'fr' })).toBe('one book');
    expect(of(1, { ...books, language: 'ja' })).toBe('{n} books');
  });
  it('is the form for any number if there is no number', () => {
    expect(of('1')).toBe('{n} books');
    expect(chooseForm(books, undefined)).toBe('{n} books');
    expect(chooseForm(books, new Map())).toBe('{n} books');
  });
  it('is the form for any number if its own is missing, and empty if both are', () => {
    expect(of(1, { ...books, forms: { other: '{n} books' } })).toBe('{n} books');
    expect(of(2, { ...books, forms: { one: 'one book' } })).toBe('');
  });
  it('is the text itself without plural forms', () => expect(of(1, 'Books')).toBe('Books'));
});

it('a text without values stays unchanged', () => {
  expect(fillPlaceholders('{a} and {b}', new Map())).toBe('{a} and {b}');
  expect(fillPlaceholders('{a} and {b}', new Map([['a', 0]]))).toBe('0 and {b}');
});
