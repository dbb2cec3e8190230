import type { Page } from '@playwright/test';
import { expect, PAYMENT_PORT, test } from './visit.ts';

const READ = '/panda/honey/scholarships';
const CLICK = '/gopia/goya/because';
const JUMP = '/gopia/goya/define';

/** Simulates the app and records messages. */
async function enterShell(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const listen = (name: string) => ({
      postMessage: (payload: unknown) => void sent.push([name, payload]),
    });
    Object.assign(window, {
      sent,
      webkit: { messageHandlers: { openPage: listen('openPage'), callPhone: listen('callPhone') } },
    });
  });
  return () => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent);
}

test.describe('in language source', () => {
  test('2.5 2.18 8.25 Order Details, Failed, and the message of the server', async ({ visit, page }) => {
    await visit('login-failure').open('/error', { lang: 'source' });
    await expect(page).toHaveTitle('Order Details');
    await expect(page.getByRole('heading', { level: 1, name: 'Order Details' })).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Failed' })).toBeVisible();
    await expect(
      page.getByText('The partner could not confirm your account. You can apply again after 30 days.'),
    ).toBeVisible();
  });

  test('2.19 3.28 logo, name, button, range and rate with their descriptions', async ({ visit, page }) => {
    await visit('login-failure').open('/error', { lang: 'source' });
    const offers = page.getByRole('region', { name: 'You may also like' });
    for (const words of ['Sunrise Cash Plus', '₱5,000 - ₱20,000', 'Amount', '0.5%', 'Daily rate']) {
      await expect(offers.getByText(words).first()).toBeVisible();
    }
    await expect(offers.getByRole('button', { name: 'Apply' })).toHaveCount(4);
    await expect(offers.locator('img')).toHaveCount(4);
  });

  test('2.20 9.30 only the first two products have tags', async ({ visit, page }) => {
    await visit('login-failure').open('/error', { lang: 'source' });
    await expect(page.getByText('School Year')).toBeVisible();
    for (const [tag, count] of Object.entries({ Fast: 1, New: 1, Popular: 1, Small: 0 })) {
      await expect(page.getByText(tag, { exact: true })).toHaveCount(count);
    }
  });

  test('7.40 7.41 the load is form-encoded, with only the session in the query', async ({ visit, page }) => {
    const borrower = visit('login-failure');
    await borrower.open('/error', { lang: 'source', mobilePhone: '09170000000', couponMoney: '500' });
    await expect(page.getByText('Failed')).toBeVisible();
    const [call] = await borrower.requests(READ);
    expect(call).toMatchObject({
      method: 'POST',
      body: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-requested-with': 'XMLHttpRequest',
        swift: `device-${borrower.id}`,
        eyes: `session-${borrower.orderId}`,
      },
    });
    const query = Object.fromEntries(new URL(call?.path ?? '', 'http://service').searchParams);
    expect(query).toEqual({
      deviceId: `device-${borrower.id}`,
      merchantNumber: '1000',
      userId: `user-${borrower.id}`,
      sessionId: `session-${borrower.id}`,
      mobilePhone: '09170000000',
      couponMoney: '500',
      orderId: borrower.orderId,
      productId: '1203',
    });
  });

  test('7.38 7.39 9.29 a tap is logged with module 18 and its position from 1, and the app opens the product', async ({
    visit,
    page,
  }) => {
    const told = await enterShell(page);
    const borrower = visit('login-failure');
    await borrower.open('/error', { lang: 'source' });
    await borrower.button('Apply').nth(1).click();
    await expect.poll(told).toEqual([['openPage', { url: 'capiz://product?productId=1302' }]]);
    const bodies = async (path: string) => (await borrower.requests(path)).map(({ body }) => body);
    expect(await bodies(CLICK)).toEqual(['productId=1302&moduleId=18&positionId=2']);
    expect(await bodies(JUMP)).toEqual(['productId=1302']);
  });
});

test('7.39 a target that begins with http opens in the browser', async ({ visit, page }) => {
  const borrower = visit('login-failure-http');
  await borrower.open('/error');
  await borrower.button('Apply').first().click();
  await expect(page).toHaveURL(`http://127.0.0.1:${PAYMENT_PORT}/page/product`);
});

