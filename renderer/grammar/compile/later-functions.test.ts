import { describe, expect, it } from 'vitest';
import { planOf, problemsOf } from '../testing.ts';

const text = (source: string) => ({ body: [{ type: 'text', text: source }] });
const TOTAL = '${money(data.shelf.books.sum(book, book.price))}';
const TITLES = "${join(data.shelf.books.map(book, book.title), ', ')}";
const COUNT = '${data.shelf.books.count(book, book.lent)}';

describe('D17: a document of an earlier grammar cannot use a function of grammar 5', () => {
  it.each([
    ['a function', '${min(1, 2)}', 'min'],
    ['a macro that pages compute', TOTAL, 'sum'],
    ['a macro that the compiler replaces', TITLES, 'map'],
    ['a macro that the compiler replaces', COUNT, 'count'],
  ])('%s: %s', (_, source) => {
    expect(problemsOf(text(source))).toEqual([]);
    expect(problemsOf({ ...text(source), grammar: 4 })).toEqual(['document/later-grammar /body/0/text']);
  });

  it('also in a condition, and in one entry of choose', () => {
    const visibleWhen = 'data.shelf.books.count(book, book.lent) > 0';
    expect(problemsOf({ body: [{ type: 'text', text: 'A', visibleWhen }], grammar: 4 })).toEqual([
      'document/later-grammar /body/0/visibleWhen',
    ]);
    const choose = [{ when: visibleWhen, value: 'A' }, 'B'];
    expect(problemsOf({ body: [{ type: 'text', text: { choose } }], grammar: 4 })).toEqual([
      'document/later-grammar /body/0/text',
    ]);
  });
});

describe('the number of a plan, and whether the code of the functions is loaded', () => {
  it('grows with what pages compute', () => {
    const { grammar, uses } = planOf(text(TOTAL));
    expect([grammar, uses.rare]).toEqual([5, true]);
  });

  it.each([TITLES, COUNT])('does not grow with what the compiler replaces: %s', (source) => {
    const { grammar, uses } = planOf(text(source));
    expect([grammar, uses.rare]).toEqual([1, undefined]);
  });

  it('a first request, an action and the texts of a list of app.json count', () => {
    const shelf = { endpoint: 'shelf', with: { cardId: '${params.cardId}' }, when: 'max(1, 2) > 1' };
    expect(planOf({ data: { shelf } }).uses.rare).toBe(true);
    const tap = [{ do: 'notice', text: '${round(1.5)}' }];
    expect(planOf({ body: [{ type: 'button', text: 'A', on: { tap } }] }).uses.rare).toBe(true);
    const failures = { default: [{ do: 'notice', text: '${round(1.5)}' }] };
    expect(planOf({}, { app: { failures } }).uses.rare).toBe(true);
    expect(planOf({}).uses.rare).toBeUndefined();
  });
});
