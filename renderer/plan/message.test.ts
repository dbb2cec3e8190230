import { describe, expect, it } from 'vitest';
import { chooseForm, fillPlaceholders, messageId, sourceOf } from './message.ts';

describe('what a text is known by', () => {
  it('is the text itself, or the text in its context', () => {
    expect(messageId('Open')).toBe('Open');
    expect(messageId('Open', 'of a shop')).not.toBe(messageId('Open', 'of a door'));
    expect(messageId('Open', 'of a shop')).not.toBe(messageId('of a shopOpen'));
    expect(messageId('Open', '')).not.toBe(messageId('Open'));
  });
  it.each([undefined, '', 'of a shop'])('leads back to it from context %j', (context) => {
    expect(sourceOf(messageId('Open {name}', context))).toBe('Open {name}');
  });
});

describe('the form of a text that counts', () => {
  const forms = { one: 'one book', other: '{n} books' };
  const books = { plural: 'n', language: 'en', forms };
  const of = (n: string | number, message: Parameters<typeof chooseForm>[0] = books) =>
    chooseForm(message, new Map([['n', n]]));
  it('is chosen by the number, by the rules of its language', () => {
    expect(of(1)).toBe('one book');
    expect(of(0)).toBe('{n} books');
    expect(of(0, { ...books, language: 'fr' })).toBe('one book');
    expect(of(1, { ...books, language: 'ja' })).toBe('{n} books');
  });
  it('is that of any number where there is none', () => {
    expect(of('1')).toBe('{n} books');
    expect(chooseForm(books, undefined)).toBe('{n} books');
    expect(chooseForm(books, new Map())).toBe('{n} books');
  });
  it('is that of any number where its own is not written, and nothing where neither is', () => {
    expect(of(1, { ...books, forms: { other: '{n} books' } })).toBe('{n} books');
    expect(of(2, { ...books, forms: { one: 'one book' } })).toBe('');
  });
  it('is the text where it counts nothing', () => expect(of(1, 'Books')).toBe('Books'));
});

it('without values a text stays as it is', () => {
  expect(fillPlaceholders('{a} and {b}', new Map())).toBe('{a} and {b}');
  expect(fillPlaceholders('{a} and {b}', new Map([['a', 0]]))).toBe('0 and {b}');
});
