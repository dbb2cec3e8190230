// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const text = (words: string, visible = true) =>
  fakeNode('text', { props: { text: words, style: 'body', tone: 'neutral' }, snapshot: { visible } });
const button = (words: string) =>
  fakeNode('button', { id: 'lend', props: { text: words, emphasis: 'secondary' }, on: { tap: [] } });

describe('Section: the layout of its nodes', () => {
  it('is not rendered if all its nodes are hidden', () => {
    const { container } = drawNodes(
      fakeNode('section', {
        props: { look: 'card', title: 'Books' },
        slots: { body: [text('Hidden', false)] },
      }),
    );
    expect(container.querySelector('.cz-section')).toBeNull();
  });

  it('with the look nav it is a landmark, named by its title, around its nodes', () => {
    drawNodes(
      fakeNode('section', { props: { look: 'nav', title: 'Ways' }, slots: { body: [button('Fines')] } }),
    );
    const landmark = page.getByRole('navigation', { name: 'Ways' });
    expect(landmark.contains(page.getByRole('button', { name: 'Fines' }))).toBe(true);
  });

  it('shows its empty text instead, if it has one', () => {
    drawNodes(fakeNode('section', { props: { look: 'card', title: 'Books', empty: 'No books yet' } }));
    expect(page.getByText('No books yet')).toBeDefined();
  });

  it('its heading is one level below the title of the screen, and that of a nested section another level lower', () => {
    drawNodes(
      fakeNode('section', {
        props: { look: 'card', title: 'Outer' },
        slots: {
          body: [
            fakeNode('section', { props: { look: 'card', title: 'Inner' }, slots: { body: [text('x')] } }),
          ],
        },
      }),
    );
    expect(page.getByRole('heading', { name: 'Outer', level: 2 })).toBeDefined();
    expect(page.getByRole('heading', { name: 'Inner', level: 3 })).toBeDefined();
  });

  it.each([
    ['steps', 'OL'],
    ['bullets', 'UL'],
  ])('%s are a list with an entry for each visible node', (look, tag) => {
    const hidden = text('Second', false);
    drawNodes(
      fakeNode('section', { props: { look }, slots: { body: [text('First'), hidden, text('Third')] } }),
    );
    expect(page.getByRole('list').tagName).toBe(tag);
    expect(page.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual(['First', 'Third']);
    act(() => hidden.set({ visible: true }));
    expect(page.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
      'First',
      'Second',
      'Third',
    ]);
  });

  it('the nodes of a part are separate entries', () => {
    const part = fakeNode('part', { slots: { body: [text('First'), text('Second')] } });
    drawNodes(fakeNode('section', { props: { look: 'steps' }, slots: { body: [part] } }));
    expect(page.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual(['First', 'Second']);
  });
});

describe('Section: accordion', () => {
  const accordion = (open: unknown) =>
    fakeNode('section', {
      props: { look: 'accordion', title: 'Hours', open },
      slots: { body: [text('Nine to five')] },
    });

  it.each([
    [true, 'true'],
    [false, 'false'],
    [undefined, 'false'],
  ])('open %s: its button announces that, and the region is shown accordingly', async (open, expanded) => {
    drawNodes(accordion(open));
    const toggle = page.getByRole('button', { name: 'Hours' });
    expect(toggle.getAttribute('aria-expanded')).toBe(expanded);
    expect(page.queryByRole('region', { name: 'Hours' }) !== null).toBe(open === true);
    await userEvent.click(toggle);
    expect(page.queryByRole('region', { name: 'Hours' }) !== null).toBe(open !== true);
  });
});

describe('Section: a tap on the whole card', () => {
  it('a card with a button is no second control, and a tap on the button is one tap', async () => {
    const { live } = drawNodes(
      fakeNode('section', {
        id: 'card',
        props: { look: 'card' },
        on: { tap: [] },
        slots: { body: [text('Lend a book'), button('Lend')] },
      }),
    );
    expect(page.getAllByRole('button')).toHaveLength(1);
    await userEvent.click(page.getByRole('button', { name: 'Lend' }));
    expect(live.asked).toEqual([['emit', 'lend', 'tap']]);
    await userEvent.click(page.getByText('Lend a book'));
    expect(live.asked.at(-1)).toEqual(['emit', 'card', 'tap']);
  });

  it('a card without a button is a button named by its text, also for the keyboard', async () => {
    const { live } = drawNodes(
      fakeNode('section', {
        id: 'card',
        props: { look: 'card' },
        on: { tap: [] },
        slots: { body: [text('Lend a book')] },
      }),
    );
    page.getByRole('button', { name: 'Lend a book' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(live.asked).toEqual([['emit', 'card', 'tap']]);
  });
});
