import { describe, expect, it } from 'vitest';
import type { ScreenGraph } from '#renderer/grammar/screen-graph.ts';
import { linksOf, marksOf, readScreens, screenName } from './screens-map.ts';

const screen = (id: string, over = {}) => ({
  id,
  paths: [`/${id}`],
  isUnreachable: false,
  isEnd: false,
  ...over,
});
const edge = (from: string, to: string, by: string, replaces = false) => ({ from, to, by, replaces });
const graph: ScreenGraph = {
  screens: [
    screen('order'),
    screen('repay', { paths: [], isEnd: true }),
    screen('repay-code', { paths: [], isUnreachable: true }),
    screen('not-found', { paths: [] }),
  ],
  edges: [
    edge('order', 'repay', 'Pay'),
    edge('order', 'repay', 'Pay later', true),
    edge('repay', 'order', 'Back', true),
    edge('order', 'order', 'Again'),
  ],
};
const titles: Record<string, string> = { order: 'Order', repay: 'Repayment', 'repay-code': 'Repayment' };
const screens = readScreens(graph, (id) => titles[id] ?? id);

describe('a screen of the map', () => {
  it('is named by its title, with its id if another screen has the same title', () => {
    expect(screens.map(({ name }) => name)).toEqual([
      'Order',
      'Repayment (repay)',
      'Repayment (repay-code)',
      'not-found',
    ]);
    expect(screenName(screens, 'order')).toBe('Order');
  });

  it('has its links, without those to itself', () => {
    const [order] = screens;
    expect(order?.out.map(({ by }) => by)).toEqual(['Pay', 'Pay later']);
    expect(order?.in.map(({ by }) => by)).toEqual(['Back']);
  });

  it('is an entry only if it has an address and nothing leads there', () => {
    expect(screens.map(marksOf)).toEqual([[], ['leads nowhere'], ['nothing leads here'], []]);
    const [alone] = readScreens({ screens: [screen('site')], edges: [] }, String);
    expect(alone && marksOf(alone)).toEqual(['entry']);
  });
});

it('joins the links between two screens, by direction', () => {
  expect(linksOf(graph).map(({ from, to, by, replaces }) => ({ from, to, by, replaces }))).toEqual([
    { from: 'order', to: 'repay', by: ['Pay', 'Pay later'], replaces: false },
    { from: 'repay', to: 'order', by: ['Back'], replaces: true },
  ]);
});
