import { expect, PAYMENT_PORT, PAY_CODE, test, type Visit } from './visit.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

async function toSheet(borrower: Visit): Promise<void> {
  await borrower.button('Payment Method').click();
  await expect(borrower.page.getByRole('dialog')).toBeVisible();
}

async function onPaymentPage(borrower: Visit, timeout = 5_000): Promise<void> {
  await expect.poll(() => new URL(borrower.page.url()).port, { timeout }).toBe(PAYMENT_PORT);
}

test('4.34 4.53 the payment: order, rollover, payment method, payment, payment page, back to the order', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('Rollover Repayment').click();
  await expect(page).toHaveURL(/\/repayDelay\?/);
  await expect(page.getByText('Your next payment date is')).toBeVisible();
  await toSheet(borrower);
  await expect(
    page.getByRole('dialog', { name: 'Please select your repayment method for payment' }),
  ).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await borrower.button('Payment').click();
  await onPaymentPage(borrower);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect.poll(() => page.url()).toContain('/order');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Details' })).toBeVisible();

  const calls = await borrower.requests();
  const [details] = calls.filter((call) => call.path.startsWith('/v3/loan-details/loan-details?'));
  expect(details?.method).toBe('GET');
  const [plan] = calls.filter((call) => call.path === '/growing/plan');
  expect(plan?.method).toBe('POST');
  expect(Object.fromEntries(new URLSearchParams(plan?.body))).toEqual({
    productId: '1203',
    orderId: borrower.orderId,
  });
  const [code, ...more] = calls.filter((call) => call.path === PAY_CODE);
  expect(more).toEqual([]);
  const sent = Object.fromEntries(new URLSearchParams(code?.body));
  expect(Object.keys(sent).sort()).toEqual(['amount', 'channelNumber', 'isDelay', 'orderId', 'productId']);
  expect(sent).toMatchObject({
    productId: '1203',
    orderId: borrower.orderId,
    channelNumber: '90006',
    isDelay: '1',
  });
  expect(sent.amount).toMatch(/^\d+$/);
});

test('instalment repayment sends the shown amount, the chosen channel and no isDelay', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  await toSheet(borrower);
  await page.getByRole('radio', { name: 'Wallet Two' }).check();
  await borrower.button('Payment').click();
  await onPaymentPage(borrower);
  const [code] = await borrower.requests(PAY_CODE);
  expect(Object.fromEntries(new URLSearchParams(code?.body))).toEqual({
    productId: '1203',
    orderId: borrower.orderId,
    amount: '341250',
    channelNumber: '90011',
  });
  expect(code?.headers['x-requested-with']).toBe('XMLHttpRequest');
  expect(code?.headers['idempotency-key']).toMatch(/\S/);
});

test('a double tap on Payment sends one request', async ({ visit, page }) => {
  const borrower = visit('pay-code-slow');
  await borrower.open('/repay');
  await toSheet(borrower);
  const button = borrower.button('Payment');
  await button.dblclick();
  await button.click({ force: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await onPaymentPage(borrower, 20_000);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  await page.waitForTimeout(500);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
});

test('a lost answer shows a message, and the next tap repeats the same key and body', async ({
  visit,
  page,
}) => {
  const borrower = visit('pay-code-lost');
  await borrower.open('/repay');
  await toSheet(borrower);
  await borrower.button('Payment').click();
  await expect(
    page.getByRole('dialog').getByText(/^We got no answer\. Tap Payment to try again/),
  ).toBeVisible();
  await borrower.button('Payment').click();
  await onPaymentPage(borrower);
  const calls = await borrower.requests(PAY_CODE);
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(new Set(calls.map((call) => call.headers['idempotency-key'])).size).toBe(1);
  expect(new Set(calls.map((call) => call.body)).size).toBe(1);
});

test('a refusal stays inside the sheet', async ({ visit, page }) => {
  const borrower = visit('pay-code-error');
  await borrower.open('/repay');
  await toSheet(borrower);
  await borrower.button('Payment').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(borrower.button('Payment')).not.toHaveAttribute('aria-disabled', 'true');
});

test('pay-url-unsafe: an error inside the sheet, and no navigation', async ({ visit, page }) => {
  const borrower = visit('pay-url-unsafe');
  await borrower.open('/repay');
  await toSheet(borrower);
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/repay');
});

test('pay-url-missing: an unreadable success is not a failure; the sheet shows how to continue, and the page stays', async ({
  visit,
  page,
}) => {
  const borrower = visit('pay-url-missing');
  await borrower.open('/repay');
  await toSheet(borrower);
  await borrower.button('Payment').click();
  await expect(
    page.getByRole('dialog').getByText(/^We got no answer\. Tap Payment to try again/),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/repay');
});

test('without a channel the button is disabled and shows the reason', async ({ visit, page }) => {
  const borrower = visit('no-channels');
  await borrower.open('/repay');
  await expect(borrower.button('Payment Method')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No payment method available. Please contact us.')).toBeVisible();
});

test.describe('after a return from the payment page the order is loaded again before any button works', () => {
  test('by Back', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/order');
    await borrower.button('Rollover Repayment').click();
    await toSheet(borrower);
    await borrower.button('Payment').click();
    await onPaymentPage(borrower);
    const before = (await borrower.requests('/growing/plan')).length;
    await page.goBack();
    await expect(page).toHaveURL(/\/repayDelay\?/);
    await expect.poll(async () => (await borrower.requests('/growing/plan')).length).toBeGreaterThan(before);
    expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  });

  test('by its link', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay');
    await toSheet(borrower);
    await borrower.button('Payment').click();
    await onPaymentPage(borrower);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect.poll(() => page.url()).toContain('/order');
    await expect(borrower.button('Borrow Again')).toBeVisible();
    await expect(borrower.button('Rollover Repayment')).toBeHidden();
  });

  test('from bfcache', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/order');
    await expect(borrower.button('Rollover Repayment')).toBeVisible();
    const path = '/v3/loan-details/loan-details';
    const before = (await borrower.requests(path)).length;
    // Simulates bfcache: the page is shown unchanged, with `persisted` set.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect.poll(async () => (await borrower.requests(path)).length).toBe(before + 1);
  });
});
