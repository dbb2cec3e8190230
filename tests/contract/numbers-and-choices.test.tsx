// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { problemsOf } from '#renderer/grammar/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const box = (name = 'Amount') => page.getByRole<HTMLInputElement>('textbox', { name });
const AMOUNT = { type: 'number-field', name: 'amount', label: 'Amount', number: 'money' };

describe('6: a number field', () => {
  it('stores minor units, and shows an amount in its display format', async () => {
    const { read, write } = await drawForm([AMOUNT]);
    await userEvent.type(box(), '1234.5');
    expect(read('amount')).toBe(123450);
    expect(box().value).toBe('1234.5');
    fireEvent.blur(box());
    expect(box().value).toBe('1,234.50');
    write('amount', 99);
    expect(box().value).toBe('0.99');
  });

  it('stores nothing and shows an error while the text is not a number', async () => {
    const { read } = await drawForm([{ ...AMOUNT, number: 'integer', negative: true }]);
    await userEvent.type(box(), '-');
    expect(read('amount')).toBeUndefined();
    fireEvent.blur(box());
    expect(box().value).toBe('');
    expect(box().getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(box(), '-12.3');
    expect(read('amount')).toBe(-12);
    expect(page.getByText('Enter a whole number.')).toBeDefined();
    await userEvent.type(box(), '{Backspace}3');
    expect(read('amount')).toBe(-123);
    expect(box().getAttribute('aria-invalid')).toBeNull();
  });

  it('reads a pasted or autofilled number exactly, or refuses it with a message and changes nothing', async () => {
    const { read } = await drawForm([{ ...AMOUNT, number: 'integer', initial: 7 }]);
    const paste = async (text: string) => {
      await userEvent.tripleClick(box());
      await userEvent.paste(text);
      return [read('amount'), page.queryByText(/^(Enter|This) /)?.textContent];
    };
    const whole = 'Enter a whole number.';
    expect(await paste('12.7')).toEqual([7, whole]);
    // The focus stays in the field, so the message is an alert for screen readers.
    expect(page.getByText(whole).getAttribute('role')).toBe('alert');
    expect(await paste('1e5')).toEqual([7, 'This cannot be read as one number. Enter its digits.']);
    expect(await paste('−5')).toEqual([7, 'Enter 0 or a higher number.']);
    expect(await paste('9007199254740993')).toEqual([7, 'This number has too many digits.']);
    expect(await paste('100\t200')).toEqual([7, 'This cannot be read as one number. Enter its digits.']);
    expect(box().value).toBe('7');
    expect(await paste('5,000.00')).toEqual([5000, undefined]);
    expect(await paste('١٢٣')).toEqual([123, undefined]);
    fireEvent.change(box(), { target: { value: '12.7' } });
    expect([read('amount'), box().value]).toEqual([123, '١٢٣']);
    fireEvent.change(box(), { target: { value: '４２' } });
    expect(read('amount')).toBe(42);
    fireEvent.blur(box());
    expect(box().value).toBe('42');
  });

  it('reads the text of an input method when its composition ends', async () => {
    const { read } = await drawForm([AMOUNT]);
    fireEvent.compositionStart(box());
    fireEvent.change(box(), { target: { value: 'ご' } });
    expect([read('amount'), box().value]).toEqual([undefined, 'ご']);
    fireEvent.change(box(), { target: { value: '５' } });
    fireEvent.compositionEnd(box());
    expect(read('amount')).toBe(500);
    fireEvent.compositionStart(box());
    fireEvent.change(box(), { target: { value: '５e' } });
    fireEvent.compositionEnd(box());
    expect([read('amount'), box().value]).toEqual([500, '５']);
  });

  it('does not submit an incomplete number on Return', async () => {
    const { read } = await drawForm([{ ...AMOUNT, number: 'integer' }]);
    await userEvent.type(box(), '12,7{Enter}');
    expect([read('amount'), box().value]).toEqual([undefined, '12,7']);
    expect(page.getByText('Enter a whole number.')).toBeDefined();
    await userEvent.type(box(), '00');
    expect(read('amount')).toBe(12_700);
  });

  it('keeps the message about a refused key while typing continues, until characters are deleted', async () => {
    const { read } = await drawForm([{ ...AMOUNT, number: 'integer' }]);
    const words = () => page.queryByText(/^(Enter|This) /)?.textContent;
    for (const [typed, value, why] of [
      ['1e5', 15, 'This cannot be read as one number. Enter its digits.'],
      ['e5', 5, 'This cannot be read as one number. Enter its digits.'],
      ['12.50', 12, 'Enter a whole number.'],
      ['1/2', 12, 'This cannot be read as one number. Enter its digits.'],
    ] as const) {
      await userEvent.type(box(), typed);
      expect([read('amount'), words()]).toEqual([value, why]);
      fireEvent.blur(box());
      expect(words()).toBe(why);
      await userEvent.clear(box());
      expect(words()).toBeUndefined();
    }
  });

  it('5.28 shows a new value from the form, without the message about the refused input', async () => {
    const { write, reset } = await drawForm([{ ...AMOUNT, number: 'integer', initial: 7 }]);
    const refused = () => page.queryByText('Enter a whole number.');
    for (const [change, shown] of [
      [() => write('amount', 9), '9'],
      [() => reset(), '7'],
    ] as const) {
      await userEvent.tripleClick(box());
      await userEvent.paste('8');
      await userEvent.tripleClick(box());
      await userEvent.paste('12.7');
      expect([box().value, refused()]).toEqual(['8', expect.anything()]);
      change();
      expect([box().value, refused()]).toEqual([shown, null]);
      expect(box().getAttribute('aria-invalid')).toBeNull();
    }
  });

  it("keeps the composition of an input method when the form's value changes meanwhile", async () => {
    const { read, write } = await drawForm([AMOUNT]);
    fireEvent.compositionStart(box());
    fireEvent.change(box(), { target: { value: '５' } });
    write('amount', 99);
    expect(box().value).toBe('５');
    fireEvent.compositionEnd(box());
    expect([read('amount'), box().value]).toEqual([500, '５']);
  });

  it('bound to state it stores the typed value, shows the message, and shows a new value', async () => {
    const state = { pages: { type: 'integer', initial: 7 } };
    const { live } = await drawForm(
      [{ type: 'number-field', bind: 'state.pages', label: 'Amount' }],
      {},
      { state },
    );
    expect(box().value).toBe('7');
    await userEvent.clear(box());
    await userEvent.type(box(), '12,7');
    expect([live.engine.store.get().state['pages'], box().value]).toEqual([undefined, '12,7']);
    await userEvent.type(box(), '{Backspace}{Backspace}x5');
    expect([live.engine.store.get().state['pages'], box().value]).toEqual([125, '125']);
    expect(page.getByText('This cannot be read as one number. Enter its digits.')).toBeDefined();
    act(() => live.engine.store.change((draft) => void (draft.state['pages'] = 3)));
    expect([box().value, page.queryByText(/^This cannot/)]).toEqual(['3', null]);
  });

  it('checks its rules: a range of minor units', async () => {
    const rules = [{ rule: 'range', min: 10_000, message: 'At least 100' }];
    const { submit } = await drawForm([{ ...AMOUNT, rules }]);
    await userEvent.type(box(), '99.99');
    expect(await submit()).toMatchObject({ message: 'At least 100' });
    await userEvent.clear(box());
    await userEvent.type(box(), '100');
    expect(await submit()).toBeUndefined();
  });
});

describe('6: digits in groups', () => {
  it('are shown with spaces, and stored without them', async () => {
    const { read } = await drawForm([{ type: 'text-field', name: 'account', label: 'Account', groups: [4] }]);
    await userEvent.type(box('Account'), '123456789');
    expect(box('Account').value).toBe('1234 5678 9');
    expect(read('account')).toBe('123456789');
    await userEvent.type(box('Account'), '{Backspace}{Backspace}');
    expect(box('Account').value).toBe('1234 567');
    box('Account').setSelectionRange(5, 5);
    await userEvent.keyboard('{Backspace}');
    expect(read('account')).toBe('123567');
    expect([box('Account').value, box('Account').selectionStart]).toEqual(['1235 67', 3]);
  });
});

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() }));
const CHOICES = { type: 'choices', name: 'letters', label: 'Letters', options };

