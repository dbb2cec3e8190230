import { expect, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { openStudio } from './studio.ts';

/* The studio while a document is broken. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a broken bracket in the JSON makes no screen disappear from the review, which leads to the error', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Rollover');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'Properties' })
    .getByLabel('Text', { exact: true })
    .fill('Pay later');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const editor = page.locator('.cm-content');
  await expect(editor).toContainText('Pay later');
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(page.getByText('This is how it stood before').first()).toBeVisible();

  await page.getByRole('link', { name: 'Review 1 change' }).click();
  const review = page.getByRole('main', { name: 'Review' });
  await expect(review.getByRole('region', { name: 'Errors' })).toContainText('nothing is lost');
  const changed = review.getByRole('region', { name: 'What changed' });
  await expect(changed).toContainText('Pay later');
  await expect(changed).not.toContainText('taken away');
  await expect(review.getByText('error is in the way')).toBeVisible();
  // The error is one press away, and mended there.
  await review.getByRole('region', { name: 'Errors' }).getByRole('button').first().click();
  await expect(editor).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: 'Review 1 change' }).click();
  await expect(review.getByRole('region', { name: 'Errors' })).toHaveCount(0);
  expect(faults).toEqual([]);
});
