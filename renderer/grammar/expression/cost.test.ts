import { describe, expect, it } from 'vitest';
import type { Rooted, Type } from '../type.ts';
import { compileExpression } from './compile-expression.ts';
import { library } from './testing/library.ts';

describe('The cost of an expression depends on the maximum size of lists', () => {
  const listOf = (items: Type, max?: number): Rooted => ({
    type: { kind: 'list', items, ...(max === undefined ? {} : { max }) },
    absent: false,
  });
  const node = { kind: 'record', members: new Map(), origin: 'chain' } satisfies Type;
  node.members.set('next', { type: node, absent: false });
  const listed = { kind: 'record', members: new Map(), origin: 'listed' } satisfies Type;
  listed.members.set('all', { type: { kind: 'list', items: listed, max: 1 }, absent: false });
  const mapped = { kind: 'record', members: new Map(), origin: 'mapped' } satisfies Type;
  mapped.members.set('all', { type: { kind: 'map', items: mapped }, absent: false });
  const more = {
    listed: { type: listed, absent: false },
    mapped: { type: mapped, absent: false },
    fits: listOf({ kind: 'text' }, 9_998),
    exceeds: listOf({ kind: 'text' }, 9_999),
    some: listOf({ kind: 'text' }, 1_111),
    chain: { type: node, absent: false },
  };
  const problemsOf = (source: string) => compileExpression(source, library([], more)).problems;
  it('accepts an expression of the maximum number of steps, and refuses one more', () => {
    expect(problemsOf('fits.exists(f, state.open)')).toEqual([]);
    expect(problemsOf('exceeds.exists(f, state.open)')).toMatchObject([
      { code: 'expression/too-costly', at: 0, length: 29, message: expect.stringContaining('10001 steps') },
    ]);
    expect(problemsOf('exceeds.exists(f, state.open)')[0]?.help).toContain('maxItems');
  });
  it.each([
    ['data.all.exists(a, data.all.exists(b, a.pages == b.pages))', 120_402],
    ['data.all == data.all && data.all == data.all', 10_009],
    ['data.all == data.all || data.book in data.all', 10_008],
    ['data.books.exists(b, data.all == data.books)', 62_702],
    ['data.books.exists(b, data.books == data.all)', 62_702],
    ['data.books.exists(b, form.ask.answers == form.ask.answers)', 10_202],
    ['some.exists(s, chain == chain)', 10_001],
    ['exceeds.exists(s, !state.open)', 20_000],
    ['some.exists(s, listed == listed)', 10_001],
    ['mapped == mapped', 80_405],
    ['exceeds.exists(s, [1, 2].exists(n, n == index))', 99_992],
    ["exceeds.exists(s, data.book.?note.orValue('') == '')", 49_997],
    ['exceeds.exists(s, -index > 0)', 2 + 9_999 * 4],
    ['exceeds.exists(s, index + 1 > 0)', 2 + 9_999 * 5],
    ['exceeds.exists(s, has(data.book.note))', 10_001],
    ['exceeds.exists(s, index in [1])', 2 + 9_999 * 4],
    ['exceeds.filter(s, state.open).exists(t, state.open)', 10_001 + 10_000],
    ['exceeds.exists(s, size([1, 2]) == 1)', 2 + 9_999 * 6],
  ])('%s takes %i', (source, steps) => {
    expect(problemsOf(source)[0]?.message).toContain(` ${steps} steps`);
  });
});
