// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

/* Parts with fields of the form around them, from the definition to rendering. */

afterEach(cleanup);

const input = (name: string, label: string, more: object = {}) => ({
  type: 'text-field',
  name,
  label,
  ...more,
});

const ADDRESS = {
  form: 'around',
  body: [
    input('street', 'Street'),
    input('floor', 'Floor', { visibleWhen: "has(form.around.street) && form.around.street == 'Tower'" }),
    { type: 'button', text: 'Clear', on: { tap: [{ do: 'reset', target: ['form.around'] }] } },
  ],
};
const use = { type: 'part', part: 'address', id: 'home' };

describe('A part with fields of the form around it', () => {
  const draw = () => drawForm([use], {}, {}, fakeWorld(), { parts: { address: ADDRESS } });

  it('stores them in that form', async () => {
    const { read } = await draw();
    await userEvent.type(page.getByRole('textbox', { name: 'Street' }), 'Tower');
    expect(read('street')).toBe('Tower');
    await userEvent.type(page.getByRole('textbox', { name: 'Floor' }), '3');
    expect(read('floor')).toBe('3');
  });

  it('shows a field by the value of another, and sets all of them back', async () => {
    const { read } = await draw();
    expect(page.queryByRole('textbox', { name: 'Floor' })).toBeNull();
    await userEvent.type(page.getByRole('textbox', { name: 'Street' }), 'Tower');
    expect(page.getByRole('textbox', { name: 'Floor' })).toBeTruthy();
    await userEvent.click(page.getByRole('button', { name: 'Clear' }));
    expect(read('street') ?? '').toBe('');
    expect(page.queryByRole('textbox', { name: 'Floor' })).toBeNull();
  });
});
