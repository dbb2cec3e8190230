import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { previewOf, waitUntilSaved } from './studio.ts';
import { find, focused, openAs, pressUntil } from './studio-by-keys.ts';
import { expect, test } from './visit.ts';

/* Words that several screens share, changed for all of them or for one. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('what is said in a part is changed on one screen alone, by keys, and the others keep theirs', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openAs(page, own, 'ana', 'editor');
  const button = (name: string) => previewOf(page).getByRole('button', { name, exact: true });
  const goTo = async (screen: string, first: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(first);
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByText(screen, { exact: true })).toBeVisible();
  };
  await find(page, 'Payment Method');
  await expect(focused(page)).toHaveValue('Payment Method');
  const scope = page.getByRole('region', { name: 'For which screens' });
  await expect(scope).toContainText('Used in 2 screens: repay, rollover');
  await page.keyboard.type('Ways to pay');
  await expect(button('Ways to pay')).toBeVisible();
  await expect(scope).toContainText('gives the others back what is live');
  expect(await findSerious(page)).toEqual([]);
  const hereOnly = scope.getByRole('button', { name: 'Here only' });
  await pressUntil(page, 'Shift+Tab', hereOnly.and(focused(page)));
  await page.keyboard.press('Enter');
  // The keyboard goes on in the same words, which are this screen's now.
  await expect(focused(page)).toHaveValue('Ways to pay');
  await expect(scope).toHaveCount(0);
  await expect(page.getByText('a change shows on this screen alone')).toBeVisible();
  await expect(button('Ways to pay')).toBeVisible();
  await expect(page.getByText('No problems')).toBeVisible();

  await goTo('rollover', 'rollover');
  await expect(button('Payment Method')).toBeVisible();
  // All of it was one step.
  await page.keyboard.press('Control+z');
  await expect(button('Ways to pay')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(button('Payment Method')).toBeVisible();
  await waitUntilSaved(page);
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});
