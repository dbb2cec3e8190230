import { describe, expect, it } from 'vitest';
import { joinConditions, relationsOf, writeConditions } from './conditions.ts';

const text = { path: 'params.productId', kind: 'text', known: [] } as const;

describe('writeConditions and joinConditions', () => {
  it('writes all candidate expressions, the simplest first', () => {
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
  it('escapes quotes and backslashes in a text', () => {
    expect(writeConditions(text, 'is', "it's \\")[0]).toBe("params.productId == 'it\\'s \\\\'");
  });
  it('puts parentheses around an "or" when conditions are joined', () => {
    expect(joinConditions(undefined, 'a')).toBe('a');
    expect(joinConditions('a || b', 'c')).toBe('(a || b) && c');
    expect(joinConditions('a', 'b || c')).toBe('a && (b || c)');
  });
  it('offers only presence for a list', () => {
    expect(relationsOf('list')).toEqual(['is there', 'is not there']);
  });
});
