import type { Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, lineOf, previewOf, waitUntilSaved } from './studio.ts';
import { find, focused, openAs, pressUntil } from './studio-by-keys.ts';
import { expect, test } from './visit.ts';

/* Words that several screens share, changed for all of them or for one. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

async function goTo(page: Page, screen: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(screen);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(screen);
  await page.keyboard.press('Enter');
  await expect(lineOf(page, screen)).toHaveAttribute('aria-current', 'page');
}

test('the words of a part are changed on one screen alone, by keyboard, and the others keep theirs', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openAs(page, own, 'ana', 'editor');
  const button = (name: string) => previewOf(page).getByRole('button', { name, exact: true });
  await find(page, 'Payment Method');
  await expect(focused(page)).toHaveValue('Payment Method');
  const scope = page.getByRole('region', { name: 'For which screens' });
  await expect(scope).toContainText('Used in 2 screens: Repayment and Rollover Repayment');
  await page.keyboard.type('Ways to pay');
  await expect(button('Ways to pay')).toBeVisible();
  await expect(scope).toContainText('gives the others back what is live');
  expect(await findSerious(page)).toEqual([]);
  const hereOnly = scope.getByRole('button', { name: 'Here only' });
  await pressUntil(page, 'Shift+Tab', hereOnly.and(focused(page)));
  await page.keyboard.press('Enter');
  // The focus stays in the same text, which now belongs to this screen.
  await expect(focused(page)).toHaveValue('Ways to pay');
  await expect(scope).toContainText(
    'Only “Repayment” has this: it is a copy of the shared part “Payment channels”.',
  );
  await expect(page.getByText('a change shows on this screen alone')).toBeVisible();
  await expect(button('Ways to pay')).toBeVisible();
  await expect(errorless(page)).toBeVisible();

  await goTo(page, 'rollover');
  await expect(button('Payment Method')).toBeVisible();
  // The review says under the screen what differs, and nothing of a new part.
  await page.getByRole('link', { name: 'Review 2 changes' }).click();
  const changed = page.getByRole('region', { name: 'Repayment', exact: true });
  await expect(changed.getByRole('listitem')).toHaveText(
    'Button Payment Method now says Ways to pay. Only here: it was the shared part “Payment channels”.',
  );
  await expect(page.getByText('It is new.')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Publish' }).getByLabel('Title')).toHaveValue('Repayment');
  await page.goBack();
  // The way back tells first what is lost.
  await goTo(page, 'repay');
  await find(page, 'Ways to pay');
  await scope.getByRole('button', { name: 'Everywhere' }).click();
  const lost = scope.getByRole('group', { name: 'What is lost' });
  await expect(lost).toContainText('Ways to payPayment Method');
  expect(await findSerious(page)).toEqual([]);
  await lost.getByRole('button', { name: 'Use the shared version' }).click();
  await expect(button('Payment Method')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(button('Ways to pay')).toBeVisible();
  await goTo(page, 'rollover');
  // The whole change is one undo step.
  await page.keyboard.press('Control+z');
  await expect(button('Ways to pay')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(button('Payment Method')).toBeVisible();
  await waitUntilSaved(page);
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a translation used on several screens is changed for one text alone', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openAs(page, own, 'ben', 'editor');
  page.setDefaultTimeout(20_000);
  const words = (text: string) => previewOf(page).getByText(text, { exact: true }).first();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fil-PH');
  await words('Makipag-ugnayan').dblclick();
  await expect(
    page.getByRole('textbox', { name: 'Title in Filipino (Philippines), on the phone' }),
  ).toBeFocused();
  await page.keyboard.type('Tawagan kami');
  await expect(words('Tawagan kami')).toBeVisible();
  await page.keyboard.press('Enter');
  const scope = page.getByRole('region', { name: 'Words of Title' });
  await expect(scope).toContainText(
    '“Tawagan kami” is what Filipino (Philippines) says for “Contact”. Used in 2 screens: About us and Test preview',
  );
  await expect(scope).toContainText('gives the others back what is live');
  expect(await findSerious(page)).toEqual([]);
  await scope.getByRole('button', { name: 'Here only' }).press('Enter');
  await expect(scope).toContainText('“Contact” has translations of its own on “About us”.');
  await expect(words('Tawagan kami')).toBeVisible();
  // The text is still edited in a text box, and not as JSON.
  const properties = page.getByRole('region', { name: 'Properties' });
  await expect(properties.getByLabel('Title', { exact: true })).toHaveValue('Contact');

  await lineOf(page, 'test-preview').click();
  await expect(words('Makipag-ugnayan')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(words('Tawagan kami')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(words('Makipag-ugnayan')).toBeVisible();

  // The way back tells first what is lost.
  await lineOf(page, 'about-us').click();
  await words('Tawagan kami').click();
  await scope.getByRole('button', { name: 'Everywhere' }).click();
  const lost = scope.getByRole('group', { name: 'What is lost' });
  await expect(lost).toContainText('fil-PHTawagan kamiMakipag-ugnayan');
  await lost.getByRole('button', { name: 'Use the shared version' }).click();
  await expect(words('Makipag-ugnayan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
