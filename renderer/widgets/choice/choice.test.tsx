// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['choice']));
afterEach(cleanup);

const NORTH = { id: 'n', hours: [9, 17] };
const SOUTH = { id: 's', hours: [9, 12] };
const option = (key: string, value: unknown, text: string) => ({ key, value, text });
const choice = (look: string, snapshot: object = {}) =>
  fakeNode('choice', {
    id: 'branch',
    bind: ['state', 'branch'],
    props: { label: 'Branch', look, options: [option('n', NORTH, 'North'), option('s', SOUTH, 'South')] },
    snapshot,
  });

describe.each(['list', 'segmented'])('Choice: one of several, look %s', (look) => {
  it('is a radio group; the chosen one is found by content', () => {
    drawNodes(choice(look, { value: structuredClone(SOUTH) }));
    expect(page.getByRole('radiogroup', { name: 'Branch' })).toBeDefined();
    expect(page.getByRole<HTMLInputElement>('radio', { name: 'South' }).checked).toBe(true);
    expect(page.getByRole<HTMLInputElement>('radio', { name: 'North' }).checked).toBe(false);
  });

  it('choosing writes the whole value of the option', async () => {
    const { live } = drawNodes(choice(look));
    await userEvent.click(page.getByRole('radio', { name: 'North' }));
    expect(live.asked).toEqual([['write', 'branch', NORTH]]);
  });

  it('the problem is next to the group and describes it', () => {
    drawNodes(choice(look, { problem: 'Choose a branch', isRequired: true }));
    const group = page.getByRole('radiogroup', { name: 'Branch', description: 'Choose a branch' });
    expect(group.getAttribute('aria-invalid')).toBe('true');
    expect(group.getAttribute('aria-required')).toBe('true');
  });
});

describe('Choice: in a sheet', () => {
  const open = async (snapshot: object = {}) => {
    const drawn = drawNodes(choice('sheet', snapshot));
    await userEvent.click(page.getByRole('button', { name: /^Branch / }));
    return drawn;
  };

  it('its button shows the choice', () => {
    drawNodes(choice('sheet', { value: SOUTH }));
    expect(page.getByRole('button', { name: 'Branch South' })).toBeDefined();
  });

  it('a choice takes effect on confirmation', async () => {
    const { live } = await open();
    await userEvent.click(page.getByRole('radio', { name: 'North' }));
    expect(live.asked).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    expect(live.asked).toEqual([['write', 'branch', NORTH]]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('Confirm waits for a choice, and writes nothing before', async () => {
    const { live } = await open();
    const confirm = page.getByRole('button', { name: 'Confirm' });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(confirm);
    expect([live.asked, page.queryAllByRole('dialog').length]).toEqual([[], 1]);
    await userEvent.click(page.getByRole('radio', { name: 'South' }));
    expect(confirm.getAttribute('aria-disabled')).toBeNull();
  });

  it('has "required" in its name', () => {
    drawNodes(choice('sheet', { isRequired: true, value: SOUTH }));
    expect(page.getByRole('button', { name: 'Branch South required' })).toBeDefined();
  });

  it('Cancel changes nothing, and the focus returns', async () => {
    const { live } = await open({ value: SOUTH });
    await userEvent.click(page.getByRole('radio', { name: 'North' }));
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    expect(live.asked).toEqual([]);
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Branch South' }));
  });
});

describe('Choice: a long list', () => {
  it.each([
    [8, 0],
    [9, 1],
  ])('of %i options has %i search fields in its sheet', async (count, expected) => {
    const options = Array.from({ length: count }, (_, index) => ({
      key: String(index),
      value: index,
      text: `Branch ${index + 1}`,
    }));
    const props = { label: 'Branch', look: 'sheet', options };
    drawNodes(fakeNode('choice', { id: 'branch', bind: ['state', 'branch'], props }));
    await userEvent.click(page.getByRole('button', { name: /^Branch / }));
    const boxes = page.queryAllByRole('searchbox', { name: 'Search' });
    expect([boxes.length, page.getAllByRole('radio').length]).toEqual([expected, count]);
    for (const box of boxes) {
      await userEvent.type(box, '9');
      expect(page.getAllByRole('radio')).toEqual([page.getByRole('radio', { name: 'Branch 9' })]);
    }
  });
});

describe('Choice: options from data', () => {
  const remote = (look: string, snapshot: object, plan: object = {}) =>
    fakeNode('choice', {
      id: 'branch',
      bind: ['state', 'branch'],
      props: { label: 'Branch', look, options: [] },
      snapshot,
      ...plan,
    });

  it.each(['list', 'sheet'])(
    '%s: shows that they are loading, and offers a retry if they cannot be read',
    async (look) => {
      const node = remote(look, { source: 'loading' });
      const { live } = drawNodes(node);
      if (look === 'sheet') await userEvent.click(page.getByRole('button', { name: /^Branch / }));
      expect(page.getByText('Loading…').getAttribute('role')).toBe('status');
      act(() => node.set({ source: 'failed' }));
      expect(page.getByText('This list could not be loaded.').getAttribute('role')).toBe('status');
      await userEvent.click(page.getByRole('button', { name: 'Try again' }));
      expect(live.asked).toEqual([['readOptions', 'branch']]);
    },
  );

  it('passes on the search text, shows all results, and starts again after it was closed', async () => {
    const node = fakeNode('choice', {
      id: 'branch',
      bind: ['state', 'branch'],
      props: { label: 'Branch', look: 'sheet', options: [option('n', 'n', 'North')] },
    });
    Object.assign(node.plan, { props: { search: ['get', 'state', 'sought'] } });
    const { live } = drawNodes(node);
    await userEvent.click(page.getByRole('button', { name: /^Branch / }));
    await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), 'so');
    expect(page.getByRole('radio', { name: 'North' })).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    expect(live.asked).toEqual([
      ['search', 'branch', 's'],
      ['search', 'branch', 'so'],
      ['search', 'branch', ''],
    ]);
  });
});
