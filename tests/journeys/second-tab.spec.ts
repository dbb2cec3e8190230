import type { Browser, Page } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import {
  choose,
  COMMIT,
  code,
  confirm,
  CONFIRM,
  enter,
  open,
  paid,
  pay,
  resend,
  toCode,
  WAY,
} from './pay-way.ts';
import { expect, PAY_CODE, PAYMENT_PORT, test, type Visit } from './visit.ts';

/* A success is stored for its intent: a page with older data sends nothing. */

const PUSH = '/v3/loan-confirm/loan-detail-push';
const OFFER = '/v3/loan-confirm/loan-detail-confirm';
const SOURCE = { lang: 'source' };

const ended = (page: Page) => page.getByText('This is already done. Nothing was sent again.').first();
const keys = async (borrower: Visit, path: string) =>
  (await borrower.requests(path)).map((call) => call.headers['idempotency-key']);

/** The service offers the payment again: the next instalment. */
async function offerAgain(page: Page): Promise<void> {
  const card = { id: 1, bankName: 'First Island Bank', cardNo: '4821', bankCode: 'F' };
  await page.route(`**${WAY}*`, (route) =>
    route.fulfill({ json: { code: '00', data: { alipay: '', repayToken: 'again', bankCards: [card] } } }),
  );
}

const tabOf = async (borrower: Visit) => borrower.inTab(await borrower.page.context().newPage());

test('two tabs on one order: the second shows the result, loads again, and then pays the next instalment', async ({
  visit,
  page,
}) => {
  const borrower = visit('cards-at-once');
  await open(borrower);
  await choose(page);
  const other = await tabOf(borrower);
  await open(other);
  await choose(other.page);
  await pay(borrower).click();
  await expect(page).toHaveURL(/\/borrowDetail\?/);
  expect(await paid(borrower)).toBe(1);

  await offerAgain(other.page);
  const reads = (await borrower.requests(WAY)).length;
  const again = other.page.waitForRequest((request) => request.url().includes(WAY));
  await pay(other).click();
  await expect(ended(other.page)).toBeVisible();
  await again;
  expect(await keys(borrower, COMMIT)).toHaveLength(1);
  expect(reads).toBe(2);

  await choose(other.page);
  await pay(other).click();
  await expect.poll(async () => (await keys(borrower, COMMIT)).length).toBe(2);
  expect(new Set(await keys(borrower, COMMIT)).size).toBe(2);
  await other.page.close();
});

test('a payment with a code ends with its confirmation, not with another commit or another code', async ({
  visit,
  page,
}) => {
  const borrower = visit('cards');
  await page.clock.install();
  await toCode(borrower);
  const other = await tabOf(borrower);
  await toCode(other);
  expect(await keys(borrower, COMMIT)).toHaveLength(2);
  await page.clock.fastForward(61_000);
  await resend(page).click();
  await expect.poll(async () => (await keys(borrower, COMMIT)).length).toBe(3);
  await enter(page, '123456');
  await expect(page).toHaveURL(/\/borrowDetail\?/);

  await code(other.page).fill('123456');
  await confirm(other.page).click();
  await expect(ended(other.page)).toBeVisible();
  expect(await keys(borrower, CONFIRM)).toHaveLength(1);
  expect(await paid(borrower)).toBe(1);
  await other.page.close();
});

test('a code is not requested again after a success in another tab', async ({ visit, page }) => {
  const borrower = visit('cards');
  await toCode(borrower);
  const tab = await page.context().newPage();
  await tab.clock.install();
  const other = borrower.inTab(tab);
  await toCode(other);
  await enter(page, '123456');
  await expect(page).toHaveURL(/\/borrowDetail\?/);
  await tab.clock.fastForward(61_000);
  await resend(tab).click();
  await expect(ended(tab)).toBeVisible();
  expect(await keys(borrower, COMMIT)).toHaveLength(2);
  await tab.close();
});

test("a reload offers the service's current state: nothing, or the next payment with a new key", async ({
  visit,
  page,
}) => {
  const borrower = visit('cards-at-once');
  await open(borrower);
  await choose(page);
  const other = await tabOf(borrower);
  await open(other);
  await pay(borrower).click();
  await expect(page).toHaveURL(/\/borrowDetail\?/);
  await other.page.reload();
  await expect(other.page.getByText('There is nothing to pay for this order now.')).toBeVisible();
  await offerAgain(other.page);
  await other.page.reload();
  await choose(other.page);
  await pay(other).click();
  await expect.poll(async () => new Set(await keys(borrower, COMMIT)).size).toBe(2);
  await other.page.close();
});

