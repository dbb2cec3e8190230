import { expect, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf } from './studio.ts';
let own: OwnServer;
test.beforeAll(async () => { own = new OwnServer(); await own.start(); });
test.afterAll(() => own.remove());
test('shots', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const shot = (n: string) => page.screenshot({ path: `/tmp/shots/${n}.png` });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Payment Method');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Payment Method');
  await page.keyboard.press('Enter');
  await expect(previewOf(page).getByRole('button', { name: 'Payment Method' })).toBeVisible();
  const what = page.getByRole('region', { name: 'What happens' });
  await what.scrollIntoViewIfNeeded();
  await shot('1-tap');
  await what.locator('.st-step-name').first().click();
  await what.scrollIntoViewIfNeeded();
  await shot('2-open');
  await what.getByRole('button', { name: 'Add a step to On tap' }).click();
  await shot('3-menu');
  await page.getByRole('dialog').getByRole('button', { name: /^Call a service/ }).click();
  await page.waitForTimeout(500);
  await what.getByRole('button', { name: 'If it fails…' }).click();
  await page.waitForTimeout(300);
  await what.getByRole('button', { name: 'If it fails…' }).count();
  await shot('4-call');
  await page.getByRole('region', { name: 'failure 1' }).scrollIntoViewIfNeeded();
  await shot('5-call');
  for (const [screen, n] of [['loan-confirm', '6-money'], ['pay-way', '7-payway'], ['test-preview', '8-test']] as const) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await page.waitForTimeout(800);
    await shot(`${n}-screen`);
    const buttons = page.getByRole('treeitem').filter({ hasText: /^Button/ });
    if (await buttons.count()) { await buttons.last().click(); await page.waitForTimeout(500); 
    await what.scrollIntoViewIfNeeded().catch(() => {});
    await shot(n); }
  }
  await page.setViewportSize({ width: 1180, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(300);
  await shot('9-dark');
  console.log(faults);
});
