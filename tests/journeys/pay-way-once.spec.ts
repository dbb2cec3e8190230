import type { Page } from '@playwright/test';
import {
  WAY,
  COMMIT,
  CONFIRM,
  pay,
  dialog,
  checking,
  resend,
  code,
  confirm,
  members,
  paid,
  open,
  choose,
  toCode,
  enter,
} from './pay-way.ts';
import { expect, test } from './visit.ts';

test.describe('no borrower is charged twice', () => {
  /** The screen after an unknown result: no way to pay, a link to the order. */
  async function expectTruth(page: Page): Promise<void> {
    await expect(checking(page)).toBeVisible();
    await expect(checking(page).getByText('Do not pay again.')).toBeVisible();
    await expect(checking(page).getByRole('button', { name: /pay|again|confirm/i })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(checking(page)).toBeVisible();
  }

  /** The service would accept a second payment; the page does not know the first one's result. */
  async function offerAgain(page: Page): Promise<void> {
    const card = { id: 1, bankName: 'First Island Bank', cardNo: '4821', bankCode: 'F' };
    await page.route(`**${WAY}*`, (route) =>
      route.fulfill({ json: { code: '00', data: { alipay: '', repayToken: 't', bankCards: [card] } } }),
    );
  }

  const tabOf = (page: Page) => page.context().newPage();

  test('two taps cause one commit, and two taps one confirmation', async ({ visit, page }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    await pay(borrower).dblclick();
    await expect(pay(borrower)).toHaveAttribute('aria-busy', 'true');
    await expect(dialog(page)).toBeVisible({ timeout: 10_000 });
    await code(page).fill('123456');
    await confirm(page).dblclick();
    await expect(page).toHaveURL(/\/borrowDetail\?/, { timeout: 10_000 });
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await borrower.requests(CONFIRM)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a reload with the dialog open restores it, with its record and its deadline', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await expect(resend(page)).toHaveText(/^5[0-8]s$/);
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByText('First Island Bank, ending in 4821')).toBeVisible();
    await expect(resend(page)).toHaveText(/^5[0-8]s$|^4\ds$/);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(members((await borrower.requests(CONFIRM))[0])).toMatchObject({ repaymentRecordId: 'record-1' });
    expect(await paid(borrower)).toBe(1);
  });

  test('8.11 a commit without a reply: the toast, the unknown result, the order, and no second commit after returning', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-commit-lost');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expect(page.getByText('error', { exact: true })).toBeVisible();
    await expectTruth(page);
    expect(await paid(borrower)).toBe(1);
    await checking(page).getByRole('button', { name: 'Check status' }).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByText('We are processing your payment')).toBeVisible();
    await offerAgain(page);
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a failing gateway and an unreadable reply are not refusals: the result is unknown', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-commit-http500');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);

    const other = visit('cards');
    await page.route(`**${COMMIT}`, (route) =>
      route.fulfill({ json: { code: '00', message: '', data: { needValid: 1, repayRecordId: [] } } }),
    );
    await open(other);
    await choose(page);
    await pay(other).click();
    await expectTruth(page);
  });

  test('a confirmation without a reply: the result is unknown; neither it nor a new commit is sent until the order shows the result', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-confirm-lost');
    await toCode(borrower);
    await enter(page, '123456');
    await expectTruth(page);
    await checking(page).getByRole('button', { name: 'Check status' }).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await offerAgain(page);
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);
    expect(await borrower.requests(CONFIRM)).toHaveLength(1);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a page that is killed during the commit sends no second one', async ({ visit, page }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expect.poll(async () => (await borrower.requests(COMMIT)).length).toBe(1);
    const tab = await tabOf(page);
    await page.close({ runBeforeUnload: false });
    const again = borrower.inTab(tab);
    await open(again);
    await choose(tab);
    await pay(again).click();
    await expectTruth(tab);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await tab.close();
  });

  test('a page that is killed with the dialog open starts again: nothing was paid, one record pays once', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    const tab = await tabOf(page);
    await page.close();
    const again = borrower.inTab(tab);
    await open(again);
    expect(await paid(borrower)).toBe(0);
    await choose(tab);
    await pay(again).click();
    await enter(tab, '123456');
    await expect(tab).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
    await tab.close();
  });

  test('two tabs: the second is refused with a message while the first is sending', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    const tab = await tabOf(page);
    const other = borrower.inTab(tab);
    await open(other);
    await choose(tab);
    await pay(borrower).click();
    await expect.poll(async () => (await borrower.requests(COMMIT)).length).toBe(1);
    await pay(other).click();
    await expectTruth(tab);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await tab.close();
  });

  test('neither card number nor code is stored on the device', async ({ visit, page }) => {
    const borrower = visit('cards-confirm-lost');
    await toCode(borrower);
    await enter(page, '123456');
    await expectTruth(page);
    await page.reload();
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(stored).toContain('capiz/intent/repay-card/');
    expect(stored).not.toMatch(/4000123412344821|123456"|verifyCode/);
  });
});
