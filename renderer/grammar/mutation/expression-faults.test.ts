import { expect, it } from 'vitest';
import { library } from '../expression/testing/library.ts';
import { faultsInExpression } from './expression-faults.ts';

it.each([
  ['min(state.picked, 3)', 'max(state.picked, 3)'],
  ['(data.book.weight / 2).orValue(0) > 1', '(data.book.weight * 2).orValue(0) > 1'],
  ["percent(data.book.fine, 5, 'up')", "percent(data.book.fine, 6, 'up')"],
  ['floor(data.book.weight)', 'ceil(data.book.weight)'],
  ['round(data.book.weight)', 'floor(data.book.weight)'],
  ["data.book.title.replace('a', 'b')", "data.book.title.replace('b', 'a')"],
  ['data.books.max(b, b.pages)', 'data.books.min(b, b.pages)'],
  ['data.books.sum(b, b.fine + b.fine)', 'data.books.sum(b, b.fine - b.fine)'],
])('in %s a fault is %s', (source, faulty) => {
  const faults = faultsInExpression(source, library()).map(
    ({ at, length, inserted }) => source.slice(0, at) + inserted + source.slice(at + length),
  );
  expect(faults).toContain(faulty);
});
