import { chromium, type Page, type Route } from '@playwright/test';
import { expect, PAY_CODE, PAYMENT_PORT, test, type Visit } from './visit.ts';

/* Back, forward, reload and the back/forward cache, on a page whose open overlays have history entries. */

const ORDER = '/v3/loan-details/loan-details';
const PLAN = '/v3/installment/loan-play-detail';

async function openSheet(borrower: Visit): Promise<void> {
  await borrower.button('Payment Method').click();
  await expect(borrower.page.getByRole('dialog')).toBeVisible();
}

/** The browser's Back as by a swipe: waits for no load event. */
const swipeBack = (page: Page) => page.evaluate(() => window.history.back());
const goForward = (page: Page) => page.evaluate(() => window.history.forward());

async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}*`, async (route: Route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('one Back leaves a screen whose overlays are closed, independent of how often they were opened', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('Rollover Repayment').click();
  for (let round = 0; round < 3; round += 1) {
    await openSheet(borrower);
    await borrower.button('Close').click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await swipeBack(page);
  await expect(page).toHaveURL(/\/order\?/);
  await expect(borrower.button('Rollover Repayment')).toBeVisible();
});

test('Back through several screens and forward again', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await expect(page).toHaveURL(/\/repay\?/);
  await openSheet(borrower);
  await swipeBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await borrower.button(/Wallet One bill payment/).click();
  await expect(page).toHaveURL(/\/repaymentOfCode2/);
  await swipeBack(page);
  await expect(page).toHaveURL(/\/repay\?/);
  await expect(borrower.button('Payment Method')).toBeVisible();
  await swipeBack(page);
  await expect(page).toHaveURL(/\/order\?/);
  await expect(borrower.button('REPAY')).toBeVisible();
  await goForward(page);
  await expect(page).toHaveURL(/\/repay\?/);
  await openSheet(borrower);
  await swipeBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await swipeBack(page);
  await expect(borrower.button('REPAY')).toBeVisible();
});

test('an overlay that Back closed does not open again on Forward, and opens as before on a tap', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await openSheet(borrower);
  await swipeBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await goForward(page);
  await page.waitForTimeout(300);
  await expect(page.getByRole('dialog')).toBeHidden();
  await openSheet(borrower);
  await swipeBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/repay\?/);
});

test('a reload restores the overlay, its choice, and the actions that wait for it', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await openSheet(borrower);
  await page.getByRole('radio', { name: 'Wallet Two' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Wallet Two' })).toBeChecked();
  await swipeBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/repay\?/);
  // The actions that waited for the sheet have ended, so the button works.
  await openSheet(borrower);
  await borrower.button('Payment').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  const [call] = await borrower.requests(PAY_CODE);
  expect(new URLSearchParams(call?.body).get('channelNumber')).toBe('90011');
});

test('two Backs in a row close the overlay and leave', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await openSheet(borrower);
  await page.evaluate(() => {
    window.history.back();
    window.history.back();
  });
  await expect(page).toHaveURL(/\/order\?/);
  await expect(borrower.button('REPAY')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Back over both entries of a screen leaves it', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await openSheet(borrower);
  await page.evaluate(() => window.history.go(-2));
  await expect(page).toHaveURL(/\/order\?/);
  await expect(borrower.button('REPAY')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Back from the payment page restores the open sheet, and its button waits for the reload of the data', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await openSheet(borrower);
  await borrower.button('Payment').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  const release = await hold(page, PLAN);
  await swipeBack(page);
  await expect(page).toHaveURL(/\/repay\?/);
  const payment = borrower.button('Payment');
  if (await payment.isVisible()) await payment.click({ force: true });
  await page.waitForTimeout(300);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
});

test('after the page was hidden and is visible again, the order is loaded again before a button works', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  const button = borrower.button('Rollover Repayment');
  await expect(button).toBeVisible();
  const before = (await borrower.requests(ORDER)).length;
  let answered = false;
  await page.route(`**${ORDER}*`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    answered = true;
    await route.continue();
  });
  await page.evaluate(() => {
    let state = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
    state = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await button.click();
  expect(answered).toBe(false);
  await expect(page).toHaveURL(/\/repayDelay\?/);
  expect(answered).toBe(true);
  expect(await borrower.requests(ORDER)).toHaveLength(before + 1);
});

test('a tap after a return does nothing if the order no longer allows it', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await expect(borrower.button('Rollover Repayment')).toBeVisible();
  await page.route(`**${ORDER}*`, async (route) => {
    const reply = await route.fetch();
    const text = (await reply.text()).replace(/"orderStatus":\s*"?\d+"?/, '"orderStatus":"200"');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response: reply, body: text });
  });
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await borrower.button('Rollover Repayment').click();
  await expect(borrower.button('Borrow Again')).toBeVisible();
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('the real back/forward cache: the page is restored, loads again, and its buttons work', async ({
  visit,
  baseURL,
  launchOptions,
}) => {
  // The headless shell has no back/forward cache.
  const whole = process.env['CAPIZ_WHOLE_BROWSER'];
  const browser = await chromium.launch({
    ...launchOptions,
    ...(whole !== undefined && { executablePath: whole }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const borrower = visit('repayable').inTab(page);
    await borrower.open('/order');
    await expect(borrower.button('REPAY')).toBeVisible();
    // An address without the borrower's identity may be cached; the tab knows the session by now.
    await page.goto(`/order?orderId=${borrower.orderId}&productId=1203`);
    await expect(borrower.button('REPAY')).toBeVisible();
    await page.evaluate(() => {
      Object.assign(window, { wasHere: true });
      window.addEventListener('pageshow', (event) => Object.assign(window, { persisted: event.persisted }));
    });
    const before = (await borrower.requests(ORDER)).length;
    await page.goto(`http://127.0.0.1:${PAYMENT_PORT}/page/elsewhere`);
    await swipeBack(page);
    await expect(page).toHaveURL(/\/order\?/);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { persisted?: boolean }).persisted))
      .toBe(true);
    await expect.poll(async () => (await borrower.requests(ORDER)).length).toBe(before + 1);
    await borrower.button('REPAY').click();
    await expect(page).toHaveURL(/\/repay\?/);
    await openSheet(borrower);
    await borrower.button('Payment').click();
    await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
    await swipeBack(page);
    await expect(page).toHaveURL(/\/repay\?/);
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await expect(borrower.button('Payment')).not.toHaveAttribute('aria-disabled', 'true');
    expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  } finally {
    await browser.close();
  }
});
