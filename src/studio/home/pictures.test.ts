import { expect, it } from 'vitest';
import { describeFiles, findShowing } from './pictures.ts';

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

it('tells a change in the same sentences as the review', () => {
  const screen = (part: string) =>
    file(
      'screens/repay.screen.json',
      JSON.stringify({ id: 'repay', title: 'Repayment', body: [{ type: 'part', part }] }),
    );
  const bar = (id: string, text: string) =>
    file(`screens/parts/${id}.part.json`, JSON.stringify({ id, body: [{ type: 'button', text }] }));
  const words = (messages: object) =>
    file('screens/messages/fil-PH.json', JSON.stringify({ language: 'fil-PH', messages }));
  const before = [screen('bar'), bar('bar', 'Pay'), words({})];
  const draft = { Pay: { text: 'Magbayad', draft: true } };
  const after = [screen('bar-repay'), bar('bar', 'Pay'), bar('bar-repay', 'Ways to pay'), words(draft)];
  expect(describeFiles(before, after)).toMatchObject([
    {
      title: 'Words in Filipino (Philippines)',
      sentences: [{ parts: ['“Pay” is now translated: ', { ins: 'Magbayad' }, ' (draft).'] }],
    },
    {
      title: 'Repayment',
      sentences: [
        {
          parts: ['Button ', { del: 'Pay' }, ' now says ', { ins: 'Ways to pay' }, '.'],
          scope: 'Only here: it was the shared part “Bar”.',
        },
      ],
    },
  ]);
  expect(describeFiles(before, before)).toEqual([]);
});
