import { describe, expect, it } from 'vitest';
import { changesBetween } from './text-changes.ts';

function applied(before: string, after: string): { readonly text: string; readonly touched: number } {
  const changes = changesBetween(before, after);
  const text = [...changes]
    .reverse()
    .reduce((so, { from, to, insert }) => so.slice(0, from) + insert + so.slice(to), before);
  return { text, touched: changes.reduce((sum, { from, to }) => sum + to - from, 0) };
}

describe('changesBetween', () => {
  it('finds no change between equal texts', () => {
    expect(changesBetween('{"a": 1}', '{"a": 1}')).toEqual([]);
  });

  it('finds only the changed characters', () => {
    expect(changesBetween('{"a": "Pay"}', '{"a": "Pay now"}')).toEqual([
      { from: 10, to: 10, insert: ' now' },
    ]);
  });

  it('leaves unchanged lines between two changes alone', () => {
    const before = '{\n  "one": "x",\n  "here": 1,\n  "two": "x"\n}';
    const after = '{\n  "one": "yy",\n  "here": 1,\n  "two": "yy"\n}';
    expect(changesBetween(before, after)).toHaveLength(2);
    expect(applied(before, after)).toEqual({ text: after, touched: 2 });
  });

  it('turns any text into any other', () => {
    const texts = ['', '{}', '{\n}', '[1,\n2,\n3]', '[1,\n3]', '[3,\n2,\n1]', '[1,\n2,\n3,\n4]'];
    for (const before of texts) for (const after of texts) expect(applied(before, after).text).toBe(after);
  });
});
