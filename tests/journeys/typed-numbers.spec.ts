import type { Page } from '@playwright/test';
import { serveLibrary } from './library-page.ts';
import { expect, test } from './visit.ts';

/* A number field beside plain inputs, in a real browser: the selection on focus, and every way of input. */

const MONEY = { type: 'number-field', name: 'money', label: 'Money', number: 'money', initial: 123400 };
const SCREEN = {
  routes: ['/shelf'],
  params: {},
  state: { none: { type: 'integer', 'x-unit': 'minor', initial: 0 } },
  data: {},
  body: [
    {
      type: 'form',
      id: 'numbers',
      draft: false,
      body: [
        { type: 'text-field', name: 'before', label: 'Before', initial: '1,234.00' },
        MONEY,
        { type: 'text-field', name: 'after', label: 'After', initial: '1,234.00' },
        { type: 'number-field', name: 'whole', label: 'Whole', number: 'integer', initial: 7 },
        { type: 'number-field', name: 'signed', label: 'Signed', number: 'integer', negative: true },
        { type: 'text-field', name: 'digits', label: 'Digits', accept: 'digits' },
      ],
    },
    { type: 'text', text: 'money ${money(form.numbers.?money.orValue(state.none))}' },
    { type: 'text', text: 'whole ${form.numbers.?whole.orValue(-1)}' },
    { type: 'text', text: 'signed ${form.numbers.?signed.orValue(-1)}' },
  ],
};

async function open(page: Page): Promise<void> {
  await serveLibrary(page, SCREEN, {});
  await page.goto('/shelf?readerId=7');
  await expect(page.getByLabel('Money')).toHaveValue('1,234.00');
}

const box = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

const WAYS: { readonly [way: string]: (page: Page) => Promise<void> } = {
  Tab: async (page) => {
    await box(page, 'Before').focus();
    await page.keyboard.press('Tab');
  },
  'Shift+Tab': async (page) => {
    await box(page, 'After').focus();
    await page.keyboard.press('Shift+Tab');
  },
  Return: (page) => box(page, 'Before').press('Enter'),
  'three clicks': (page) => box(page, 'Money').click({ clickCount: 3 }),
};

for (const [way, go] of Object.entries(WAYS)) {
  test(`typing replaces an amount reached by ${way}, like a plain input’s text`, async ({ page }) => {
    await open(page);
    await go(page);
    await expect(box(page, 'Money')).toBeFocused();
    await page.keyboard.type('500');
    await expect(box(page, 'Money')).toHaveValue('500');
    await says(page, 'money 500.00');
    await page.keyboard.press('Tab');
    await expect(box(page, 'Money')).toHaveValue('500.00');
  });
}

test('a click and a tap set the caret as in a plain input', async ({ page }) => {
  await open(page);
  const caret = (name: string) =>
    box(page, name).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
  for (const touch of ['click', 'tap'] as const)
    for (const x of [14, 22, 30, 38, 46, 60, 200]) {
      const at = { position: { x, y: 20 } };
      await box(page, 'After')[touch](at);
      const plain = await caret('After');
      await box(page, 'Whole').focus();
      await box(page, 'Money')[touch](at);
      expect(await caret('Money'), `${touch} at ${x}`).toEqual(plain);
      await expect(box(page, 'Money')).toHaveValue('1,234.00');
    }
  await box(page, 'Money').click({ position: { x: 300, y: 20 } });
  await page.keyboard.press('Backspace');
  await expect(box(page, 'Money')).toHaveValue('1234.0');
  await says(page, 'money 1,234.00');
});

test('a pasted text is read exactly, or refused with a message and without a change', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  const paste = async (name: string, text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await box(page, name).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
  };
  for (const [text, words] of [
    ['12.7', 'Enter a whole number.'],
    ['1e5', 'This cannot be read as one number. Enter its digits.'],
    ['−5', 'Enter 0 or a higher number.'],
    ['100\n200', 'This cannot be read as one number. Enter its digits.'],
    ['100\t200', 'This cannot be read as one number. Enter its digits.'],
  ] as const) {
    await paste('Whole', text);
    await says(page, words);
    await expect(box(page, 'Whole')).toHaveValue('7');
    await says(page, 'whole 7');
    await paste('Whole', '7.0');
    await box(page, 'Digits').focus();
  }
  await paste('Whole', '5,000.00');
  await says(page, 'whole 5000');
  await paste('Whole', '５０');
  await says(page, 'whole 50');
  await paste('Signed', '−5');
  await says(page, 'signed -5');
  await paste('Digits', '0917-१२३ ４٥');
  await expect(box(page, 'Digits')).toHaveValue('091712345');
  // Everything is still selected: a typed number replaces the refused text.
  await paste('Money', '12.345');
  await says(page, 'Enter no more than 2 digits after the decimal point.');
  await says(page, 'money 1,234.00');
  await page.keyboard.type('8');
  await says(page, 'money 8.00');
});

test('text from a drop, an input method or autofill is read by the same rules', async ({ page }) => {
  await open(page);
  await box(page, 'Whole').fill('12.7');
  await says(page, 'whole 7');
  await box(page, 'Whole').fill('1,200');
  await says(page, 'whole 1200');
  await box(page, 'Whole').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('1e5');
  await says(page, 'whole 1200');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: '４', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: '４2', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '４2' });
  await says(page, 'whole 42');
  await box(page, 'Before').fill('−9.5');
  await box(page, 'Before').click({ clickCount: 3 });
  await box(page, 'Before').dragTo(box(page, 'Whole'));
  await expect(box(page, 'Whole')).not.toHaveValue(/9/);
  await says(page, 'whole 42');
});
