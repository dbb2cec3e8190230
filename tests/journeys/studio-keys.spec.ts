import type { Locator, Page } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { DESK, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/*
 * The studio by the keyboard alone. From when it is open nothing here points, sets a focus or fills anything in: keys are
 * pressed, and what a person would see is waited for before the next one.
 */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** What has the keyboard, as it is called. */
const focused = (page: Page) => page.locator(':focus');

/** Presses a key until something has the focus. */
async function pressUntil(page: Page, key: 'Tab' | 'F6', wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${String(wanted)}.`);
}

type Control = 'button' | 'textbox' | 'combobox' | 'checkbox';

async function tabTo(page: Page, role: Control, name: string | RegExp): Promise<void> {
  await pressUntil(page, 'Tab', page.getByRole(role, { name, exact: true }).and(focused(page)));
}

/** Goes through the panes until one of this name has the keyboard. */
async function goToPane(page: Page, name: string, role: 'region' | 'form' = 'region'): Promise<void> {
  await pressUntil(page, 'F6', page.getByRole(role, { name, exact: true }).filter({ has: focused(page) }));
}

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(words);
}

async function openAs(page: Page, name: string, role: string): Promise<readonly string[]> {
  await page.setViewportSize(DESK);
  const faults = await openStudio(page, own, name, role);
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  return faults;
}

test('a label is changed, reviewed, approved and published by keys alone', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(180_000);
  const faults = [...(await openAs(page, 'ana', 'editor'))];
  await find(page, 'Payment Method');
  // The words are marked: what is typed stands in their place.
  await expect(focused(page)).toHaveValue('Payment Method');
  await page.keyboard.type('Ways to pay');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(previewOf(page).getByRole('button', { name: 'Payment Method' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await waitUntilSaved(page);
  await page.keyboard.press('Control+Shift+d');
  await expect(page.getByText('Somebody else must approve').first()).toBeVisible();
  await goToPane(page, 'Publish', 'form');
  await tabTo(page, 'textbox', 'Reason');
  await page.keyboard.type('Clearer words');
  await tabTo(page, 'button', 'Ask for approval');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Somebody else approves it, under Releases\.$/)).toBeVisible();

  const approver = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(approver, 'ben', 'approver')));
  await decide(approver, 'Approve', 'Approve exactly this', 'Read it');
  const publisher = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(publisher, 'dan', 'publisher')));
  await decide(publisher, 'Publish now', /^Give everybody/);

  const borrower = new Visit(await (await browser.newContext()).newPage(), request, 'repayable');
  await borrower.page.goto(own.origin + borrower.address('/repay', { lang: 'source' }));
  await expect(borrower.button('Ways to pay')).toBeVisible();
  for (const one of [approver, publisher, borrower.page]) await one.context().close();
  expect(faults).toEqual([]);
});

/** What waits is looked at and decided on; without a reason the one that stands there already is left. */
async function decide(page: Page, deed: string, confirm: string | RegExp, reason?: string): Promise<void> {
  await tabTo(page, 'button', 'Releases');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Clearer words/).first()).toBeVisible();
  await tabTo(page, 'button', 'Review');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: deed, exact: true })).toBeVisible();
  const back = page.getByRole('button', { name: 'Back to the releases', exact: true });
  await pressUntil(page, 'F6', back.and(focused(page)));
  await tabTo(page, 'button', deed);
  await page.keyboard.press('Enter');
  if (reason !== undefined) {
    await tabTo(page, 'textbox', 'Reason');
    await page.keyboard.type(reason);
  }
  await tabTo(page, 'button', confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: confirm })).toHaveCount(0);
}

test('a button is hidden for one product, and every state looked at, by keys alone', async ({ page }) => {
  const faults = await openAs(page, 'cora', 'editor');
  await find(page, 'Rollover Repayment');
  await expect(focused(page)).toHaveValue('Rollover Repayment');
  await goToPane(page, 'Visibility');
  await tabTo(page, 'button', 'Add a condition');
  await page.keyboard.press('Enter');
  await tabTo(page, 'combobox', 'What');
  await page.keyboard.type('params.productId');
  // A browser that offers what is known shows it in a list of its own.
  await page.keyboard.press('Escape');
  await tabTo(page, 'combobox', 'Relation');
  await expect(focused(page)).toHaveValue('is not');
  await tabTo(page, 'combobox', 'Value');
  await page.keyboard.type('1203');
  await tabTo(page, 'button', 'Add');
  await page.keyboard.press('Enter');
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText('params.productId is not "1203"');
  await goToPane(page, 'Visibility');
  await tabTo(page, 'button', 'Look at all states');
  await page.keyboard.press('Enter');
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('not seen').first()).toBeVisible();
  // A state that is typed into has the keyboard for a moment, and gives it back.
  await expect(() => tabTo(page, 'button', 'As it stands')).toPass({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(visibility.getByRole('status')).toContainText(/Looked at [1-9]/);
  await page.keyboard.press('Control+z');
  await expect(visibility).not.toContainText('1203');
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
