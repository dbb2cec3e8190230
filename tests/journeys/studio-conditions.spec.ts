import type { Locator, Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { Job, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { errorless, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* Conditions as rows: what is looked at by its name, how it is compared, and with what. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

async function select(page: Page, words: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  return page.getByRole('region', { name: 'Visibility' });
}

test('the rollover button is hidden for orders over ₱10,000, and borrowers see it for smaller ones only', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'admin');
  const job = new Job('J2');
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await job.step('find the button', page, (hand) => hand.find('Rollover Repayment'));
  await job.step('add the condition', page, async (hand) => {
    await hand.click(visibility.getByRole('button', { name: 'Add a condition' }));
    await hand.type('withholding');
    await hand.click(page.getByRole('option', { name: /^Withholding amount/ }));
    await hand.choose(visibility.getByLabel('Relation'), 'is at most, or not there');
    await hand.fill(visibility.getByLabel('Value'), '₱10,000');
    expect(await findSerious(page)).toEqual([]);
    await hand.click(visibility.getByRole('button', { name: 'Add', exact: true }));
  });
  await expect(visibility).toContainText('“withholding amount” is at most ₱10,000.00, or not there');
  await expect(errorless(page)).toBeVisible();
  await expect(previewOf(page).getByRole('button', { name: 'Rollover Repayment' })).toBeVisible();
  await waitUntilSaved(page);
  await publishDraft(page, browser, own, 'ruth');

  for (const [amount, isThere] of [
    ['1000000', true],
    ['1000001', false],
  ] as const) {
    const visit = new Visit(await (await browser.newContext()).newPage(), request, 'repayable');
    await visit.page.goto(own.origin + visit.address('/order', { withholdingAmount: amount }));
    await expect(visit.page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
    await expect(visit.page.getByRole('button', { name: 'Rollover Repayment' })).toHaveCount(isThere ? 1 : 0);
    await visit.page.context().close();
  }
  job.end();
  expect(faults).toEqual([]);
});

test('rows are changed, get alternatives and are removed, and undo restores the text', async ({ page }) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await select(page, 'Rollover Repayment');
  await page.getByRole('button', { name: 'Conditions', exact: true }).click();
  await page
    .getByRole('region', { name: 'Conditions', exact: true })
    .getByRole('button', { name: /“is delay of order” is yes and “order status of order” is one of/ })
    .click();
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText('“order status of order” is one of “174” or “180”');
  const rows = visibility.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(visibility.getByText('“is delay of order” is yes')).toHaveAttribute(
    'title',
    'data.order.isDelay',
  );

  await visibility
    .getByRole('button', { name: 'Edit: “order status of order” is one of “174” or “180”' })
    .click();
  await expect(visibility.getByLabel('What')).toHaveValue('Order status of order');
  await expect(visibility.getByText(/^On the phone now: 1/)).toBeVisible();
  await visibility.getByRole('checkbox', { name: '21', exact: true }).check();
  await visibility.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(visibility).toContainText('is one of “174”, “180” or “21”');

  await visibility.getByRole('button', { name: 'Or beside: “is delay of order” is yes' }).click();
  await visibility.getByLabel('What').fill('Product id');
  await visibility.getByLabel('Relation').selectOption('starts with');
  await visibility.getByLabel('Value').fill('12');
  await visibility.getByLabel('Value').press('Enter');
  await expect(visibility.getByRole('group', { name: 'One of them' })).toContainText(
    '“product id” starts with “12”',
  );
  await page.getByRole('button', { name: /^Problems/ }).click();
  await expect(errorless(page)).toBeVisible();
  await visibility.getByRole('button', { name: 'Remove: “is delay of order” is yes' }).click();
  await expect(visibility.getByRole('group', { name: 'One of them' })).toHaveCount(0);
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();

  // What is not in the data becomes a note for the developers.
  await visibility.getByRole('button', { name: 'Add a condition' }).click();
  await visibility.getByRole('button', { name: 'This is not in our data: ask the developers' }).click();
  await visibility.getByLabel('What is missing').fill('how often somebody rolled over');
  await visibility.getByRole('button', { name: 'Leave the note' }).click();
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText(
    'For the developers: this is not in our data, and a condition needs it: how often somebody rolled over',
  );
  expect(faults).toEqual([]);
});

test('all conditions of a screen are one list, with the states in which each holds', async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'cleo', 'editor');
  await select(page, 'Rollover Repayment');
  await page.getByRole('button', { name: 'Conditions', exact: true }).click();
  const list = page.getByRole('region', { name: 'Conditions', exact: true });
  const lines = list.getByRole('listitem');
  await expect(lines.filter({ hasText: '“is delay of order” is yes' }).first()).toBeVisible();
  const all = await lines.count();
  await list.getByLabel('Looks at').selectOption('is delay of order');
  await expect(lines).not.toHaveCount(all);
  await list.getByLabel('Looks at').selectOption('anything');
  await list.getByRole('button', { name: 'Count the states' }).click();
  await expect(list.getByRole('status')).toHaveText(/^\d+ of \d+ conditions$/, { timeout: 180_000 });
  await expect(lines.filter({ hasText: /True in \d+ of \d+ states/ }).first()).toBeVisible();
  await list.getByLabel('Never true in a state').check();
  for (const line of await lines.all()) await expect(line).toContainText('never');
  await list.getByLabel('Never true in a state').uncheck();
  expect(await findSerious(page)).toEqual([]);
  await lines.filter({ hasText: 'Borrow Again' }).first().getByRole('button').click();
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText('“order status of order” is “200”');
  await expect(visibility).toContainText(/Shown in \d+ of \d+ states/);
  expect(faults).toEqual([]);
});
