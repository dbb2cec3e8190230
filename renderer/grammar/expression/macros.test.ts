import { describe, expect, it } from 'vitest';
import { evaluate } from '#renderer/plan/evaluate.ts';
import { Failure } from '#renderer/plan/expression.ts';
import '#renderer/plan/more-functions.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { compileExpression } from './compile-expression.ts';
import { library } from './testing/library.ts';

const compute = (source: string, books: readonly { readonly [name: string]: number }[]) => {
  const { typed, problems } = compileExpression(source, library(), { mayBeAbsent: true });
  expect(problems).toEqual([]);
  return typed && evaluate(typed.lowered, createScope({ data: { books } }));
};

describe('X16: a result never leaves an item out', () => {
  it.each(['sum', 'min', 'max', 'map'])('%s fails if a value of an item is not there', (name) => {
    expect(compute(`data.books.${name}(b, b.pages)`, [{ pages: 1 }, {}])).toEqual(new Failure('type'));
  });

  it('a sum of amounts fails beyond 2^53', () => {
    const fine = 2 ** 53 - 1;
    expect(compute('data.books.sum(b, b.fine)', [{ fine }])).toBe(fine);
    expect(compute('data.books.sum(b, b.fine)', [{ fine }, { fine: 1 }])).toEqual(new Failure('overflow'));
  });

  it('a sum of Numbers has parts of a whole', () => {
    expect(compute('data.books.sum(b, b.weight)', [{ weight: 0.5 }, { weight: 0.25 }])).toBe(0.75);
  });
});
