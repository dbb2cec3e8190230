import { expect, it } from 'vitest';
import { createTurns, findShowing } from './pictures.ts';

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

it('gives a limited number of turns at a time, and each ends once', async () => {
  const take = createTurns(2);
  const [first] = [await take(), await take()];
  const begun: string[] = [];
  const third = take().then((end) => {
    begun.push('third');
    return end;
  });
  void take().then(() => begun.push('fourth'));
  await Promise.resolve();
  expect(begun).toEqual([]);
  first();
  first();
  await third;
  await new Promise((done) => setTimeout(done, 0));
  expect(begun).toEqual(['third']);
  (await third)();
  await new Promise((done) => setTimeout(done, 0));
  expect(begun).toEqual(['third', 'fourth']);
});
