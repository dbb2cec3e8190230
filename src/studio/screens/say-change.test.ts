import { expect, it } from 'vitest';
import { sayScreenChange } from './say-change.ts';

const HELP = 'screens/help.screen.json';
const screen = (id: string, title: string, ...routes: string[]) => ({
  path: `screens/${id}.screen.json`,
  text: JSON.stringify({ id, title, routes }),
});
const help = (title: string, ...routes: string[]) => [screen('help', title, ...routes)];

it.each([
  ['a new screen', [], help('Help', '/help'), ['New screen “Help”, at /help.']],
  [
    'a deleted screen',
    help('Help', '/help'),
    [],
    ['Deleted: the screen “Help”. /help is not found any more.'],
  ],
  [
    'a deleted screen whose address another screen has',
    help('Help', '/help'),
    [screen('order', 'Order', '/order', '/help')],
    ['Deleted: the screen “Help”. /help now opens “Order”.'],
  ],
  [
    'a moved screen',
    help('Help', '/help'),
    help('Help', '/hand', '/help'),
    ['Moved from /help to /hand. The earlier address still opens it.'],
  ],
  [
    'a moved screen without its earlier address',
    help('Help', '/help'),
    help('Help', '/hand'),
    ['Moved from /help to /hand. /help is not found any more.'],
  ],
  ['a renamed screen', help('Help', '/help'), help('Hand', '/help'), ['Renamed from “Help” to “Hand”.']],
  ['a screen with a further address', help('Help', '/help'), help('Help', '/help', '/old'), []],
] as const)('says what happened to %s', (_what, before, after, sentences) => {
  expect(sayScreenChange(HELP, before, after).sentences).toEqual(sentences);
});

it('says nothing of other documents', () => {
  expect(
    sayScreenChange('screens/app.json', [], [{ path: 'screens/app.json', text: '{}' }]).sentences,
  ).toEqual([]);
});
