import { expect, it } from 'vitest';
import { findScreens, groupScreens } from './groups.ts';

const SCREENS = [
  { id: 'about-us', title: 'About us' },
  { id: 'in-app', title: 'Open in the app' },
  { id: 'in-app-home', title: 'Open in the app' },
  { id: 'order', title: 'Order Details' },
  { id: 'pay-way', title: 'Repayment' },
  { id: 'repay', title: 'Repayment' },
  { id: 'repay-code-qr', title: 'Scan to pay' },
  { id: 'site', title: 'Site' },
  { id: 'borrow-detail', title: 'Order Details' },
  { id: 'complaint-list', title: 'My complaints' },
  { id: 'complaint-form', title: 'Online service' },
];
const named = (screens: typeof SCREENS) =>
  groupScreens(screens).map(({ title, screens: own }) => [title, ...own.map(({ id }) => id)]);

it('groups screens by the first word of the id or by the title, and the rest last', () => {
  expect(named(SCREENS)).toEqual([
    ['Complaint', 'complaint-list', 'complaint-form'],
    ['In app', 'in-app', 'in-app-home'],
    ['Order Details', 'order', 'borrow-detail'],
    ['Repayment', 'pay-way', 'repay', 'repay-code-qr'],
    ['Other screens', 'about-us', 'site'],
  ]);
  expect(named(SCREENS.slice(0, 1))).toEqual([['All screens', 'about-us']]);
  expect(named([])).toEqual([]);
});

it('finds screens by all words of the title and the id, in any case', () => {
  const found = (words: string) => findScreens(SCREENS, words).map(({ id }) => id);
  expect(found('REPAY scan')).toEqual(['repay-code-qr']);
  expect(found('details')).toEqual(['order', 'borrow-detail']);
  expect(found('nowhere')).toEqual([]);
  expect(found('  ')).toHaveLength(SCREENS.length);
});
