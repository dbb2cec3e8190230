import { describe, expect, it } from 'vitest';
import { compilePath, presenceTests } from './compile-expression.ts';
import { expectWords } from './testing/cases.ts';
import { library } from './testing/library.ts';

describe('Bare paths: bind and target', () => {
  it('reports a member that is always present as present, and accepts a hyphen in a name', () => {
    const more = { 'my-state': { type: { kind: 'text' as const }, absent: false } };
    expect(compilePath('my-state', library([], more)).typed).toMatchObject({
      absent: false,
      lowered: ['get', 'my-state'],
    });
    expect(compilePath('data.book.author.name', library()).typed?.absent).toBe(true);
    expect(compilePath('data.book.title', library()).typed?.absent).toBe(false);
  });

  it('returns type and lowering, and does not require presence', () => {
    const { typed, problems } = compilePath('state.query', library());
    expect(problems).toEqual([]);
    expect(typed).toMatchObject({ type: { kind: 'text' }, absent: true, lowered: ['get', 'state', 'query'] });
  });

  it.each([
    ['state.qery', 'expression/unknown-member', 6, 4],
    ['stat.query', 'expression/unknown-name', 0, 4],
    ['state..query', 'expression/not-a-path', 0, 12],
    ['state.a b', 'expression/not-a-path', 0, 9],
    ['state.constructor', 'expression/not-a-path', 0, 17],
    ['state.1a', 'expression/not-a-path', 0, 8],
    ['state. a', 'expression/not-a-path', 0, 8],
    ['state.a$', 'expression/not-a-path', 0, 8],
    ['data.book.titel', 'expression/unknown-member', 10, 5],
    ['', 'expression/not-a-path', 0, 0],
  ])('refuses %s', (source, code, at, length) => {
    const { problems } = compilePath(source, library());
    expect(problems).toMatchObject([{ code, at, length }]);
    problems.forEach(expectWords);
  });
});

describe('The paths that has(…) tests', () => {
  it('finds the tested paths everywhere, also in sources with errors', () => {
    const source =
      '!has(a.b) && (x || size([has(c)]) == 1) && l.exists(i, has(i.d)) && m[?has(e.f)].?z.orValue(-has(g.h)).j';
    expect(presenceTests(source)).toEqual(['a.b', 'c', 'i.d', 'e.f', 'g.h']);
    expect(presenceTests('has(a) || f(has(b) + 1 > has(c)) || [has(d)].all(e, has(e.f))')).toEqual([
      ...['a', 'b', 'c', 'd', 'e.f'],
    ]);
    expect(presenceTests('has(a.')).toEqual([]);
    expect(presenceTests('has(a.?b)')).toEqual([]);
  });
});
