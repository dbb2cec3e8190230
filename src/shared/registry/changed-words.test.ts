import { expect, it } from 'vitest';
import { writeChanged } from './changed-words.ts';

const SCREENS = [
  { id: 'order', title: 'Order Details' },
  { id: 'repay', title: 'Repayment' },
];
const pathOf = (id: string) => `screens/${id}.screen.json`;

it.each([
  [[pathOf('repay')], 'Repayment'],
  [[pathOf('order'), pathOf('new-help')], 'Order Details and New help'],
  [
    [
      'screens/parts/card.part.json',
      pathOf('repay'),
      'screens/messages/fil-PH.json',
      'screens/messages/en.json',
    ],
    'Repayment, shared parts, and texts',
  ],
  [['screens/app.json', 'schemas/api/pay.endpoint.json'], 'settings of the application and contracts'],
  [['a', 'b', 'c', 'd'].map(pathOf), 'A, B, C, and D'],
  [['a', 'b', 'c', 'd', 'e'].map(pathOf), 'A, B, C, and 2 more screens'],
  [
    ['screens/theme/dark.tokens.json', 'screens/assets/logo.png', 'fixtures/states/x.json'],
    'the theme, pictures, and states',
  ],
])('%j is %s', (paths, words) => {
  expect(writeChanged(paths, SCREENS)).toBe(words);
});
