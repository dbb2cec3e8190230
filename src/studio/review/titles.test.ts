import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { readTitles, titleOfChanges } from './titles.ts';

it('parses a document once, also if the titles are read at each press of a key', () => {
  let reads = 0;
  const files = library({ title: 'Shelf', body: [] }).map(({ path, text }) => ({
    path,
    get text() {
      reads += 1;
      return text;
    },
  }));
  expect(readTitles(files).of('shelf')).toBe('Shelf');
  const first = reads;
  expect(readTitles(files).of('shelf')).toBe('Shelf');
  expect(first).toBeGreaterThan(0);
  expect(reads).toBe(first);
});

describe('the suggested title of changes', () => {
  const file = (path: string, value: object) => ({ path, text: JSON.stringify(value) });
  const screen = (id: string, title: string, ...parts: readonly string[]) =>
    file(`screens/${id}.screen.json`, { id, title, body: parts.map((part) => ({ type: 'part', part })) });
  const part = (id: string) => file(`screens/parts/${id}.part.json`, { id, body: [] });
  const LONG = 'What happens to a loan that is paid back by instalments, after its last due date';
  const titles = readTitles([
    ...[
      screen('repay', 'Repayment', 'bar-repay', 'lender'),
      screen('order', 'Order Details', 'bar', 'lender'),
    ],
    ...[screen('long', LONG), part('bar'), part('bar-repay'), part('lender')],
  ]);
  const former = readTitles([screen('repay', 'Repayment', 'old'), part('old')]);
  const WORDS = 'screens/messages/fil-PH.json';
  const REPAY = 'screens/repay.screen.json';
  const ORDER = 'screens/order.screen.json';

  it.each([
    [[REPAY], 'Repayment'],
    [[WORDS, REPAY], 'Repayment and Words in Filipino (Philippines)'],
    [[WORDS, ORDER, REPAY], 'Order Details and 2 more'],
    [['screens/parts/bar-repay.part.json', REPAY], 'Repayment'],
    [['screens/parts/old.part.json', REPAY], 'Repayment'],
    [['screens/parts/lender.part.json'], 'Shared part “Lender”'],
    [['screens/long.screen.json'], 'What happens to a loan that is paid back by instalments…'],
    [['screens/long.screen.json', REPAY], 'What happens to a loan that is paid back by… and 1 more'],
  ])('of %j is “%s”', (changed, title) => {
    expect(titleOfChanges(changed, titles, former)).toBe(title);
  });
});
