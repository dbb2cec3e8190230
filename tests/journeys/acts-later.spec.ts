import { expect, PAY_CODE, test } from './visit.ts';

/* What acts on a screen comes after its first picture: a tap that is sooner is neither lost nor done twice. */

const ACTS = /\/assets\/acts-[\w-]+\.js$/;

test('a tap before the code of overlays is there waits for it, and pays once', async ({ visit, page }) => {
  let isAsked = false;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(ACTS, async (route) => {
    isAsked = true;
    await held;
    await route.continue();
  });
  const borrower = visit('repayable');
  await borrower.open('/repay');
  const method = borrower.button('Payment Method');
  await method.tap();
  await method.tap({ force: true });
  await expect.poll(() => isAsked).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await borrower.button('Payment').tap();
  await expect.poll(() => borrower.payments()).toHaveLength(1);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
});

test('where it cannot be fetched the borrower is told, nothing is sent, and the next tap tries again', async ({
  visit,
  page,
}) => {
  await page.route(ACTS, (route) => route.abort('internetdisconnected'));
  await page.route('**/healthz', (route) => route.abort('internetdisconnected'));
  const borrower = visit('repayable');
  await borrower.open('/repay');
  const method = borrower.button('Payment Method');
  await method.tap();
  await expect(page.getByText('We could not reach the service. Try again.').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(0);
  await page.unroute(ACTS);
  await expect(method).toBeEnabled();
  // Two touches within 300 ms are a double tap to the browser, and no click.
  await method.click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await borrower.button('Payment').tap();
  await expect.poll(() => borrower.payments()).toHaveLength(1);
});

/** What judges forms: of the bank form, which has nothing that is rare. */
const CHECKS = /\/assets\/checks-[\w-]+\.js$/;
const SAVE = '/fixing/v3/bind-card/bind-card-new';

test('a form that is sent before what judges it is there waits for it, and is saved once', async ({
  visit,
  page,
}) => {
  let isAsked = false;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(CHECKS, async (route) => {
    isAsked = true;
    await held;
    await route.continue();
  });
  const borrower = visit('bank-filled');
  await borrower.open('/bindBank', { lang: 'source' });
  const next = borrower.button('Next');
  await next.tap();
  await expect.poll(() => isAsked).toBe(true);
  const busy = page.locator('button[aria-busy="true"]');
  await expect(busy).toHaveCount(1);
  await busy.click({ force: true });
  expect(await borrower.requests(SAVE)).toEqual([]);
  release();
  await expect.poll(() => borrower.requests(SAVE)).toHaveLength(1);
  await page.waitForTimeout(500);
  expect(await borrower.requests(SAVE)).toHaveLength(1);
});

test('where what judges a form cannot be fetched nothing is sent or lost, and the next tap tries again', async ({
  visit,
  page,
}) => {
  await page.route(CHECKS, (route) => route.abort('internetdisconnected'));
  await page.route('**/healthz', (route) => route.abort('internetdisconnected'));
  const borrower = visit('bank-filled');
  await borrower.open('/bindBank', { lang: 'source' });
  const account = page.getByLabel('Account number');
  await account.fill('9876543210');
  const next = borrower.button('Next');
  await next.tap();
  await expect(page.getByText('We could not reach the service. Try again.').first()).toBeVisible();
  expect(await borrower.requests(SAVE)).toEqual([]);
  await page.unroute(CHECKS);
  await expect(account).toHaveValue('9876543210');
  await next.click();
  await expect.poll(() => borrower.requests(SAVE)).toHaveLength(1);
});
