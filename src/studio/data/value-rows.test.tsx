// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ScalarShape, Shape } from '#renderer/plan/plan.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import { removeIn, setIn } from './change.ts';
import { rowsOfReply } from './rows.ts';
import { ValueInput } from './value-input.tsx';
import { type RowTools, ValueRows } from './value-rows.tsx';

const MONEY = { sign: '₱', decimals: 2 };
const FEE: Shape = {
  type: 'record',
  members: [
    { name: 'title', wire: '/title', shape: { type: 'text', read: 'text' } },
    { name: 'fee', wire: '/fee', shape: { type: 'money', read: 'minor' } },
  ],
};
const SHAPE: Shape = {
  type: 'record',
  members: [{ name: 'fees', wire: '/fees', shape: { type: 'list', items: FEE, max: 9_000, bad: 'drop' } }],
};

const addEntry = vi.fn<RowTools['addEntry']>();

function Reply({ first, shape = SHAPE }: { readonly first: Payload; readonly shape?: Shape }) {
  const [reply, setReply] = useState(first);
  const tools: RowTools = {
    money: MONEY,
    isOpen: false,
    isChanged: () => false,
    set: (pointer, raw) => setReply(setIn(reply, pointer, raw)),
    add: vi.fn(),
    remove: (pointer) => setReply(removeIn(reply, pointer)),
    addEntry,
  };
  return <ValueRows {...{ tools }} rows={rowsOfReply(shape, reply, '')} />;
}

const open = (summary: string | RegExp): void => {
  const details = screen.getByText(summary, { selector: 'summary' }).closest('details');
  if (details === null) throw new Error('It is not folded.');
  details.open = true;
  fireEvent(details, new Event('toggle'));
};

afterEach(cleanup);

it('renders the entries of a long list when they are opened', () => {
  const fees = Array.from({ length: 200 }, (_one, at) => ({ title: `Fee ${at}`, fee: 100 }));
  render(<Reply first={{ fees }} />);
  expect(document.querySelectorAll('input')).toHaveLength(0);
  open(/^Fees/);
  expect(document.querySelectorAll('input')).toHaveLength(0);
  open('7. Fee 6');
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Fee 6');
  expect(document.querySelectorAll('input')).toHaveLength(2);
});

it('what was refused in a removed entry does not move to the next one', () => {
  render(
    <Reply
      first={{
        fees: [
          { title: 'Late', fee: 100 },
          { title: 'Service', fee: 100 },
        ],
      }}
    />,
  );
  open(/^Fees/);
  open('1. Late');
  fireEvent.change(screen.getByLabelText('Fee'), { target: { value: 'a lot' } });
  expect(screen.getByRole('alert')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove entry “1. Late”' }));
  open('1. Service');
  expect(screen.getByLabelText('Fee')).toHaveProperty('value', '₱1.00');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an entry can be added to a list inside a list', () => {
  const list = (items: Shape): Shape => ({ type: 'list', items, max: 9, bad: 'drop' });
  const shape: Shape = {
    type: 'record',
    members: [{ name: 'weeks', wire: '/weeks', shape: list(list({ type: 'integer', read: 'integer' })) }],
  };
  render(<Reply first={{ weeks: [[1, 2]] }} shape={shape} />);
  open(/^Weeks/);
  open('1');
  fireEvent.click(screen.getByRole('button', { name: 'Add an entry to “1”' }));
  expect(addEntry.mock.lastCall?.[0].pointer).toBe('/weeks/0');
});

it('yes or no that is not there says so, and can become yes', () => {
  const shape: ScalarShape = { type: 'boolean', read: 'flag' };
  const onChange = vi.fn();
  const read = (text: string) => ({ raw: text === 'true' });
  render(<ValueInput {...{ shape, read, onChange }} id="open" value={undefined} money={MONEY} />);
  const choice = screen.getByRole('combobox');
  expect(choice).toHaveProperty('value', '');
  fireEvent.change(choice, { target: { value: 'true' } });
  expect(onChange).toHaveBeenCalledWith(true);
});
