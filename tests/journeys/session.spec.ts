import { enterShell } from './shell.ts';
import { expect, test } from './visit.ts';

test("1.2 the borrower's identity leaves the address before the first paint and survives a reload", async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await expect(borrower.button('REPAY')).toBeVisible();
  const query = new URL(page.url()).searchParams;
  expect([...query.keys()].sort()).toEqual(['orderId', 'productId']);
  await page.reload();
  await expect(borrower.button('REPAY')).toBeVisible();
  const [first, second] = await borrower.requests('/v3/loan-details/loan-details');
  expect(second?.headers.building).toBe(`device-${borrower.id}`);
  expect(second?.headers).toMatchObject({ building: first?.headers.building });
});

test('2.2 old links with a fragment open the same screen', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await page.goto(`/#${borrower.address('/order')}`);
  await page.goto(`/order#${borrower.address('/order')}`);
  await expect(borrower.button('REPAY')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test('3.3 product_id equals productId', async ({ visit, page }) => {
  const borrower = visit('repayable');
  const address = borrower.address('/order').replace('productId=', 'product_id=');
  await page.goto(address);
  await expect(borrower.button('REPAY')).toBeVisible();
});

test('a missing session asks to sign in', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await page.goto(`/order?orderId=${borrower.orderId}&productId=1203`);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  expect(await borrower.requests()).toEqual([]);
});

test('2.1 an unknown path shows a message and links to the home', async ({ visit, page }) => {
  const borrower = visit('repayable');
  const reply = await page.goto(borrower.address('/nowhere'));
  expect(reply?.status()).toBe(404);
  await expect(page.getByText('We could not open this page')).toBeVisible();
  await borrower.button('Back to home').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test("2.112 an address without the screen's subject links to the home, not to Try again", async ({
  visit,
  page,
}) => {
  await page.goto(visit('complaint').address('/complainDetails', { problemId: '' }));
  await expect(page.getByText('We could not open this page')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('7.58 in the app the page has no header, and messages call its handlers', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    Object.assign(window, {
      sent,
      webkit: {
        messageHandlers: { callPhone: { postMessage: (payload: unknown) => void sent.push(payload) } },
      },
    });
  });
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('Customer service').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual([{ phone: '+63 2 8123 4567' }]);
  expect(await page.title()).toBe('Order Details');
  expect(await page.evaluate(() => window.capizBack?.())).toBe(false);
});

for (const [path, message] of [
  ['/setting', ['goMine', {}]],
  ['/main', ['goHome', {}]],
  ['/login', ['backToLogin', {}]],
  ['/productDetail', ['openProduct', { productId: '1203' }]],
] as const) {
  test(`2.9 ${path} shows that it is in the app, and calls the app to open it`, async ({ visit, page }) => {
    const told = await enterShell(page);
    const borrower = visit('repayable');
    await borrower.open(path, { lang: 'source' });
    await expect(page.getByText('This page is a part of the app')).toBeVisible();
    await expect(page.getByText('This page is not available in the browser.')).toBeHidden();
    await expect.poll(() => borrower.bar()).toEqual(['Open in the app']);
    await borrower.button('Open in the app').click();
    await expect.poll(told).toEqual([message]);
  });

  test(`2.9 ${path} without an app shows a message and links back`, async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/order', { lang: 'source' });
    await expect(borrower.button('REPAY')).toBeVisible();
    await borrower.open(path, { lang: 'source' });
    await expect(page.getByText('Please open this page in the app')).toBeVisible();
    await expect.poll(() => borrower.bar()).toEqual(['Back']);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/order\?/);
  });
}

test("the app's back hook closes an overlay first", async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => window.capizBack?.())).toBe(true);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test("the browser's Back closes an overlay first, then leaves", async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('Rollover Repayment').click();
  await borrower.button('Payment Method').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/repayDelay/);
  await page.goBack();
  await expect(page).toHaveURL(/\/order/);
});

declare global {
  interface Window {
    capizBack?: () => boolean;
  }
}

test('a refused session asks to sign in', async ({ visit, page }) => {
  const borrower = visit('session-refused');
  await borrower.open('/repay');
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await expect(borrower.button('Sign in')).toBeVisible();
});

test('an address without its order shows that it cannot be opened', async ({ page, visit }) => {
  const borrower = visit('repayable');
  const address = new URL(borrower.address('/repay'), 'https://page.invalid');
  address.searchParams.delete('orderId');
  await page.goto(address.pathname + address.search);
  await expect(page.getByText('We could not open this page')).toBeVisible();
  expect(await borrower.requests()).toEqual([]);
});
