// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['text-field']));
afterEach(cleanup);

const field = (props: object = {}, snapshot: object = {}) =>
  fakeNode('text-field', {
    id: 'card',
    props: { name: 'card', label: 'Card number', accept: 'any', purpose: 'none', ...props },
    snapshot,
  });
const box = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Card number' });

describe('Text field: a line or a box of text', () => {
  it('digits only: the key of a letter writes nothing, a paste keeps its digits', async () => {
    const { live } = drawNodes(field({ accept: 'digits' }, { value: '12' }));
    fireEvent.change(box(), { target: { value: '12a' } });
    expect(live.asked).toEqual([]);
    expect(box().value).toBe('12');
    await userEvent.click(box());
    await userEvent.paste('3-4 5');
    expect(live.asked).toEqual([['write', 'card', '12345', 'shown']]);
  });

  it('a read-only field shows its value and accepts no input', async () => {
    const { live } = drawNodes(field({ readOnly: true }, { value: 'Emma' }));
    expect(box().value).toBe('Emma');
    await userEvent.type(box(), 'x');
    expect(live.asked).toEqual([]);
  });

  it('sets the digits keyboard, and the purpose for autofill', () => {
    drawNodes(field({ accept: 'digits', purpose: 'one-time-code' }));
    expect(box().inputMode).toBe('numeric');
    expect(box().autocomplete).toBe('one-time-code');
    expect(box().type).toBe('text');
  });

  it('an address or an account has no automatic capitals and no spelling check', () => {
    drawNodes(field({ purpose: 'email' }));
    const said = () =>
      ['inputmode', 'autocomplete', 'autocapitalize', 'spellcheck'].map((name) => box().getAttribute(name));
    expect(said()).toEqual(['email', 'email', 'none', 'false']);
    cleanup();
    drawNodes(field({ purpose: 'name' }));
    expect(said()).toEqual([null, 'name', null, null]);
  });

  it('hint and problem describe it, and a required field is marked', () => {
    drawNodes(field({ hint: '12 digits' }, { problem: 'Too short', isRequired: true }));
    const input = page.getByRole('textbox', { name: 'Card number', description: '12 digits Too short' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('the hint is also the placeholder of an empty field', () => {
    drawNodes(field({ hint: '12 digits' }));
    expect(box().placeholder).toBe('12 digits');
  });

  it('needs at most four elements', () => {
    const { container } = drawNodes(field({ hint: '12 digits' }, { isRequired: true }));
    const whole = container.querySelector('#card');
    expect(1 + (whole?.querySelectorAll('*').length ?? 0)).toBeLessThanOrEqual(4);
  });

  it('has several lines with a counter in UTF-16 units', () => {
    drawNodes(field({ multiline: true, counter: true, max: 10 }, { value: 'ab😀' }));
    expect(box().tagName).toBe('TEXTAREA');
    expect(page.getByText('4/10')).toBeDefined();
  });

  it('is re-rendered for typed text only if it has a counter', async () => {
    const asked = async (props: object) => {
      const { live } = drawNodes(field({ max: 10, ...props }));
      await userEvent.type(box(), 'a');
      cleanup();
      return live.asked;
    };
    expect(await asked({ counter: true })).toEqual([['write', 'card', 'a']]);
    expect(await asked({})).toEqual([['write', 'card', 'a', 'shown']]);
  });

  it('a composed character is validated when it is complete, also if the field was re-rendered meanwhile', () => {
    const node = field({ accept: 'digits' }, { value: '' });
    const { live } = drawNodes(node);
    fireEvent.compositionStart(box());
    fireEvent.change(box(), { target: { value: 'ㅂ' } });
    act(() => node.set({ problem: 'Required' }));
    expect(box().getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(box(), { target: { value: 'ㅂ7' } });
    expect(box().value).toBe('ㅂ7');
    fireEvent.compositionEnd(box());
    expect(box().value).toBe('7');
    expect(live.asked.at(-1)).toEqual(['write', 'card', '7', 'shown']);
  });

  it('text beyond max is ignored', () => {
    const { live } = drawNodes(field({ max: 3 }, { value: 'abc' }));
    fireEvent.change(box(), { target: { value: 'abcd' } });
    expect(live.asked).toEqual([]);
  });

  const words = () => document.querySelector('.cz-field-note[role=status]')?.textContent;
  const DIGITS = 'Enter digits only. Other characters were left out.';
  const LONG = 'Enter no more than 6 characters. The rest was left out.';

  it('5.24 removes a pasted letter among digits with a message, also in grouped digits; separators need none', async () => {
    for (const props of [{ accept: 'digits' }, { groups: [4] }]) {
      drawNodes(field(props));
      await userEvent.click(box());
      await userEvent.paste('3-4 5');
      expect(words()).toBe('');
      await userEvent.paste('12.50');
      expect(words()).toBe(DIGITS);
      await userEvent.keyboard('{Backspace}');
      expect(words()).toBe('');
      cleanup();
    }
  });

  it('5.24 removes a minus before digits with a message', async () => {
    drawNodes(field({ accept: 'digits' }));
    await userEvent.click(box());
    await userEvent.paste('-5');
    expect([box().value, words()]).toEqual(['5', DIGITS]);
  });

  it('5.24 the message about a typed letter stays for the next digits, and is removed when the field is left', async () => {
    drawNodes(field({ accept: 'digits' }));
    await userEvent.type(box(), '12a3');
    expect([box().value, words()]).toEqual(['123', DIGITS]);
    await act(async () => box().blur());
    expect(words()).toBe('');
  });

  it('5.24 cuts a text that is longer than allowed with a message, typed or pasted', async () => {
    drawNodes(field({ max: 6 }, { value: 'abcd' }));
    await userEvent.click(box());
    await userEvent.paste('efgh');
    expect([box().value, words()]).toEqual(['abcdef', LONG]);
    await userEvent.keyboard('{Backspace}');
    expect(words()).toBe('');
    await userEvent.type(box(), 'xy');
    expect([box().value, words()]).toEqual(['abcdex', LONG]);
  });

  it('5.24 reports letters and excess length together', async () => {
    drawNodes(field({ accept: 'digits', max: 6 }));
    await userEvent.click(box());
    await userEvent.paste('No. 1234567');
    expect([box().value, words()]).toEqual(['123456', `${DIGITS} ${LONG}`]);
  });

  it('5.24 the message is removed when the form sets another text', async () => {
    const node = field({ max: 6 }, { value: '' });
    drawNodes(node);
    await userEvent.click(box());
    await userEvent.paste('abcdefgh');
    expect(words()).toBe(LONG);
    await act(async () => node.set({ value: 'new' }));
    expect(words()).toBe('');
  });
});
