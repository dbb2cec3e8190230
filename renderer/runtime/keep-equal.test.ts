import { describe, expect, it } from 'vitest';
import { keepEqual } from './keep-equal.ts';

describe('equal content keeps its identity', () => {
  const old = { title: 'A', books: [{ id: 1 }, { id: 2 }], at: { shelf: 'A' } };

  it('returns the old object for equal content', () => {
    expect(keepEqual(old, structuredClone(old))).toBe(old);
  });

  it('a changed member does not change its neighbours', () => {
    const fresh = keepEqual(old, { ...structuredClone(old), title: 'B' });
    expect(fresh).toEqual({ ...old, title: 'B' });
    expect(fresh.books).toBe(old.books);
    expect(fresh.at).toBe(old.at);
  });

  it('equal items of a new list keep their identity, also after an insertion at the front', () => {
    const fresh = keepEqual(old.books, [{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect(fresh).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect(fresh[1]).toBe(old.books[0]);
    expect(fresh[2]).toBe(old.books[1]);
  });

  it.each([
    ['a shorter list', [1, 2], [1]],
    ['a longer list', [1], [1, 2]],
    ['a record without a member', { a: 1, b: 2 }, { a: 1 }],
    ['a record with a further member', { a: 1 }, { a: 1, b: 2 }],
    ['a record with a renamed member', { a: 1 }, { b: 1 }],
    ['a list instead of a record', { 0: 'a' }, ['a']],
    ['a record instead of a list', ['a'], { 0: 'a' }],
    ['an absent member', { a: 1 }, { a: undefined }],
  ])('%s is not equal', (_, before, after) => {
    expect(keepEqual<unknown>(before, after)).toEqual(after);
    expect(keepEqual<unknown>(before, after)).not.toBe(before);
  });

  it('does not change its arguments', () => {
    const before = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]), b: 1 });
    const after = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]), b: 2 });
    expect(keepEqual(before, after).list).toBe(before.list);
  });
});
