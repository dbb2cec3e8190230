import { expect, PAYMENT_PORT, test } from './visit.ts';

/** Every row of the matrix: the buttons in the bar, top to bottom. */
const ROWS: readonly (readonly [scenario: string, title: string, buttons: readonly string[]])[] = [
  ['reviewing', '21: none', []],
  ['failed', '110: none', []],
  ['status-151', '4.44 151: none', []],
  ['status-170', '4.29 170: Repayment', ['Repayment']],
  ['repayable', '4.27 174 with isDelay 1: REPAY and Rollover Repayment', ['REPAY', 'Rollover Repayment']],
  ['status-174', '4.28 174 without isDelay: Repayment', ['Repayment']],
  ['status-180', '4.27 180 with isDelay 1: REPAY and Rollover Repayment', ['REPAY', 'Rollover Repayment']],
  ['status-180-plain', '4.28 180 without isDelay: Repayment', ['Repayment']],
  ['status-200', '4.30 200: Borrow Again', ['Borrow Again']],
  ['status-unknown', 'any other: none', []],
];

for (const language of ['en-PH', 'source']) {
  for (const [scenario, title, buttons] of ROWS) {
    test(`${title} (${language})`, async ({ visit, page }) => {
      const borrower = visit(scenario);
      await borrower.open('/order', { lang: language });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Details');
      await expect(page.getByText('Sunrise Cash')).toBeVisible();
      await expect.poll(() => borrower.bar()).toEqual(buttons);
      const bar = page.getByRole('contentinfo');
      await (buttons.length === 0 ? expect(bar).toBeHidden() : expect(bar).toBeVisible());
      const hint = page.getByText('Short of money?');
      await (buttons.includes('Rollover Repayment') ? expect(hint).toBeVisible() : expect(hint).toBeHidden());
    });
  }
}

test('2.3 both routes show the order', async ({ visit, page }) => {
  const borrower = visit('repayable');
  for (const path of ['/order', '/loanDetail']) {
    await borrower.open(path, { lang: 'source' });
    await expect(page.getByText('Repayment is open')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('flags are compared by their text: isDelay "1" equals isDelay 1', async ({ visit }) => {
  const borrower = visit('other-types');
  await borrower.open('/order');
  await expect(borrower.button('Rollover Repayment')).toBeVisible();
});

test('Repay opens the instalment screen and stops the kind tips for the session', async ({ visit, page }) => {
  const borrower = visit('popup-tips');
  await borrower.open('/order');
  await expect(page.getByRole('dialog', { name: 'Kind tips' })).toBeVisible();
  await borrower.button('Confirm').click();
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Kind tips' })).toBeVisible();
  await borrower.button('Confirm').click();
  await borrower.button(/^(REPAY|Repayment)$/).click();
  await expect(page).toHaveURL(/\/repay\?/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Details' })).toBeVisible();
  await expect(page.getByText('Repayment is open')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Repay opens h5Url inside the web view', async ({ visit, page }) => {
  const borrower = visit('h5-inside');
  await borrower.open('/order');
  const address = page.url();
  await borrower.button(/^(REPAY|Repayment)$/).click();
  await expect.poll(() => page.url()).not.toBe(address);
  expect(new URL(page.url()).port).toBe(PAYMENT_PORT);
});

test('9.28 Borrow Again reports the click with module 30', async ({ visit, page }) => {
  const borrower = visit('status-200');
  await borrower.open('/order');
  const sent = page.waitForRequest((request) => request.url().endsWith('/service/event/save'));
  await borrower.button('Borrow Again').click();
  const body = new URLSearchParams((await sent).postData() ?? '');
  expect(Object.fromEntries(body)).toEqual({ productId: '1203', moduleId: '30', positionId: '1' });
});

test('a status other than 21 with a redirect address leaves before anything is rendered', async ({
  visit,
  page,
}) => {
  const borrower = visit('redirect');
  await borrower.open('/order');
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
});

test('status 21 stays although there is a redirect address', async ({ visit, page }) => {
  const borrower = visit('reviewing-redirect');
  await borrower.open('/order');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('4.24 a redirect to a host that is not allowed does not happen', async ({ visit, page }) => {
  const borrower = visit('redirect-unsafe');
  await borrower.open('/order');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(1500);
  expect(new URL(page.url()).pathname).toBe('/order');
});