describe('6: a value from a list of names', () => {
  it('is sent without a character that only its label has', async () => {
    const names = { type: 'array', items: { type: 'string' }, initial: ['אמה', 'Emma'] };
    const joined = "${join(state.names, ',')}";
    const two = { type: 'choice', name: 'who', label: 'Who', options: [{ value: joined, text: joined }] };
    const { read } = await drawForm([two], {}, { state: { names } });
    await userEvent.click(page.getByRole('radio', { name: '\u2068אמה\u2069,Emma' }));
    expect(read('who')).toBe('אמה,Emma');
  });
});

describe('6: several values of a list', () => {
  it('are a list in the order of the options, absent if empty', async () => {
    const { read } = await drawForm([CHOICES]);
    await userEvent.click(page.getByRole('checkbox', { name: 'C' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'A' }));
    expect(read('letters')).toEqual(['a', 'c']);
    await userEvent.click(page.getByRole('checkbox', { name: 'A' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'C' }));
    expect(read('letters')).toBeUndefined();
  });

  it('are validated by a `length` rule, which limits how many are chosen', async () => {
    const rules = [{ rule: 'length', min: 2, max: 2, message: 'Choose two' }];
    const { submit, write } = await drawForm([{ ...CHOICES, rules }]);
    write('letters', ['a']);
    expect(await submit()).toMatchObject({ message: 'Choose two' });
    write('letters', ['a', 'b']);
    expect(await submit()).toBeUndefined();
  });

  it('lose only values that are no longer options', async () => {
    const { write, read } = await drawForm([
      { type: 'check', name: 'few', label: 'Few' },
      { ...CHOICES, options: [options[0], { ...options[1], visibleWhen: '!form.f.?few.orValue(false)' }] },
    ]);
    write('letters', ['a', 'b']);
    write('few', true);
    expect(read('letters')).toEqual(['a']);
    write('few', false);
    write('letters', ['b']);
    write('few', true);
    expect(read('letters')).toBeUndefined();
  });

  it.each([
    ['number-field', { number: 'money' }, { type: 'integer', 'x-unit': 'minor' }, []],
    ['number-field', {}, { type: 'integer' }, []],
    ['number-field', { number: 'decimal' }, { type: 'integer' }, ['field/type /body/0/bind']],
    ['choices', { options }, { type: 'array', items: { type: 'string' } }, []],
    ['choices', { options }, { type: 'string' }, ['field/type /body/0/bind']],
  ])('%s with %j writes its type', (type, more, state, problems) => {
    const screen = { state: { x: state }, body: [{ type, bind: 'state.x', label: 'It', ...more }] };
    expect(problemsOf(screen)).toEqual(problems);
  });
});
