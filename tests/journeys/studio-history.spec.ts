import { expect, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { Job, openPhone } from './job.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* An earlier release returns: into a draft, and to borrowers only when that is published. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('two releases are compared; the older one is copied into the draft in one step, and removed by undo', async ({
  page,
  browser,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'publisher');
  await page.getByRole('treeitem', { name: 'Welcome' }).first().click();
  await page.getByLabel('Text', { exact: true }).fill('Good to see you');
  await waitUntilSaved(page);
  await page.getByRole('link', { name: 'Review 1 change' }).click();
  const publish = page.getByRole('form', { name: 'Publish' });
  await publish.getByLabel('Reason').fill('Warmer words');
  await publish.getByLabel('The warning is intended').check();
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Begin a new draft' }).click();
  await expect(page.getByRole('treeitem', { name: 'Good to see you' })).toBeVisible();
  const job = new Job('J11');
  await job.step('ask', page, async (hand) => {
    await hand.find('Good to see you');
    await hand.click(page.getByText('History', { exact: true }));
    const last = page.getByRole('listitem').filter({ hasText: 'Warmer words' });
    await expect(last).toContainText('ana');
  });
  await page.getByText('History', { exact: true }).click();
  const phone = await openPhone(browser);
  await phone.goto(`${own.origin}/aboutUs?lang=source`);
  await expect(phone.getByText('Good to see you')).toBeVisible();
  job.end();
  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  const compare = page.getByRole('form', { name: 'Compare two releases' });
  const [older, newer] = [compare.getByLabel('Before'), compare.getByLabel('After')];
  await expect(older.getByRole('option')).toHaveCount(3);
  await older.selectOption({ index: 2 });
  await newer.selectOption({ index: 1 });
  await compare.getByRole('button', { name: 'Compare' }).click();
  const restore = page.getByRole('region', { name: 'Restore' });
  await expect(page.locator('ins').filter({ hasText: 'Good to see you' })).toBeVisible();
  await restore
    .getByRole('button', { name: /^As in “.*: Everything$/ })
    .first()
    .click();
  await expect(restore.getByText(/^Your draft has Everything as in “.*\.$/)).toBeVisible();
  expect(await findAny(page)).toEqual([]);
  await waitUntilSaved(page);
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();

  // For the current value: its author, and that it is not published.
  await page.getByRole('treeitem', { name: 'Welcome' }).first().click();
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'In this draft, not published' })).toContainText(
    /^Textana, /,
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('treeitem', { name: 'Good to see you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  expect(faults).toEqual([]);
});
