import type { Page } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test } from './visit.ts';

/* Texts with cases: every case is shown, edited in place, added, moved and removed. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

async function select(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(words);
}

const casesOf = (page: Page, title: string) => page.getByRole('region', { name: `Cases of ${title}` });
const jsonOf = (page: Page) => page.locator('.cm-content');

test('cases are added, moved and removed without JSON, and undo brings back every byte', async ({ page }) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await select(page, 'REPAY');
  const cases = casesOf(page, 'Text');
  const rows = cases.getByRole('listitem');
  await page
    .getByRole('button', { name: 'JSON', exact: true })
    .or(page.getByRole('tab', { name: 'JSON' }))
    .first()
    .click();
  await expect(jsonOf(page)).toContainText('REPAY');

  await cases.getByRole('button', { name: 'Add a case to Text' }).click();
  const builder = cases.getByRole('group', { name: 'Another text when' });
  await builder.getByLabel('What').fill('Order status of order');
  await builder.getByLabel('Relation').selectOption('is');
  await builder.getByLabel('Value').fill('180');
  await builder.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('When “order status of order” is “180”');
  await rows.nth(1).getByRole('textbox').fill('Pay now, please');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move up/ })
    .click();
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('Pay now, please');
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('REPAY');

  // A required text keeps its last case.
  await rows
    .nth(2)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(cases.getByRole('alert')).toContainText('needs one');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await rows
    .nth(0)
    .getByRole('button', { name: /^Remove/ })
    .click();
  // One text without a condition is a usual text.
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Repayment');
  await waitUntilSaved(page);

  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('the values in a text with cases are chips with their value now, which typing cannot lose', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'cyn', 'editor');
  await lineOf(page, 'repay').click();
  await page
    .getByRole('treeitem', { name: /^Amount/ })
    .first()
    .click();
  const rows = casesOf(page, 'Note').getByRole('listitem');
  await expect(rows.first().locator('.st-chip').first()).toContainText('repay date');
  const shown = rows.filter({ hasText: 'shown now' });
  await expect(shown.locator('.st-chip').first()).toContainText(/\d{4}/);
  const words = shown.getByRole('textbox').first();
  await words.fill('');
  await words.pressSequentially('Due on ');
  await expect(previewOf(page).getByText(/^Due on .*\d{4}/)).toBeVisible();
  await expect(shown.locator('.st-chip').first()).toContainText('repay date');
  expect(faults).toEqual([]);
});
