// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchWidgets } from '#renderer/widgets/index.ts';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const TIME = { type: 'text-field', name: 'at', label: 'Call me at', purpose: 'time' };
const BOTH = { type: 'text-field', name: 'when', label: 'Visit', purpose: 'datetime' };
const GRAMMAR = { grammar: 5 };
const box = (name = 'Call me at') => page.getByLabelText<HTMLInputElement>(name);
const messageOf = (error: unknown) => (error as { readonly message?: string } | undefined)?.message;

describe('Text field for a time', () => {
  it('N38: a time of day is HH:MM, filled in with the input of the phone', async () => {
    const { read, submit } = await drawForm([TIME], {}, GRAMMAR);
    expect(box().type).toBe('time');
    fireEvent.input(box(), { target: { value: '09:30' } });
    expect(read('at')).toBe('09:30');
    expect(await submit()).toBeUndefined();
  });

  it('N38: a date with a time is YYYY-MM-DDTHH:MM', async () => {
    const { read, submit } = await drawForm([BOTH], {}, GRAMMAR);
    expect(box('Visit').type).toBe('datetime-local');
    fireEvent.input(box('Visit'), { target: { value: '2026-03-05T09:30' } });
    expect(read('when')).toBe('2026-03-05T09:30');
    expect(await submit()).toBeUndefined();
  });

  it.each([
    [TIME, '24:00', 'Enter hours and minutes, for example 09:30.'],
    [TIME, '9:30', 'Enter hours and minutes, for example 09:30.'],
    [BOTH, '2026-03-05', 'Enter a date, and hours and minutes.'],
    [BOTH, '2026-13-05T09:30', 'Enter a date, and hours and minutes.'],
  ])('%o does not send "%s"', async (field, value, message) => {
    const { write, submit } = await drawForm([field], {}, GRAMMAR);
    write(field.name, value);
    expect(messageOf(await submit())).toBe(message);
  });

  it('a time that is filled in only in part is not left out: the form is not sent', async () => {
    await fetchWidgets(['text-field'], true);
    const { submit, read } = await drawForm([TIME], {}, GRAMMAR);
    let badInput = true;
    // jsdom has no parts of a time.
    Object.defineProperty(box(), 'validity', { get: () => ({ badInput }) });
    act(() => void fireEvent.blur(box()));
    expect(messageOf(await submit())).toBe('Enter hours and minutes, for example 09:30.');
    badInput = false;
    act(() => void fireEvent.blur(box()));
    expect(read('at')).toBeUndefined();
    expect(await submit()).toBeUndefined();
  });
});
