// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

/* 6: what a server finds wrong stands where it can be put right, on the real <Screen>. */

afterEach(cleanup);

const text = (name: string, label: string, more: object = {}) => ({
  type: 'text-field',
  name,
  label,
  ...more,
});

const BODY = [
  text('holder', 'Holder'),
  text('branch', 'Branch', { visibleWhen: "form.f.?holder.orValue('') == 'show'" }),
  { type: 'group', name: 'home', title: 'Home', body: [text('street', 'Street')] },
  {
    type: 'repeat',
    name: 'children',
    label: 'Children',
    at: 'index',
    title: 'Child ${index + 1}',
    add: 'Add a child',
    remove: 'Remove',
    min: 3,
    body: [text('name', 'Name')],
  },
  {
    type: 'fields',
    name: 'items',
    allow: { kinds: ['text-field'], name: '[a-z~/%]+' },
    fields: [{ kind: 'text-field', name: 'account', label: 'Account' }],
  },
];

const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
const child = (number: number) =>
  within(page.getByRole('group', { name: `Child ${number}` })).getByRole<HTMLInputElement>('textbox', {
    name: 'Name',
  });
const summary = () => document.querySelector<HTMLElement>('.cz-form-problems');

/** What is said of a control, next to it. */
function said(control: HTMLElement): string | undefined {
  if (control.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = control.getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
}

describe('S17: what a service finds wrong stands at the field that it names', () => {
  it.each([
    ['a name', 'holder', () => box('Holder')],
    ['a pointer', '/holder', () => box('Holder')],
    ['a fragment', '#/holder', () => box('Holder')],
    ['a member of a group', '/home/street', () => box('Street')],
    ['a record by its place', '/children/2/name', () => child(3)],
    ['a path with brackets', 'children[1].name', () => child(2)],
    ['a supplied field by its map', '/items/account', () => box('Account')],
    ['a supplied field by its code', 'account', () => box('Account')],
    ['a supplied field by a pointer to its code', '/account', () => box('Account')],
  ])('%s', async (_, place, control) => {
    const { blame } = await drawForm(BODY);
    blame({ [place]: 'Not known here' });
    expect(said(control())).toBe('Not known here');
    expect(document.activeElement).toBe(control());
    // One problem at its field says it all.
    expect(summary()).toBeNull();
    expect(page.getAllByText('Not known here')).toHaveLength(1);
  });

  it.each([
    ['of a place that the form does not have', '/nowhere'],
    ['of a record that is not there', '/children/7/name'],
    ['of a record as a whole', '/children/1'],
    ['of a group as a whole', '/home'],
    ['of a field that is hidden', '/branch'],
    ['of the form as a whole', ''],
    ['by a broken fragment', '#/%E0%A4%A'],
    ['by a name that objects inherit', '/constructor'],
  ])('%s, it is said of the form, and that is what has the focus', async (_, place) => {
    const { blame, submit } = await drawForm(BODY);
    blame({ [place]: 'Not known here' });
    expect(summary()?.textContent).toContain('Not known here');
    expect(document.activeElement).toBe(summary());
    expect(page.queryAllByRole('textbox', { description: /Not known/ })).toEqual([]);
    // It has nothing to be put right: the next send is free, and takes it away.
    expect(await submit()).toBeUndefined();
    expect(summary()).toBeNull();
  });

  it('two: a summary names both in the form’s order, and the first field has the focus', async () => {
    const { blame } = await drawForm(BODY);
    blame({ '/children/0/name': 'Whose?', nowhere: 'Come tomorrow', holder: 'Not you' });
    const told = [...(summary()?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
    expect(told).toEqual(['Not you', 'Whose?', 'Come tomorrow']);
    expect(document.activeElement).toBe(box('Holder'));
    await userEvent.click(page.getByRole('button', { name: 'Whose?' }));
    expect(document.activeElement).toBe(child(1));
  });

  it('goes when that field is written, and from no other', async () => {
    const { blame } = await drawForm(BODY);
    blame({ holder: 'Not you', '/home/street': 'No such street' });
    await userEvent.type(box('Holder'), 'x');
    expect(said(box('Holder'))).toBeUndefined();
    expect(said(box('Street'))).toBe('No such street');
  });

  it('keeps no later send back, and is gone when it begins', async () => {
    const { blame, submit } = await drawForm(BODY);
    blame({ holder: 'Not you', account: 'Wrong' });
    expect(await submit()).toBeUndefined();
    expect([said(box('Holder')), said(box('Account')), summary()]).toEqual([undefined, undefined, null]);
  });

  it('a name of the form itself comes before the same code of a supplied field', async () => {
    const { blame } = await drawForm([...BODY, text('account', 'Own account')]);
    blame({ account: 'Wrong' });
    expect(said(box('Own account'))).toBe('Wrong');
    expect(said(box('Account'))).toBeUndefined();
  });

  it('a record that goes takes with it what was said of it, and leaves the others’', async () => {
    const { blame } = await drawForm([{ ...BODY[3], min: 0 }]);
    for (let count = 0; count < 3; count += 1) {
      await userEvent.click(page.getByRole('button', { name: 'Add a child' }));
    }
    blame({ '/children/2/name': 'Whose?' });
    await userEvent.click(page.getByRole('button', { name: 'Remove Child 2' }));
    expect(said(child(2))).toBe('Whose?');
    expect(said(child(1))).toBeUndefined();
  });

  it('of records it means those that were sent, whatever went or came since', async () => {
    const { blame, submit, readSent } = await drawForm([{ ...BODY[3], min: 0 }]);
    const add = () => userEvent.click(page.getByRole('button', { name: 'Add a child' }));
    for (const name of ['Ana', 'Ben', 'Cleo']) {
      await add();
      await userEvent.type(child(['Ana', 'Ben', 'Cleo'].indexOf(name) + 1), name);
    }
    await submit();
    await userEvent.click(page.getByRole('button', { name: 'Remove Child 1' }));
    await add();
    blame({ '/children/2/name': 'Whose?', '/children/0/name': 'Not this one' });
    expect([1, 2, 3].map((number) => said(child(number)))).toEqual([undefined, 'Whose?', undefined]);
    expect(child(2).value).toBe('Cleo');
    // The record that it is about has gone: then it is said of the form.
    expect(summary()?.textContent).toContain('Not this one');
    // What the list of the form reads later, for a request of its own, is what it sends.
    expect(readSent('children')).toHaveLength(3);
    blame({ '/children/0/name': 'Nor this' });
    expect(said(child(1))).toBe('Nor this');
  });
});
