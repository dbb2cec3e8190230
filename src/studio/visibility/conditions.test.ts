import { describe, expect, it } from 'vitest';
import { joinConditions, relationsOf, writeConditions } from './conditions.ts';

const text = { path: 'params.productId', kind: 'text', known: [] } as const;

describe('a condition that nobody writes', () => {
  it('is said in each way that may be sound, the plain one first', () => {
    expect(writeConditions(text, 'is not', '1203')).toEqual([
      "params.productId != '1203'",
      "!(has(params.productId) && params.productId == '1203')",
    ]);
    expect(writeConditions({ ...text, kind: 'boolean' }, 'is not', '')).toEqual([
      '!params.productId',
      '!(has(params.productId) && params.productId)',
    ]);
    expect(writeConditions({ ...text, kind: 'number' }, 'is more than', '12')[0]).toBe(
      'params.productId > 12',
    );
  });
  it('keeps what stands in a text from ending it', () => {
    expect(writeConditions(text, 'is', "it's \\")[0]).toBe("params.productId == 'it\\'s \\\\'");
  });
  it('stands beside what is there, of which an "or" is held together', () => {
    expect(joinConditions(undefined, 'a')).toBe('a');
    expect(joinConditions('a || b', 'c')).toBe('(a || b) && c');
    expect(joinConditions('a', 'b || c')).toBe('a && (b || c)');
  });
  it('offers of a list only whether it is there', () => {
    expect(relationsOf('list')).toEqual(['is there', 'is not there']);
  });
});
