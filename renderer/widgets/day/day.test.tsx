// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['day'], true));
afterEach(cleanup);

async function open(snapshot: object = {}, props: object = {}) {
  const drawn = drawNodes(
    fakeNode('day', { id: 'due', props: { name: 'due', label: 'Due on', ...props }, snapshot }),
  );
  await userEvent.click(page.getByRole('button', { name: /^Due on / }));
  return drawn;
}
const part = (name: string) => page.getByRole<HTMLSelectElement>('combobox', { name });
const confirm = () => userEvent.click(page.getByRole('button', { name: 'Confirm' }));

describe('Day: picked from lists that a phone shows as wheels', () => {
  it('takes effect on confirmation, as YYYY-MM-DD', async () => {
    const { live } = await open();
    await userEvent.selectOptions(part('Year'), '2026');
    await userEvent.selectOptions(part('Month'), '3');
    await confirm();
    expect(live.asked).toEqual([]);
    await userEvent.selectOptions(part('Day'), '5');
    await confirm();
    expect(live.asked).toEqual([['write', 'due', '2026-03-05']]);
  });

  it('1.8 has Cancel first and Confirm last, as every sheet', async () => {
    await open();
    const buttons = page.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.slice(-2)).toEqual(['Cancel', 'Confirm']);
  });

  it('starts with the current day; Cancel keeps it', async () => {
    const { live } = await open({ value: '1990-02-28' });
    expect([part('Year').value, part('Month').value, part('Day').value]).toEqual(['1990', '2', '28']);
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    expect(live.asked).toEqual([]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('offers only days of its range', async () => {
    await open({ value: '2026-03-05' }, { earliest: '2026-03-01', latest: '2026-03-09' });
    expect(part('Year').options).toHaveLength(2);
    expect(part('Day').options).toHaveLength(10);
  });
});

describe('Day: typed', () => {
  const line = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Due on, Or type it, YYYY-MM-DD' });

  it('its format is visible during typing', async () => {
    await open();
    await userEvent.type(line(), '2026');
    expect(page.getByText('YYYY-MM-DD')).toBeDefined();
  });

  it('digits are enough, the lists follow, and Return confirms', async () => {
    const { live } = await open();
    expect([line().inputMode, line().placeholder]).toEqual(['numeric', 'YYYY-MM-DD']);
    await userEvent.type(line(), '20260305');
    expect(line().value).toBe('2026-03-05');
    expect([part('Year').value, part('Month').value, part('Day').value]).toEqual(['2026', '3', '5']);
    await userEvent.keyboard('{Enter}');
    expect(live.asked).toEqual([['write', 'due', '2026-03-05']]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('an invalid day is reported when the field is left, not during typing, and cannot be confirmed', async () => {
    const { live } = await open({ value: '1990-02-28' });
    await userEvent.clear(line());
    await userEvent.type(line(), '19900230');
    expect(page.queryByText('1990-02 has the days 01 to 28.')).toBeNull();
    await confirm();
    const said = page.getByText('1990-02 has the days 01 to 28.');
    expect([line().getAttribute('aria-invalid'), line().getAttribute('aria-describedby')]).toEqual([
      'true',
      said.id,
    ]);
    expect(part('Day').value).toBe('');
    expect(live.asked).toEqual([]);
    await userEvent.selectOptions(part('Year'), '1992');
    expect(page.queryByText('1990-02 has the days 01 to 28.')).toBeNull();
  });

  it('5.25 a letter, a ninth digit and a pasted text that is no day are refused with a message, and the typed day stays', async () => {
    const words = () => document.querySelector('.cz-field-note[role=status]')?.textContent;
    const FORMAT = 'Type the date as YYYY-MM-DD, for example 2026-03-05.';
    await open();
    await userEvent.type(line(), '2026-03-05');
    expect(words()).toBe('');
    await userEvent.type(line(), '7');
    expect([line().value, words()]).toEqual(['2026-03-05', FORMAT]);
    await userEvent.type(line(), '{Backspace}');
    expect(words()).toBe('');
    await userEvent.type(line(), 'x');
    expect([line().value, words()]).toEqual(['2026-03-0', FORMAT]);
    await userEvent.tripleClick(line());
    await userEvent.paste('March 5');
    expect([line().value, words()]).toEqual(['2026-03-0', FORMAT]);
  });

  it('its range applies to typed days', async () => {
    const { live } = await open({}, { earliest: '2026-03-01', latest: '2026-03-09' });
    await userEvent.type(line(), '20260310{Enter}');
    expect(page.getByText('The latest date you can choose is 2026-03-09.')).toBeDefined();
    await userEvent.type(line(), '{Backspace}{Backspace}9{Enter}');
    expect(live.asked).toEqual([['write', 'due', '2026-03-09']]);
  });

  it('pressing a digit on the field opens it with that digit', async () => {
    const { live } = drawNodes(
      fakeNode('day', {
        id: 'due',
        props: { name: 'due', label: 'Due on' },
        snapshot: { value: '1990-02-28' },
      }),
    );
    await act(async () => page.getByRole('button', { name: /^Due on / }).focus());
    await userEvent.keyboard('1991-3-5');
    expect(document.activeElement).toBe(line());
    expect(line().value).toBe('1991-03-5');
    await userEvent.keyboard('{Enter}');
    expect(live.asked).toEqual([['write', 'due', '1991-03-05']]);
  });

  it('shows the chosen day in the date format of the page', () => {
    drawNodes(
      fakeNode('day', {
        id: 'due',
        props: { name: 'due', label: 'Due on' },
        snapshot: { value: '1990-02-28' },
      }),
    );
    expect(page.getByRole('button', { name: 'Due on Feb 28, 1990' })).toBeDefined();
  });

  it('a disabled field opens no sheet', async () => {
    drawNodes(
      fakeNode('day', { id: 'due', props: { name: 'due', label: 'Due on' }, snapshot: { enabled: false } }),
    );
    await act(async () => page.getByRole('button', { name: /^Due on / }).focus());
    await userEvent.keyboard('1');
    expect(page.queryByRole('dialog')).toBeNull();
  });
});
