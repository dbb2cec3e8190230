// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const slider = () => page.findByRole<HTMLInputElement>('slider', { name: 'Days' });
const box = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
const DAYS = {
  type: 'number-field',
  name: 'days',
  label: 'Days',
  look: 'slider',
  min: 7,
  max: 28,
  step: 7,
};
const GRAMMAR = { grammar: 5 };

describe('Number field with a slider', () => {
  it('N33: the slider and the typed number have one value', async () => {
    const { read, write } = await drawForm([DAYS], {}, GRAMMAR);
    expect((await slider()).getAttribute('aria-valuetext')).toBe('Choose');
    fireEvent.change(await slider(), { target: { value: '21' } });
    expect([read('days'), box().value]).toEqual([21, '21']);
    await userEvent.clear(box());
    await userEvent.type(box(), '14');
    expect([read('days'), (await slider()).value]).toEqual([14, '14']);
    write('days', 28);
    expect([box().value, (await slider()).getAttribute('aria-valuetext')]).toEqual(['28', '28']);
  });

  it('shows amounts in the format of the currency, and moves by whole units', async () => {
    const { read } = await drawForm(
      [{ ...DAYS, number: 'money', min: 0, max: '${state.limit}', step: undefined }],
      {},
      { ...GRAMMAR, state: { limit: { type: 'integer', 'x-unit': 'minor', initial: 0 } } },
    );
    const drawn = await slider();
    expect([drawn.step, drawn.max]).toEqual(['100', '0']);
    expect(read('days')).toBeUndefined();
    expect(page.getAllByText('0.00')).toHaveLength(2);
  });

  it('a choice on the slider replaces a text that is no number, and its message', async () => {
    const { read } = await drawForm([{ ...DAYS, negative: true }], {}, GRAMMAR);
    await userEvent.type(box(), '-');
    await act(async () => box().blur());
    expect(box().getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(await slider(), { target: { value: '21' } });
    expect([read('days'), box().getAttribute('aria-invalid')]).toEqual([21, null]);
  });

  it('an end that is absent leaves the typed number alone', async () => {
    await drawForm(
      [{ ...DAYS, max: '${state.longest}' }],
      {},
      { ...GRAMMAR, state: { longest: { type: 'integer' } } },
    );
    await page.findByRole('textbox', { name: 'Days' });
    expect(page.queryByRole('slider')).toBeNull();
  });
});
