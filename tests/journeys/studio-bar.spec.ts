import { expect, type Page, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, waitUntilSaved } from './studio.ts';

/* The bar of the studio, failures to save, and people who may not edit. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** Left edges and widths of what one can press in the bar, without the people. */
const edges = (page: Page) =>
  page.getByRole('banner').evaluate((bar) =>
    [...bar.querySelectorAll<HTMLElement>('button, a, strong')]
      .filter((one) => one.checkVisibility() && one.closest('.st-present') === null)
      .map((one) => {
        const { left, width } = one.getBoundingClientRect();
        return [one.textContent || one.ariaLabel, Math.round(left), Math.round(width)];
      }),
  );
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function edit(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Rollover');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true }).fill(words);
}

test('nothing in the bar moves when a colleague comes, and it fits at 1,440, 1,180 and 400 px', async ({
  page,
  browser,
}) => {
  await openStudio(page, own, 'ana', 'editor');
  await edit(page, 'Pay later');
  await waitUntilSaved(page);
  const before = await edges(page);
  const other = await (await browser.newContext()).newPage();
  await openStudio(other, own, 'ben.cruz', 'editor');
  await other.goto(page.url());
  const ben = page.getByRole('group', { name: 'Also here' }).getByRole('button', { name: 'ben.cruz' });
  await expect(ben).toHaveText('BC');
  expect(await edges(page)).toEqual(before);
  for (const width of [1440, 1180, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  }
  await other.context().close();
});

test('a failure to save is a banner with a button, and loses no letter', async ({ page }) => {
  await openStudio(page, own, 'cyn', 'editor');
  await edit(page, 'Pay later');
  await waitUntilSaved(page);
  await page.route('**/capiz/api/v1/drafts/*/files', (route) => route.abort());
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await text.fill('Pay much later');
  const banner = page.getByRole('status').filter({ hasText: 'Not saved' });
  await expect(banner).toContainText('your edits stay on this computer');
  // Press while saving still fails. Once it succeeds, the studio saves by itself and the button disappears.
  const again = page.waitForRequest('**/capiz/api/v1/drafts/*/files');
  await page.getByRole('button', { name: 'Save again' }).click();
  await again;
  await page.unroute('**/capiz/api/v1/drafts/*/files');
  await waitUntilSaved(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await page.getByRole('treeitem').filter({ hasText: 'Pay much later' }).click();
  await expect(text).toHaveValue('Pay much later');
});

test('the open studio of a disabled colleague can no longer be edited', async ({ page }) => {
  await openStudio(page, own, 'dan', 'editor');
  await edit(page, 'Pay later');
  await waitUntilSaved(page);
  own.run('staff', 'disable', 'dan');
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible();
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toBeDisabled();
  await expect(text).toHaveValue('Pay later');
  await expect(page.getByRole('button', { name: 'Add…' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('a viewer sees fields that cannot be edited, and who can edit', async ({ page }) => {
  await openStudio(page, own, 'eve', 'viewer');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Rollover');
  await page.keyboard.press('Enter');
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toBeDisabled();
  await expect(text).toHaveValue('Rollover Repayment');
  await expect(page.getByText('Editors, approvers, publishers and admins can edit.')).toBeVisible();
});

test('what a closed accordion hides is opened, and a dialog that no state opens', async ({ page }) => {
  await openStudio(page, own, 'fay', 'editor');
  const phone = page.frameLocator('.st-frame:not(.st-frame-behind)');
  await lineOf(page, 'payment-instructions').click();
  await expect(phone.locator('.cz-accordion-button[aria-expanded="false"]').first()).toBeVisible();
  const hidden = page.getByRole('treeitem', { level: 3 }).first();
  await hidden.click();
  await expect(phone.locator('.cz-accordion-button[aria-expanded="true"]').first()).toBeVisible();

  await lineOf(page, 'loan-confirm').click();
  await page
    .getByRole('treeitem', { name: /Before you go|retention|popTitle/ })
    .first()
    .click();
  await expect(phone.getByRole('dialog')).toBeVisible();
  await expect(page.locator('.st-hidden')).toHaveCount(0);
});
