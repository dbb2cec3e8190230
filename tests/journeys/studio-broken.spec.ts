import { Job, openPhone, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* The studio while a document is broken. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a broken bracket in the JSON makes no screen disappear from the review, which leads to the error', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const faults = await openStudio(page, own, 'ana', 'admin');
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
  await expect(page.getByText('this is the version before').first()).toBeVisible();
  // What is typed elsewhere would be lost, so nothing else accepts it.
  await page.getByRole('treeitem').filter({ hasText: 'Pay later' }).click();
  await expect(
    page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true }),
  ).toBeDisabled();
  await expect(page.getByText('Nothing can be changed here until it is fixed.')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByText('has an error: fix it first.')).toBeAttached();

  await page.getByRole('link', { name: 'Review 1 change' }).click();
  const review = page.getByRole('main', { name: 'Review' });
  await expect(review.getByRole('region', { name: 'Errors' })).toContainText('nothing is lost');
  const changed = review.getByRole('region', { name: 'What changed' });
  await expect(changed).toContainText('Pay later');
  await expect(changed).not.toContainText(/is gone|deleted/);
  await expect(review.getByText('error is in the way')).toBeVisible();
  // The error is one press away, and fixed there.
  const job = new Job('J10');
  await job.step('go to the error', page, async (hand) => {
    await hand.click(review.getByRole('region', { name: 'Errors' }).getByRole('button').first());
    await expect(editor).toBeVisible();
  });
  await job.step('fix it', page, (hand) => hand.key('Control+z'));
  await page.getByRole('link', { name: 'Review 1 change' }).click();
  await expect(review.getByRole('region', { name: 'Errors' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await waitUntilSaved(page);
  await publishDraft(page, browser, own, 'ben');
  const borrower = new Visit(await openPhone(browser), request, 'repayable');
  await borrower.page.goto(own.origin + borrower.address('/order', { lang: 'source' }));
  await expect(borrower.button('Pay later')).toBeVisible();
  job.end();
  expect(faults).toEqual([]);
});