const OLDER = { push: '/gopia/goya/depush', offer: '/gopia/goya/satire' };
for (const [path, otherPath, scenario, pushes, offer] of [
  ['/loanConfirmNew', '/loanConfirmNew', 'loan-offer', [PUSH], OFFER],
  ['/loanConfirm', '/loanConfirm', 'older-offer-plain', [OLDER.push], OLDER.offer],
  ['/loanConfirmNew', '/loanConfirm', 'loan-offer', [PUSH, OLDER.push], OLDER.offer],
] as const) {
  test(`a loan that one tab has taken at ${path} is not sent again at ${otherPath}`, async ({
    visit,
    page,
  }) => {
    const borrower = visit(scenario);
    const toLoan = async (one: Visit, at: string) => {
      await one.open(at, SOURCE);
      await expect(one.page.getByRole('checkbox')).toBeVisible();
    };
    const loan = (one: Visit) => one.page.getByRole('contentinfo').getByRole('button').last();
    await toLoan(borrower, path);
    const other = await tabOf(borrower);
    await toLoan(other, otherPath);
    await loan(borrower).click();
    await expect(page).toHaveURL(/from=confirm/);
    const again = other.page.waitForRequest((request) => request.url().includes(offer));
    await loan(other).click();
    await expect(ended(other.page)).toBeVisible();
    await again;
    const sent = await Promise.all(pushes.map((push) => keys(borrower, push)));
    expect(sent.flat()).toHaveLength(1);
    await other.page.close();
  });
}

test('after one tab has received a pay code, the first tap in the other tab sends nothing; the second requests a new code', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  const toPayment = async (one: Visit) => {
    await one.open('/repay', SOURCE);
    await one.button('Payment Method').click();
    await expect(one.button('Payment')).toBeEnabled();
  };
  await toPayment(borrower);
  const other = await tabOf(borrower);
  await toPayment(other);
  await borrower.button('Payment').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  await other.button('Payment').click();
  await expect(ended(other.page)).toBeVisible();
  expect(await keys(borrower, PAY_CODE)).toHaveLength(1);
  await other.button('Payment').click();
  await expect.poll(() => new URL(other.page.url()).port).toBe(PAYMENT_PORT);
  expect(new Set(await keys(borrower, PAY_CODE)).size).toBe(2);
  await other.page.close();
});

test.describe('a second device of the same session', () => {
  let own: OwnServer;
  test.beforeAll(async ({ baseURL }) => {
    own = new OwnServer({ CAPIZ_UPSTREAM: baseURL ?? '', CAPIZ_NEW: '1' });
    await own.start();
  });
  test.afterAll(() => own.remove());

  async function onDevice(browser: Browser, borrower: Visit, origin = ''): Promise<Visit> {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
    return borrower.inTab(await context.newPage());
  }

  test('without CAPIZ_UPSTREAM: sends nothing for data loaded before the success, but sends after a reload', async ({
    visit,
    browser,
    baseURL,
  }) => {
    const borrower = visit('cards-at-once');
    const first = await onDevice(browser, borrower, baseURL);
    const second = await onDevice(browser, borrower, baseURL);
    for (const device of [first, second]) {
      await open(device);
      await choose(device.page);
    }
    await pay(first).click();
    await expect(first.page).toHaveURL(/\/borrowDetail\?/);
    await pay(second).click();
    await expect(ended(second.page)).toBeVisible();
    expect(await keys(borrower, COMMIT)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
    await offerAgain(second.page);
    await second.page.reload();
    await choose(second.page);
    await pay(second).click();
    // Our server did not answer this load, so the load counts from its start.
    await expect.poll(async () => new Set(await keys(borrower, COMMIT)).size).toBe(2);
    await Promise.all([first, second].map((device) => device.page.context().close()));
  });

  test('with CAPIZ_UPSTREAM: takes no second loan, also with unusable storage', async ({
    visit,
    browser,
  }) => {
    const borrower = visit('loan-offer');
    const first = await onDevice(browser, borrower, own.origin);
    const second = await onDevice(browser, borrower, own.origin);
    await second.page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    for (const device of [first, second]) {
      await device.open('/loanConfirmNew', SOURCE);
      await expect(device.page.getByRole('checkbox')).toBeVisible();
    }
    await first.button('Loan').click();
    // The loan's address is on the other server, which these pages do not open.
    await expect(first.page.getByText('Your loan was made').first()).toBeVisible();
    await second.button('Loan').click();
    await expect(ended(second.page)).toBeVisible();
    expect(await keys(borrower, PUSH)).toHaveLength(1);
    await Promise.all([first, second].map((device) => device.page.context().close()));
  });
});

test('a saved account whose answer is 204 without a body counts as saved, and is sent once', async ({
  visit,
  page,
}) => {
  const SAVE = '/v3/bind-card/bind-card-order';
  const borrower = visit('bank-filled');
  let saved = 0;
  await page.route(`**${SAVE}*`, (route) => {
    saved += 1;
    return route.fulfill({ status: 204 });
  });
  await borrower.open('/bindBank', { ...SOURCE, source: 'loanDetail' });
  await borrower.button('Next').click();
  await expect(page).toHaveURL(/\/order\?/);
  expect(saved).toBe(1);
});
