// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawScreen, fakeNode, fakeScreen } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeAll(async () => {
  await fetchWidgets(['tabs']);
});
afterEach(cleanup);

const shelf = (title: string, book: string | undefined) =>
  fakeNode('section', {
    id: title,
    props: { look: 'card', title, empty: 'No books' },
    slots: {
      body:
        book === undefined
          ? []
          : [fakeNode('text', { props: { text: book, style: 'body', tone: 'neutral' } })],
    },
  });
const draw = (...shelves: readonly (readonly [string, string?])[]) => {
  const live = fakeScreen({
    body: [
      fakeNode('tabs', {
        id: 'shelves',
        props: { label: 'Shelves' },
        slots: { body: shelves.map(([title, book]) => shelf(title, book)) },
      }),
    ],
  });
  return { ...drawScreen(live), live };
};
const shown = () => page.getAllByRole('tabpanel').map((panel) => panel.textContent);
const selected = () => page.getByRole('tab', { selected: true }).textContent;

describe('Tabs: each section is a panel, one at a time', () => {
  it('has a tab for each panel in order, and shows the first one', () => {
    draw(['Fiction', 'Emma'], ['Poems', 'Odes'], ['Maps']);
    expect(page.getByRole('tablist', { name: 'Shelves' })).toBeDefined();
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Fiction',
      'Poems',
      'Maps',
    ]);
    expect(shown()).toEqual(['Emma']);
  });

  it('a tap shows another panel, which is named by its tab; one without content has its empty text', async () => {
    draw(['Fiction', 'Emma'], ['Maps']);
    await userEvent.click(page.getByRole('tab', { name: 'Maps' }));
    expect(shown()).toEqual(['No books']);
    expect(page.getByRole('tabpanel', { name: 'Maps' })).toBeDefined();
  });

  it('arrows, Home and End move the selection and the focus, and stop at the ends', async () => {
    draw(['Fiction', 'Emma'], ['Poems', 'Odes'], ['Maps']);
    await userEvent.tab();
    for (const [key, expected] of [
      ['ArrowLeft', 'Fiction'],
      ['ArrowRight', 'Poems'],
      ['End', 'Maps'],
      ['ArrowRight', 'Maps'],
      ['Home', 'Fiction'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect([selected(), document.activeElement?.textContent]).toEqual([expected, expected]);
    }
  });

  it('9.10 a swipe of three tenths of the width shows the next tab, a shorter or steeper swipe does not', () => {
    const { container } = draw(['Fiction', 'Emma'], ['Poems', 'Odes']);
    const panels = container.querySelector('.cz-tab-panels');
    if (panels === null) throw new Error('There are no panels.');
    Object.defineProperty(panels, 'clientWidth', { value: 300 });
    const swipe = (across: number, down: number) => {
      fireEvent.touchStart(panels, { touches: [{ clientX: 200, clientY: 100 }] });
      fireEvent.touchEnd(panels, { changedTouches: [{ clientX: 200 + across, clientY: 100 + down }] });
      return selected();
    };
    expect(swipe(-89, 0)).toBe('Fiction');
    expect(swipe(-90, 46)).toBe('Fiction');
    expect(swipe(-90, 45)).toBe('Poems');
    expect(swipe(-90, 0)).toBe('Poems');
    expect(swipe(90, 0)).toBe('Fiction');
  });

  it('9.10 up to five tabs share the width; more of them scroll', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
    draw(...names.slice(0, 5).map((name) => [name, 'x'] as const));
    expect(page.getByRole('tablist').className).not.toContain('long');
    cleanup();
    draw(...names.map((name) => [name, 'x'] as const));
    expect(page.getByRole('tablist').className).toContain('long');
  });

  it('tabs bound to state show the tab of the state, and write the selection', async () => {
    const live = fakeScreen({
      body: [
        fakeNode('tabs', {
          id: 'shelves',
          props: { label: 'Shelves' },
          bind: ['state', 'shelf'],
          snapshot: { value: 1 },
          slots: { body: [shelf('Fiction', 'Emma'), shelf('Poems', 'Odes')] },
        }),
      ],
    });
    drawScreen(live);
    expect(selected()).toBe('Poems');
    await userEvent.click(page.getByRole('tab', { name: 'Fiction' }));
    expect(live.asked).toEqual([['write', 'shelves', 0]]);
  });

  it('a section inside a panel is no panel', () => {
    drawScreen(
      fakeScreen({
        body: [
          fakeNode('tabs', {
            props: { label: 'Shelves' },
            slots: {
              body: [
                fakeNode('section', {
                  id: 'fiction',
                  props: { look: 'card', title: 'Fiction' },
                  slots: { body: [shelf('Novels', 'Emma')] },
                }),
              ],
            },
          }),
        ],
      }),
    );
    expect(page.getAllByRole('tab')).toHaveLength(1);
    expect(page.getByRole('heading', { name: 'Novels' })).toBeDefined();
  });
});
