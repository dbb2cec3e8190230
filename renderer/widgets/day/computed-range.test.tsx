// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const FORM = [
  { type: 'day', name: 'from', label: 'From', initial: '2026-03-05' },
  { type: 'day', name: 'to', label: 'To', earliest: '${form.f.from}', latest: '2026-12-31' },
];

/** Opens the sheet of the second day, types a day, and returns the message about it. */
async function typeInto(day: string): Promise<string | undefined> {
  await userEvent.click(await page.findByRole('button', { name: /^To/ }));
  const box = await page.findByRole('textbox');
  await userEvent.clear(box);
  await userEvent.click(box);
  await userEvent.paste(day);
  await act(async () => box.blur());
  const message = page.queryByText(/^The earliest date/)?.textContent;
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  return message;
}

it('the range of a day may come from another field, and follows it', async () => {
  const { write } = await drawForm(FORM);
  expect(await typeInto('2026-03-04')).toBe('The earliest date you can choose is 2026-03-05.');
  write('from', '2026-05-01');
  expect(await typeInto('2026-04-30')).toBe('The earliest date you can choose is 2026-05-01.');
  write('from', '2026-02-01');
  expect(await typeInto('2026-03-04')).toBeUndefined();
});

const messageOf = (error: unknown) => (error as { readonly message?: string } | undefined)?.message;

it('N37: a day outside of its range is not sent, also if the range changed after it was chosen', async () => {
  const { submit, write } = await drawForm(FORM);
  write('to', '2026-03-10');
  expect(await submit()).toBeUndefined();
  write('from', '2026-05-01');
  expect(await submit()).toMatchObject({
    kind: 'invalid',
    message: 'The earliest date you can choose is May 1, 2026.',
    pointer: 'to',
  });
  write('to', '2027-01-01');
  expect(messageOf(await submit())).toBe('The latest date you can choose is Dec 31, 2026.');
  write('to', '2026-05-01');
  expect(await submit()).toBeUndefined();
});

it('N37: the range of a day may come from data; a day that is not filled in has none', async () => {
  const day = { type: 'day', name: 'due', label: 'Due', latest: '${state.last}' };
  const state = { last: { type: 'string', format: 'date', initial: '2026-04-30' } };
  const { submit, write, live } = await drawForm([day], {}, { state });
  expect(await submit()).toBeUndefined();
  write('due', '2026-05-01');
  expect(messageOf(await submit())).toBe('The latest date you can choose is Apr 30, 2026.');
  act(() => live.engine.store.change((draft) => void (draft.state['last'] = '2026-05-01')));
  expect(await submit()).toBeUndefined();
});

it.each(['2026-04-30T10:30:00', '2026-04-30 23:59'])(
  'N37: a limit with a time of day, %s, allows its day',
  async (limit) => {
    const day = { type: 'day', name: 'to', label: 'To', earliest: '${state.on}', latest: '${state.on}' };
    const state = { on: { type: 'string', format: 'date', initial: '2026-04-30' } };
    const { submit, write, live } = await drawForm([day], {}, { state });
    act(() => live.engine.store.change((draft) => void (draft.state['on'] = limit)));
    expect(await typeInto('2026-04-29')).toBe('The earliest date you can choose is 2026-04-30.');
    expect(await typeInto('2026-04-30')).toBeUndefined();
    write('to', '2026-04-30');
    expect(await submit()).toBeUndefined();
    write('to', '2026-04-29');
    expect(messageOf(await submit())).toBe('The earliest date you can choose is Apr 30, 2026.');
    write('to', '2026-05-01');
    expect(messageOf(await submit())).toBe('The latest date you can choose is Apr 30, 2026.');
  },
);

it('N37: each record of a list keeps the range of its own days', async () => {
  const body = [
    { type: 'day', name: 'from', label: 'From' },
    { type: 'day', name: 'to', label: 'To', earliest: '${item.from}' },
  ];
  const list = {
    type: 'repeat',
    name: 'stays',
    label: 'Stays',
    title: 'Stay',
    add: 'Add',
    remove: 'Remove',
    body,
  };
  const { submit, write } = await drawForm([list]);
  write('stays', [
    { from: '2026-03-01', to: '2026-03-02' },
    { from: '2026-05-01', to: '2026-04-01' },
  ]);
  expect(messageOf(await submit())).toBe('The earliest date you can choose is May 1, 2026.');
  write('stays', [{ from: '2026-03-01', to: '2026-03-02' }]);
  expect(await submit()).toBeUndefined();
});
