// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const row = (label: string, value = 'x') => ({ key: label, label, value });
const rows = (labels: readonly string[], limit?: number) =>
  fakeNode('rows', {
    props: { rows: labels.map((label) => row(label)), look: 'rows', limit, more: 'more', less: 'hide' },
  });
const shown = () => page.queryAllByRole('term').map((term) => term.textContent);

describe('Rows: labels with values', () => {
  it('shows as many rows as the limit until More is tapped, and again after Less', async () => {
    drawNodes(rows(['Title', 'Shelf', 'Language'], 2));
    const toggle = page.getByRole('button', { name: 'more' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(shown()).toEqual(['Title', 'Shelf']);

    await userEvent.click(toggle);
    expect(page.getByRole('button', { name: 'hide' }).getAttribute('aria-expanded')).toBe('true');
    expect(shown()).toEqual(['Title', 'Shelf', 'Language']);

    await userEvent.click(toggle);
    expect(shown()).toEqual(['Title', 'Shelf']);
  });

  it.each([[['Title']], [['Title', 'Shelf']]])('shows no button if %j rows fit the limit', (labels) => {
    drawNodes(rows(labels, 2));
    expect(page.queryByRole('button')).toBeNull();
    expect(shown()).toEqual(labels);
  });

  it('a timeline is an ordered list', () => {
    drawNodes(
      fakeNode('rows', {
        props: {
          look: 'timeline',
          rows: [{ key: 'a', label: 'Lent', note: 'At the desk', value: '₱1.00', time: 'Mar 6' }],
        },
      }),
    );
    expect(page.getByRole('list').tagName).toBe('OL');
    expect(page.getByRole('listitem').textContent).toBe('Lent At the desk Mar 6 ₱1.00');
  });
});
