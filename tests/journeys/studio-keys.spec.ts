import type { Page } from '@playwright/test';
import { Job } from './job.ts';
import { OwnServer } from './own-server.ts';
import { previewOf, waitUntilSaved } from './studio.ts';
import { find, focused, goToPane, openAs, pressUntil, tabTo } from './studio-by-keys.ts';
import { expect, test, Visit } from './visit.ts';

/*
 * The studio by keyboard alone. After it is open the test uses no pointer, sets no focus and fills nothing in: it presses keys,
 * and waits for the visible result before the next one.
 */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a label is changed, reviewed, approved and published by keyboard alone', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const faults = [...(await openAs(page, own, 'ana', 'editor'))];
  const job = new Job('J13');
  await job.keys('find the button', page, () => find(page, 'Payment Method'));
  // The words are selected, so typing replaces them.
  await expect(focused(page)).toHaveValue('Payment Method');
  await job.keys('write', page, () => page.keyboard.type('Ways to pay'));
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(previewOf(page).getByRole('button', { name: 'Payment Method' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await waitUntilSaved(page);
  await job.keys('go to the review', page, async () => {
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('form', { name: 'Publish' }).getByLabel('Reason')).toBeFocused();
  });
  await expect(page.getByText('Somebody else must approve').first()).toBeVisible();
  await job.keys('ask for approval', page, async () => {
    await page.keyboard.type('Clearer words');
    await tabTo(page, 'button', 'Ask for approval');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByText(/Approvers see it on Home and under Releases\.$/)).toBeVisible();

  const approver = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(approver, own, 'ben', 'approver')));
  await decide(approver, job, 'Approve', 'Approve exactly this', 'Read it');
  const publisher = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(publisher, own, 'dan', 'publisher')));
  await decide(publisher, job, 'Publish now', /^Give everybody/);

  const borrower = new Visit(await (await browser.newContext()).newPage(), request, 'repayable');
  await borrower.page.goto(own.origin + borrower.address('/repay', { lang: 'source' }));
  await expect(borrower.button('Ways to pay')).toBeVisible();
  for (const one of [approver, publisher, borrower.page]) await one.context().close();
  job.end();
  expect(faults).toEqual([]);
});

/** Opens the waiting release and decides about it. Types `reason`; without one, leaves the field as the page filled it. */
async function decide(
  page: Page,
  job: Job,
  label: string,
  confirm: string | RegExp,
  reason?: string,
): Promise<void> {
  await tabTo(page, 'link', 'Releases');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Clearer words/).first()).toBeVisible();
  await tabTo(page, 'button', 'Review');
  await page.keyboard.press('Enter');
  if (label === 'Approve') {
    // Money is approved only after every picture that differs was looked at.
    await expect(page.getByText(/You have looked at \d+ of \d+/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0);
    await tabTo(page, 'button', 'Show them one by one');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible({ timeout: 60_000 });
  const back = page.getByRole('button', { name: 'Back to the releases', exact: true });
  await pressUntil(page, 'F6', back.and(focused(page)));
  await job.keys(label.toLowerCase(), page, async () => {
    await tabTo(page, 'button', label);
    await page.keyboard.press('Enter');
    if (reason !== undefined) {
      await tabTo(page, 'textbox', 'Reason');
      await page.keyboard.type(reason);
    }
    await tabTo(page, 'button', confirm);
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('button', { name: confirm })).toHaveCount(0);
}

test('a button is hidden for one product, and every state reviewed, by keyboard alone', async ({ page }) => {
  const faults = await openAs(page, own, 'cora', 'editor');
  await find(page, 'Rollover Repayment');
  await expect(focused(page)).toHaveValue('Rollover Repayment');
  await goToPane(page, 'Visibility');
  await tabTo(page, 'button', 'Add a condition');
  await page.keyboard.press('Enter');
  await tabTo(page, 'combobox', 'What');
  await page.keyboard.type('product id');
  const names = page.getByRole('listbox', { name: 'Names' });
  await expect(names.getByRole('option', { selected: true })).toContainText('Product id');
  await page.keyboard.press('Enter');
  await tabTo(page, 'combobox', 'Relation');
  await expect(focused(page)).toHaveValue('is not');
  await tabTo(page, 'textbox', 'Value');
  await page.keyboard.type('1203');
  await tabTo(page, 'button', 'Add');
  await page.keyboard.press('Enter');
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText('“product id” is not “1203”');
  await goToPane(page, 'Visibility');
  await tabTo(page, 'button', 'Look at all states');
  await page.keyboard.press('Enter');
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('not seen').first()).toBeVisible();
  // A state with typed steps takes the focus for a moment, and returns it.
  await expect(() => tabTo(page, 'button', 'Default')).toPass({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(visibility.getByRole('status')).toContainText(/Looked at [1-9]/);
  await page.keyboard.press('Control+z');
  await expect(visibility).not.toContainText('1203');
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

test('letters, digits and signs do nothing when shortcuts are switched off, also in a review', async ({
  page,
}) => {
  const faults = await openAs(page, own, 'ed', 'editor');
  const state = page.getByRole('combobox', { name: 'State', exact: true });
  const first = await state.inputValue();
  const keys = page.getByRole('dialog', { name: 'Keys' });
  const letters = keys.getByRole('checkbox', { name: /^Letters, digits and signs/ });
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  /** Control+K works, and no key before it opened a dialog. */
  const expectOnlyPalette = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await close();
  };
  await tabTo(page, 'button', 'Keys');
  await page.keyboard.press('2');
  await expect(state).not.toHaveValue(first);
  await page.keyboard.press('1');
  await expect(state).toHaveValue(first);

  await page.keyboard.press('?');
  await expect(letters).toBeChecked();
  await expect(letters).toBeFocused();
  await page.keyboard.press('Space');
  await close();
  await page.keyboard.press('2');
  await page.keyboard.press('?');
  await expectOnlyPalette();
  await expect(state).toHaveValue(first);

  await page.reload();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  await find(page, 'Payment Method');
  await expect(focused(page)).toHaveValue('Payment Method');
  await page.keyboard.type('Ways to pay');
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await page.keyboard.press('Control+Shift+d');
  const zoom = page.getByRole('button', { name: 'Zoom 72 %' });
  await expect(zoom).toBeVisible();
  await expect(zoom).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('z');
  await expectOnlyPalette();
  await expect(zoom).toBeVisible();

  await tabTo(page, 'button', 'Keys');
  await page.keyboard.press('Enter');
  await expect(letters).not.toBeChecked();
  await page.keyboard.press('Space');
  await close();
  await expect(zoom).toHaveAttribute('aria-keyshortcuts', 'Z');
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Zoom 100 %' })).toBeVisible();
  expect(faults).toEqual([]);
});
