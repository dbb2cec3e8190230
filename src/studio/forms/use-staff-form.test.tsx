// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { REASON, TITLE } from '#src/shared/operation-schemas.ts';
import { Refused } from '../api.ts';
import { openTestRegistry } from '../testing.ts';
import { Field } from './field.tsx';
import { unsentOf } from './unsent.ts';
import { useStaffForm } from './use-staff-form.ts';

const send = vi.fn<(body: { title: string; reason: string }) => Promise<void>>();
const BODY = v.object({ title: TITLE, reason: REASON });

function Form() {
  const form = useStaffForm({ schema: BODY, first: { title: '', reason: '' }, send });
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} aria-label="Form">
      <Field label="Title" of={form.field('title')}>
        {(control) => <input {...control} />}
      </Field>
      <Field label="Reason" of={form.field('reason')}>
        {(control) => <input {...control} />}
      </Field>
      <button type="submit" disabled={form.isSending}>
        Send
      </button>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
    </form>
  );
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const faultOf = (label: string) =>
  document.getElementById(input(label).getAttribute('aria-describedby') ?? '')?.textContent;
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(() => {
  send.mockReset();
  render(<Form />, { wrapper: StrictMode });
});
afterEach(cleanup);

async function fill(): Promise<void> {
  await userEvent.type(input('Title'), 'Shelf');
  await userEvent.type(input('Reason'), 'Clearer words');
}

describe('a form of the studio', () => {
  it('is not sent while it is invalid; shows the error of each field and focuses the first one', async () => {
    await userEvent.type(input('Reason'), 'go');
    await press();
    await waitFor(() => expect(faultOf('Title')).toBe('It is empty.'));
    expect(faultOf('Reason')).toBe('It is too short: write at least 3 characters.');
    expect(input('Title').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(input('Title'));
    expect(send).not.toHaveBeenCalled();
    await userEvent.type(input('Reason'), 'od');
    await waitFor(() => expect(faultOf('Reason')).toBeUndefined());
  });

  it('is sent once if it is submitted several times while it is sent', async () => {
    let end = (): void => undefined;
    send.mockImplementation(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    await fill();
    for (let times = 0; times < 3; times += 1) fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', true));
    fireEvent.submit(screen.getByRole('form'));
    end();
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false));
    expect(send).toHaveBeenCalledExactlyOnceWith({ title: 'Shelf', reason: 'Clearer words' });
  });

  it('keeps the values when sending fails, shows the error, and can be sent again', async () => {
    send.mockRejectedValueOnce(new Refused('offline', 'The server cannot be reached.'));
    await fill();
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached.');
    expect(input('Reason').value).toBe('Clearer words');
    await press();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("shows the server's error at its field, and other errors below the form", async () => {
    const members = { reason: 'is too long: at most 500 characters.' };
    send.mockRejectedValueOnce(new Refused('invalid', 'Of a reason.', [], undefined, members));
    await fill();
    await press();
    await waitFor(() => expect(faultOf('Reason')).toBe('It is too long: at most 500 characters.'));
    expect(document.activeElement).toBe(input('Reason'));
    expect(screen.queryByRole('alert')).toBeNull();
    const other = { 'strategy/stages': 'has too few entries: at least 1.' };
    send.mockRejectedValueOnce(new Refused('invalid', 'Of a strategy.', [], undefined, other));
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe('Of a strategy.');
    expect(faultOf('Reason')).toBeUndefined();
  });
});

describe('a form with a subject', () => {
  function Kept({ subject, first = 'Suggested' }: { readonly subject: string; readonly first?: string }) {
    const form = useStaffForm({
      schema: BODY,
      first: { title: first, reason: '', isMeant: false },
      unsent: unsentOf('Form', subject),
      unkept: ['isMeant'],
      send,
    });
    return (
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <input aria-label="Title" {...form.register('title')} />
        <input aria-label="Reason" {...form.register('reason')} />
        <input aria-label="Intended" type="checkbox" {...form.register('isMeant')} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => form.reset()}>
          Cancel
        </button>
      </form>
    );
  }
  const open = (subject = 'a', first?: string) => {
    cleanup();
    render(<Kept {...{ subject }} {...(first !== undefined && { first })} />, { wrapper: StrictMode });
  };
  const values = () => [input('Title').value, input('Reason').value, input('Intended').checked];
  afterEach(() => sessionStorage.clear());

  it('has the typed values again when it is opened again, with new suggestions and without confirmations', async () => {
    open();
    await userEvent.type(input('Reason'), 'Clearer words');
    await userEvent.click(input('Intended'));
    open('b');
    expect(values()).toEqual(['Suggested', '', false]);
    open('a', 'Suggested later');
    expect(values()).toEqual(['Suggested later', 'Clearer words', false]);
  });

  it('forgets the values after it was sent, and keeps them if sending fails', async () => {
    send.mockRejectedValueOnce(new Refused('offline', 'The server cannot be reached.'));
    open();
    await userEvent.type(input('Reason'), 'Clearer words');
    await press();
    open();
    expect(values()).toEqual(['Suggested', 'Clearer words', false]);
    await press();
    await waitFor(() => expect(sessionStorage.length).toBe(0));
    open();
    expect(values()).toEqual(['Suggested', '', false]);
  });

  it('forgets the values when it is cancelled', async () => {
    open();
    await userEvent.type(input('Title'), ' and more');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(values()).toEqual(['Suggested', '', false]);
    open();
    expect(values()).toEqual(['Suggested', '', false]);
    expect(sessionStorage.length).toBe(0);
  });

  it('does not take values of another shape', () => {
    unsentOf('Form', 'a').keep({ title: { was: 'a record' }, reason: 'Clearer words', other: 'x' });
    open();
    expect(values()).toEqual(['Suggested', 'Clearer words', false]);
  });

  it('stores nothing without a subject', async () => {
    cleanup();
    render(<Form />);
    await fill();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the registry', () => {
  it('names the invalid member of a request body in the format that forms need', async () => {
    const registry = await openTestRegistry(() => Date.parse('2026-03-06T09:00:00+08:00'));
    const ask = await registry.askAs('ana');
    const release = await registry.goLive(ask, smallProject(screenWithText('One.')));
    const refused = ask('POST', `/releases/${release}/publish`, { reason: 'go' });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      message: '"reason" is too short: write at least 3 characters.',
      members: { reason: 'is too short: write at least 3 characters.' },
    });
    await registry.database.close();
  });
});
