// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const button = (props: object, snapshot: object = {}) =>
  fakeNode('button', {
    id: 'lend',
    props: { text: 'Lend', emphasis: 'primary', ...props },
    on: { tap: [] },
    snapshot,
  });

describe('Button', () => {
  it('notifies the engine of a tap', async () => {
    const { live } = drawNodes(button({}));
    await userEvent.click(page.getByRole('button', { name: 'Lend' }));
    expect(live.asked).toEqual([['emit', 'lend', 'tap']]);
  });

  it('while its list runs it keeps its label and is marked as busy, and a tap is ignored', async () => {
    const { live } = drawNodes(button({}, { busy: true }));
    const drawn = page.getByRole('button', { name: 'Lend' });
    expect(drawn.getAttribute('aria-disabled')).toBe('true');
    expect(drawn.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(drawn);
    expect(live.asked).toEqual([]);
  });

  it('shows the busy text while its list runs', () => {
    drawNodes(button({ busy: 'Lending' }, { busy: true }));
    expect(page.getByRole('button', { name: 'Lending' })).toBeDefined();
  });

  it('a disabled button keeps the focus, does nothing, and its note is announced again at every tap', async () => {
    const { live } = drawNodes(button({ disabledNote: 'All copies are out.' }, { enabled: false }));
    const drawn = page.getByRole('button', { name: 'Lend', description: 'All copies are out.' });
    expect(drawn.hasAttribute('disabled')).toBe(false);
    const note = page.getByText('All copies are out.');
    expect(note.closest('[role=status]')).not.toBeNull();
    await userEvent.click(drawn);
    expect(document.activeElement).toBe(drawn);
    expect(live.asked).toEqual([]);
    expect(page.getByText('All copies are out.')).not.toBe(note);
  });

  it('an enabled button shows no note', () => {
    drawNodes(button({ disabledNote: 'All copies are out.' }));
    expect(page.queryByText('All copies are out.')).toBeNull();
  });
});
