import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* The studio: what product staff do with it, and what borrowers then see. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a text is changed where it is seen: the draft is kept, undone and kept again', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.getByRole('button', { name: 'repay', exact: true }).click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  await button.click();
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toHaveValue('Payment Method');
  await text.fill('Ways to pay');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await waitUntilSaved(page);
  await expect(page).toHaveURL(/draft=/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(button).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitUntilSaved(page);
  // Whoever opens the draft again finds it as it was left.
  await page.reload();
  await page.getByRole('button', { name: /^repay( changed)?$/ }).click();
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  expect(faults).toEqual([]);
  expect(await findSerious(page)).toEqual([]);
});

test('a button is hidden for one product without writing a condition, by keys where there are keys', async ({
  page,
}) => {
  await openStudio(page, own, 'ben', 'editor');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Rollover Repayment',
  );
  await page.keyboard.press('Enter');
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText(
    'data.order.isDelay is true and data.order.orderStatus is "174" or "180"',
  );
  await visibility.getByRole('button', { name: 'Add a condition' }).click();
  await visibility.getByLabel('What').fill('params.productId');
  await visibility.getByLabel('Relation').selectOption('is not');
  await visibility.getByLabel('Value').fill('1203');
  await visibility.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(visibility).toContainText('params.productId is not "1203"');
  await expect(errorless(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review 1 change' })).toBeVisible();
  await visibility.getByRole('button', { name: 'Look at all states' }).click();
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('not seen').first()).toBeVisible();
  await states.getByRole('button', { name: 'As it stands' }).click();
  await expect(visibility.getByRole('status')).toContainText(/Looked at [1-9]/);
});