test('7.39 a host that is not allowed is refused with a message and a report', async ({ visit, page }) => {
  const borrower = visit('login-failure-unsafe');
  await borrower.open('/error');
  const reported = page.waitForRequest((request) => (request.postData() ?? '').includes('leave/not-allowed'));
  await borrower.button('Apply').first().click();
  await expect(
    page
      .getByRole('main')
      .getByText('This offer could not be opened safely. Choose another one or contact us.'),
  ).toBeVisible();
  await reported;
  expect(new URL(page.url()).pathname).toBe('/error');
});

test('7.39 an invalid address that begins with http opens neither in the browser nor in the app', async ({
  visit,
  page,
}) => {
  const told = await enterShell(page);
  const borrower = visit('login-failure-malformed');
  await borrower.open('/error');
  await borrower.button('Apply').first().click();
  await expect(page.getByRole('main').getByText(/could not be opened safely/)).toBeVisible();
  expect(await told()).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/error');
});

test('without the app a product of the app shows that it is in the app', async ({ visit, page }) => {
  const borrower = visit('login-failure');
  await borrower.open('/error');
  await borrower.button('Apply').first().click();
  await expect(page.getByText('Please open this page in the app')).toBeVisible();
});

test('3.28 an unavailable product shows that, and a tap does nothing', async ({ visit, page }) => {
  const borrower = visit('login-failure');
  await borrower.open('/error');
  const last = borrower.button('Apply').nth(3);
  await expect(last).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Unavailable')).toHaveCount(1);
  await last.click({ force: true });
  await borrower.button('Apply').first().click();
  await expect.poll(async () => (await borrower.requests(JUMP)).length).toBe(1);
  expect(await borrower.requests(CLICK)).toHaveLength(1);
});

test('a refusal shows the words of the service, and the screen stays', async ({ visit, page }) => {
  const borrower = visit('login-failure-jump-error');
  await borrower.open('/error');
  await borrower.button('Apply').first().click();
  await expect(
    page.getByRole('main').getByText('This product is closed for today. Please try another one.'),
  ).toBeVisible();
  await expect(borrower.button('Apply').first()).not.toHaveAttribute('aria-disabled', 'true');
});

test('a failed click report has no effect', async ({ visit, page }) => {
  const told = await enterShell(page);
  const borrower = visit('login-failure-click-lost');
  await borrower.open('/error');
  await borrower.button('Apply').first().click();
  await expect.poll(told).toHaveLength(1);
  await expect(page.getByText(/went wrong|could not reach/)).toHaveCount(0);
});

test('without an offer the screen links to customer service', async ({ visit, page }) => {
  const told = await enterShell(page);
  const borrower = visit('login-failure-no-offers');
  await borrower.open('/error');
  await expect(page.getByText('You may also like')).toBeHidden();
  await expect.poll(() => borrower.bar()).toEqual(['Customer service']);
  await borrower.button('Customer service').click();
  await expect.poll(told).toEqual([['callPhone', { phone: '+63 2 8000 0000' }]]);
});

test('missing texts leave no gap', async ({ visit, page }) => {
  await visit('login-failure-bare').open('/error');
  await expect(page.getByText('Your application could not be completed this time.')).toBeVisible();
  await expect(page.getByText('Sunrise Cash Plus')).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(/undefined|null|NaN|—/);
});

for (const scenario of ['login-failure-error-once', 'login-failure-garbage', 'login-failure-http500']) {
  test(`8.2 ${scenario}: an error with a message and Try again`, async ({ visit, page }) => {
    const borrower = visit(scenario);
    await borrower.open('/error');
    await expect(borrower.button('Try again')).toBeVisible();
    await borrower.button('Try again').click();
    if (scenario === 'login-failure-error-once') await expect(page.getByText('Failed')).toBeVisible();
    else await expect(borrower.button('Try again')).toBeVisible();
  });
}

test('a second tap while a product opens sends nothing', async ({ visit, page }) => {
  const borrower = visit('login-failure-slow');
  await borrower.open('/error');
  const apply = borrower.button('Apply').first();
  await expect(apply).toBeVisible({ timeout: 30_000 });
  await apply.click();
  await expect(apply).toHaveAttribute('aria-busy', 'true');
  await apply.click({ force: true });
  await expect(page.getByText('Please open this page in the app')).toBeVisible({ timeout: 15_000 });
  expect(await borrower.requests(JUMP)).toHaveLength(1);
});
