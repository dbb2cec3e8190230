// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

const BRANCH = {
  type: 'choice',
  name: 'branch',
  label: 'Branch',
  options: [
    { value: 'north', text: 'North' },
    { value: 'south', text: 'South' },
  ],
};

beforeEach(() => document.body.replaceChildren());

/** Data that reads what is typed in a form, or into a field of state. */
async function drawBook(isbn: string, field: object) {
  const drawn = await drawForm(
    [{ type: 'text-field', label: 'ISBN', ...field }, BRANCH] as never,
    {},
    {
      state: { isbn: { type: 'string', initial: '' } },
      data: {
        book: {
          endpoint: 'book',
          when: `${isbn} != ''`,
          with: { isbn: `\${${isbn}}`, branch: "${form.f.?branch.orValue('main')}" },
          optional: true,
        },
      },
    },
  );
  const { world } = drawn;
  return {
    ...drawn,
    type: (text: string) => fireEvent.input(drawn.getByLabelText('ISBN'), { target: { value: text } }),
    pass: (ms: number) => act(() => world.pass(ms)),
    asked: () => world.calls.map(({ url }) => url.replace('/api/book?', '')),
    phase: () => drawn.live.engine.store.get().data['book']?.phase,
  };
}

describe.each([
  ['of a form', "form.f.?isbn.orValue('')", { name: 'isbn' }],
  ['of state', 'state.isbn', { bind: 'state.isbn' }],
])('S42: data that reads a typed text %s', (_, isbn, field) => {
  it('is requested once, when typing pauses, and has no content of the former text', async () => {
    const { type, pass, asked, phase, world } = await drawBook(isbn, field);
    for (const text of ['1', '12', '123']) {
      type(text);
      await pass(100);
    }
    expect([asked(), phase()]).toEqual([[], 'reading']);
    await pass(300);
    expect(asked()).toEqual(['isbn=123&branch=main']);
    await act(() => world.calls[0]?.fail());
    expect(phase()).toBe('failed');
    type('1234');
    expect(phase()).toBe('reading');
    type('123');
    await pass(300);
    expect(asked()).toEqual(['isbn=123&branch=main', 'isbn=123&branch=main']);
  });

  it('is requested at once for a choice, also while typing has not paused', async () => {
    const { type, pass, asked, getByLabelText } = await drawBook(isbn, field);
    type('1');
    fireEvent.click(getByLabelText('South'));
    expect(asked()).toEqual(['isbn=1&branch=south']);
    await pass(1000);
    expect(asked()).toEqual(['isbn=1&branch=south']);
  });
});
