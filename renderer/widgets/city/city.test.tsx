// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['city']));
afterEach(cleanup);

const place = (text: string, note: string) => ({ key: text, value: text, text, note });
const PLACES = [
  ...Array.from({ length: 120 }, (_, index) => place(`Branch ${index}`, 'Plain')),
  place('Parañaque', 'Coast'),
  place('שלום \u20681\u2069', 'Coast'),
];

async function open(snapshot: object = {}, places: readonly object[] = PLACES) {
  const drawn = drawNodes(
    fakeNode('city', { id: 'branch', props: { name: 'branch', label: 'Branch', places }, snapshot }),
  );
  await userEvent.click(page.getByRole('button', { name: /^Branch / }));
  return drawn;
}

describe('City: one place of a long list', () => {
  it('is found by any part of its text, ignoring case and accents', async () => {
    const { live } = await open();
    await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), 'paranaq');
    expect(page.getAllByRole('radio')).toHaveLength(1);
    await userEvent.click(page.getByRole('radio', { name: /Parañaque/ }));
    expect(live.asked).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    expect(live.asked).toEqual([['write', 'branch', 'Parañaque']]);
  });

  it('is found by text around an isolated value', async () => {
    await open();
    await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), 'שלום 1');
    expect(page.getAllByRole('radio')).toHaveLength(1);
  });

  it('shows that nothing is found, and that typing finds more than is rendered', async () => {
    await open();
    expect(page.getAllByRole('radio')).toHaveLength(100);
    expect(page.getByText('Type to find more')).toBeDefined();
    await userEvent.type(page.getByRole('searchbox'), 'nowhere');
    expect(page.getByText('Nothing found')).toBeDefined();
  });

  it('Confirm waits for a choice', async () => {
    const { live } = await open();
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    expect([live.asked, page.queryAllByRole('dialog').length]).toEqual([[], 1]);
  });

  it('few places have no search', async () => {
    await open({}, PLACES.slice(0, 8));
    expect(page.queryByRole('searchbox')).toBeNull();
  });

  it('a value of an earlier list is shown unchanged', async () => {
    await open({ value: 'Elsewhere' });
    expect(page.getByRole('button', { name: 'Branch Elsewhere' })).toBeDefined();
  });
});
