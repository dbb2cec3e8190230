// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

/* Slots and bars of parts, from the definition to rendering. */

afterEach(cleanup);

const set = (value: boolean) => [{ do: 'set', target: 'state.isOpen', value }];

/** A box that opens and closes what a use puts into it. */
const BOX = {
  slots: { inside: {}, more: {} },
  state: { isOpen: { type: 'boolean', initial: true } },
  body: [
    { type: 'section', title: 'Box', body: [{ type: 'slot', slot: 'inside', visibleWhen: 'state.isOpen' }] },
    { type: 'slot', slot: 'more', body: [{ type: 'text', text: 'No more' }] },
    { type: 'button', text: 'Open', visibleWhen: '!state.isOpen', on: { tap: set(true) } },
    { type: 'button', text: 'Close', visibleWhen: 'state.isOpen', on: { tap: set(false) } },
  ],
};

const name = { type: 'text-field', name: 'name', label: 'Name' };
const box = (slots: object, id = 'box') => ({ type: 'part', part: 'box', id, slots });

describe('A part with slots', () => {
  it('shows the field of a use, which belongs to the form around it', async () => {
    const { read } = await drawForm([box({ inside: [name] })], {}, {}, fakeWorld(), { parts: { box: BOX } });
    await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Ann');
    expect(read('name')).toBe('Ann');
    expect(page.getByText('No more')).toBeTruthy();
  });

  it('hides it by its own state, and each use has its own', async () => {
    const other = { ...name, name: 'other', label: 'Other' };
    const uses = [box({ inside: [name] }), box({ inside: [other], more: [] }, 'second')];
    await drawForm(uses, {}, {}, fakeWorld(), { parts: { box: BOX } });
    const [first] = page.getAllByRole('button', { name: 'Close' });
    await userEvent.click(first ?? document.body);
    expect(page.queryByRole('textbox', { name: 'Name' })).toBeNull();
    expect(page.getByRole('textbox', { name: 'Other' })).toBeTruthy();
    expect(page.getAllByText('No more')).toHaveLength(1);
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    expect(page.getByRole('textbox', { name: 'Name' })).toBeTruthy();
  });
});

describe('A part with a bar', () => {
  it('changes its own state by a button in the bar', async () => {
    const { state, body } = BOX;
    const [shown] = body;
    const toggle = {
      slots: { inside: {} },
      state,
      body: [shown],
      bar: [{ type: 'button', text: 'Hide', on: { tap: set(false) } }],
    };
    const use = box({ inside: [{ type: 'text', text: 'Mine' }] });
    await drawForm([], {}, { body: [use] }, fakeWorld(), { parts: { box: toggle } });
    expect(page.getByText('Mine')).toBeTruthy();
    await userEvent.click(page.getByRole('button', { name: 'Hide' }));
    expect(page.queryByText('Mine')).toBeNull();
  });
});
