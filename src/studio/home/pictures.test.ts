import { expect, it } from 'vitest';
import { findShowing } from './pictures.ts';

const file = (path: string, text: string) => ({ path, text });
const BEFORE = [
  file('screens/app.json', '{}'),
  file('screens/order.screen.json', '{"use": "card"}'),
  file('screens/repay.screen.json', '{"use": "sheet"}'),
  file('screens/parts/card.part.json', '{}'),
  file('screens/parts/sheet.part.json', '{"use": "button"}'),
  file('screens/parts/button.part.json', '{}'),
];
const change = (path: string) => BEFORE.map((one) => (one.path === path ? file(path, `${one.text} `) : one));

it.each([
  ['screens/repay.screen.json', 'repay'],
  ['screens/parts/card.part.json', 'order'],
  ['screens/parts/button.part.json', 'repay'],
  ['screens/app.json', undefined],
])('a change of %s is shown by the screen %s', (path, screen) => {
  expect(findShowing(BEFORE, change(path))).toBe(screen);
});

it('a new screen is shown', () => {
  expect(findShowing(BEFORE, [...BEFORE, file('screens/help.screen.json', '{}')])).toBe('help');
});
