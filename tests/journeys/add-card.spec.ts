import type { Page } from '@playwright/test';
import { expect, test } from './visit.ts';

const AMOUNT = { withholdingAmount: '341250', lang: 'source' };
const INIT = '/fixing/v3/bind-card/card-init';
const SAVE = '/fixing/v3/bind-card/bind-card-new';
const HUICHAO = '/api/v1/youmi/youmi-api/service/loan/repayment-huichao';

async function pick(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field} `) }).click();
  await page.getByRole('dialog').getByRole('radio', { name: option, exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('2.51 7.12 7.13 a card is added with the parts and calls of the bank form, and the screen leads back to the payment', async ({
  visit,
  page,
}) => {
  const borrower = visit('cards');
  await borrower.open('/payWay', AMOUNT);
  await borrower.button('Add a card').click();
  await expect(page).toHaveURL(/\/addnormalcard\?/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a card');
  await pick(page, 'Channel', 'Bank transfer');
  await pick(page, 'Bank', 'Rice Terrace Bank');
  await page.getByLabel('Account number').fill('1234567890');
  await page.getByLabel('Account holder').fill('Maria Santos');
  await page.getByRole('button', { name: /^Date of birth / }).click();
  await page.getByLabel('Or type it').pressSequentially('19900228');
  await page.keyboard.press('Enter');
  await borrower.button('Next').click();
  await expect(page).toHaveURL(/\/payWay\?/);
  await expect(page.getByText('₱3412.50', { exact: true })).toBeVisible();
  const [init] = await borrower.requests(INIT);
  expect(init).toMatchObject({ method: 'POST', body: 'product_id=1203' });
  const [save, ...more] = await borrower.requests(SAVE);
  expect(more).toEqual([]);
  expect(Object.fromEntries(new URLSearchParams(save?.body))).toEqual({
    channelNumber: '90006',
    bankCode: 'RTB',
    cardNo: '1234567890',
    walletNo: '',
    holder: 'Maria Santos',
    city: '',
    birthday: '1990-02-28',
    cardType: '1',
    product_id: '1203',
  });
});

test('missing values are requested, and nothing is saved', async ({ visit, page }) => {
  const borrower = visit('cards');
  await borrower.open('/addnormalcard', AMOUNT);
  await expect(page.getByLabel('Account number')).toBeVisible();
  await borrower.button('Next').click();
  await expect(page.getByText('Enter Account number').first()).toBeVisible();
  expect(await borrower.requests(SAVE)).toEqual([]);
});

for (const [hash, heading] of [
  ['#/borrowDetail', 'Order Details'],
  ['#/addnormalcard', 'Add a card'],
  ['#/payWay', 'Repayment'],
] as const) {
  test(`2.50 2.51 the old link ${hash} still opens its screen`, async ({ visit, page }) => {
    const borrower = visit('cards');
    await page.goto(`${borrower.address('/order', AMOUNT)}${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect.poll(() => new URL(page.url()).pathname).toBe(hash.slice(1));
  });
}

test.describe('Alipay', () => {
  test('2.52 2.54 3.19 7.26 a tap on the offer requests the address and opens it; Back leads to the cards', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-alipay');
    await borrower.open('/payWay', AMOUNT);
    await borrower.button('Alipay').click();
    await expect(borrower.button('Continue')).toBeVisible();
    expect(await borrower.requests(HUICHAO)).toEqual([]);
    await borrower.button('Continue').click();
    await expect(page.getByText('A payment page for demonstrations: no money moves.')).toBeVisible();
    const [call, ...more] = await borrower.requests(HUICHAO);
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      path: HUICHAO,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': expect.any(String),
      },
    });
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      userId: `user-${borrower.id}`,
      orderId: borrower.orderId,
      amount: '341250',
    });
    await page.goBack();
    await expect(page).toHaveURL(/\/payWay\?/);
    await expect(borrower.button('Alipay')).toBeVisible();
    expect(await borrower.requests(HUICHAO)).toHaveLength(1);
  });

  test('2.52 an empty alipay shows no offer', async ({ visit, page }) => {
    const borrower = visit('cards');
    await borrower.open('/payWay', AMOUNT);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(borrower.button('Alipay')).toHaveCount(0);
  });

  test('2.54 the old link #/alipayrepayment opens the payment page too', async ({ visit, page }) => {
    const borrower = visit('cards-alipay');
    await page.goto(`${borrower.address('/order', AMOUNT)}#/alipayrepayment`);
    await borrower.button('Continue').click();
    await expect(page.getByText('A payment page for demonstrations: no money moves.')).toBeVisible();
  });

  test('an address of a host that is not allowed is not opened: nothing was paid, and a message says so', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-alipay-unsafe');
    await borrower.open('/alipayrepayment', AMOUNT);
    await borrower.button('Continue').click();
    await expect(
      page.getByText('The payment page could not be opened safely. Nothing was paid.').first(),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/alipayrepayment/);
  });

  test('a refusal shows the service’s words, and another tap repeats the call', async ({ visit, page }) => {
    const borrower = visit('cards-alipay-error');
    await borrower.open('/alipayrepayment', AMOUNT);
    await borrower.button('Continue').click();
    await expect(page.getByText('Alipay is not available today.').first()).toBeVisible();
    await borrower.button('Continue').click();
    await expect(page.getByText('A payment page for demonstrations: no money moves.')).toBeVisible();
  });

  test('8.11 without a reply: the toast, and another tap repeats the same payment with the same key', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-alipay-lost');
    await borrower.open('/alipayrepayment', AMOUNT);
    await borrower.button('Continue').click();
    await expect(page.getByText('error', { exact: true })).toBeVisible();
    await expect(page.getByText(/We got no answer. Tap Continue/)).toBeVisible();
    await borrower.button('Continue').click();
    await expect(page.getByText('A payment page for demonstrations: no money moves.')).toBeVisible();
    const calls = await borrower.requests(HUICHAO);
    expect(calls.map(({ body }) => body)).toEqual([calls[0]?.body, calls[0]?.body]);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await borrower.payments()).toHaveLength(1);
  });

  test('8.11 offline shows an error and sends nothing', async ({ visit, page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    const borrower = visit('cards-alipay');
    await borrower.open('/alipayrepayment', AMOUNT);
    await borrower.button('Continue').click();
    await expect(page.getByText('error', { exact: true }).first()).toBeVisible();
    await expect(borrower.button('Continue')).toBeVisible();
    expect(await borrower.requests(HUICHAO)).toEqual([]);
  });

  test('without an amount nothing is requested, and a button leads back', async ({ visit, page }) => {
    const borrower = visit('cards-alipay');
    await borrower.open('/alipayrepayment', { lang: 'source' });
    await expect(page.getByText('Payment details are missing')).toBeVisible();
    await expect(borrower.button('Back to the order')).toBeVisible();
    expect(await borrower.requests(HUICHAO)).toEqual([]);
  });
});
