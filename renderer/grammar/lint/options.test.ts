import { expect, it } from 'vitest';
import { contractOf, library } from '../testing.ts';
import { inspectProject } from './inspect.ts';

const KNOWN = { type: 'string', known: ['north', 'south'] };
const BOOK = {
  ...contractOf('book'),
  request: {
    type: 'object',
    required: ['isbn'],
    properties: { isbn: { type: 'string' }, branch: { ...KNOWN, absent: 'empty' } },
  },
};

function placesOf(screen: Parameters<typeof library>[0]): string[] {
  const { problems } = inspectProject(library(screen, { endpoints: { book: BOOK } }));
  return problems.filter(({ code }) => code === 'option/unlisted').map(({ pointer }) => pointer);
}

const optionsOf = (...values: string[]) => values.map((value) => ({ value, text: value }));
const sending = (branch: unknown) => ({ book: { endpoint: 'book', with: { isbn: '1', branch } } });
const form = (field: object) => [
  { type: 'form', id: 'f', body: [{ name: 'branch', label: 'Branch', ...field }] },
];
const choice = (...values: string[]) => ({ type: 'choice', options: optionsOf(...values) });

it('warns about an option that is sent in a member whose contract does not list it', () => {
  const data = sending('${form.f.branch}');
  expect(placesOf({ data, body: form(choice('north', 'west')) })).toEqual(['/body/0/body/0/options/1/value']);
  expect(placesOf({ data, body: form(choice('north', 'south')) })).toEqual([]);
});

it('warns also if the option is sent in a list', () => {
  const data = sending({ choose: ['${form.f.branch}', 'north'] });
  expect(placesOf({ data, body: form(choice('west')) })).toEqual(['/body/0/body/0/options/0/value']);
});

it('warns about an option that is written to state which does not list it', () => {
  const body = [{ ...choice('north', 'west'), bind: 'state.branch', label: 'Branch' }];
  expect(placesOf({ state: { branch: KNOWN }, body })).toEqual(['/body/0/options/1/value']);
  expect(placesOf({ state: { branch: { type: 'string' } }, body })).toEqual([]);
});

it('checks the places of a city too', () => {
  const city = { type: 'city', ok: 'OK', cancel: 'Cancel', places: optionsOf('west') };
  expect(placesOf({ data: sending('${form.f.branch}'), body: form(city) })).toEqual([
    '/body/0/body/0/places/0/value',
  ]);
});

it('does not check options from data', () => {
  const given = { each: 'data.shelf.books', as: 'book', value: '${book.isbn}', text: '${book.title}' };
  const data = { ...sending('${form.f.branch}'), shelf: { endpoint: 'shelf', with: { cardId: '1' } } };
  expect(placesOf({ data, body: form({ type: 'choice', options: [given] }) })).toEqual([]);
});
