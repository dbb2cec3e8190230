// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

/* Errors from a server are shown at their fields, on the real <Screen>. */

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

/** The message of a control. */
function said(control: HTMLElement): string | undefined {
  if (control.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = control.getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
}

describe('S17: an error from a service is shown at the field that it names', () => {
  it.each([
    ['a name', 'holder', () => box('Holder')],
    ['a pointer', '/holder', () => box('Holder')],
    ['a fragment', '#/holder', () => box('Holder')],
    ['a member of a group', '/home/street', () => box('Street')],
    ['a record by its index', '/children/2/name', () => child(3)],
    ['a path with brackets', 'children[1].name', () => child(2)],
    ['a supplied field by its map', '/items/account', () => box('Account')],
    ['a supplied field by its code', 'account', () => box('Account')],
    ['a supplied field by a pointer to its code', '/account', () => box('Account')],
  ])('which is named by %s', async (_, place, control) => {
    const { blame } = await drawForm(BODY);
    blame({ [place]: 'Not known here' });
    expect(said(control())).toBe('Not known here');
    expect(document.activeElement).toBe(control());
    // A single error is at its field, without a summary.
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
  ])('the message of an error %s is at the form, and has the focus', async (_, place) => {
    const { blame, submit } = await drawForm(BODY);
    blame({ [place]: 'Not known here' });
    expect(summary()?.textContent).toContain('Not known here');
    expect(document.activeElement).toBe(summary());
    expect(page.queryAllByRole('textbox', { description: /Not known/ })).toEqual([]);
    // No field can be corrected, so the next submit is allowed, and removes the message.
    expect(await submit()).toBeUndefined();
    expect(summary()).toBeNull();
  });

  it('two errors: a summary lists both in the form’s order, and the first field has the focus', async () => {
    const { blame } = await drawForm(BODY);
    blame({ '/children/0/name': 'Whose?', nowhere: 'Come tomorrow', holder: 'Not you' });
    const told = [...(summary()?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
    expect(told).toEqual(['Not you', 'Whose?', 'Come tomorrow']);
    expect(document.activeElement).toBe(box('Holder'));
    await userEvent.click(page.getByRole('button', { name: 'Whose?' }));
    expect(document.activeElement).toBe(child(1));
  });

  it('is removed when its field changes, and not when another does', async () => {
    const { blame } = await drawForm(BODY);
    blame({ holder: 'Not you', '/home/street': 'No such street' });
    await userEvent.type(box('Holder'), 'x');
    expect(said(box('Holder'))).toBeUndefined();
    expect(said(box('Street'))).toBe('No such street');
  });

  it('does not block the next submit, and is removed when it begins', async () => {
    const { blame, submit } = await drawForm(BODY);
    blame({ holder: 'Not you', account: 'Wrong' });
    expect(await submit()).toBeUndefined();
    expect([said(box('Holder')), said(box('Account')), summary()]).toEqual([undefined, undefined, null]);
  });

  it('a name of the form takes precedence over the same code of a supplied field', async () => {
    const { blame } = await drawForm([...BODY, text('account', 'Own account')]);
    blame({ account: 'Wrong' });
    expect(said(box('Own account'))).toBe('Wrong');
    expect(said(box('Account'))).toBeUndefined();
  });

  it('a removed record loses its errors, and the others keep theirs', async () => {
    const { blame } = await drawForm([{ ...BODY[3], min: 0 }]);
    for (let count = 0; count < 3; count += 1) {
      await userEvent.click(page.getByRole('button', { name: 'Add a child' }));
    }
    blame({ '/children/2/name': 'Whose?' });
    await userEvent.click(page.getByRole('button', { name: 'Remove Child 2' }));
    expect(said(child(2))).toBe('Whose?');
    expect(said(child(1))).toBeUndefined();
  });

  it('indices mean the records that were sent, independent of later changes', async () => {
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
    // The record was removed, so the message is at the form.
    expect(summary()?.textContent).toContain('Not this one');
    // A later request that reads the list gets the current records.
    expect(readSent('children')).toHaveLength(3);
    blame({ '/children/0/name': 'Nor this' });
    expect(said(child(1))).toBe('Nor this');
  });
});
