import type { Page } from '@playwright/test';
import { expect, PAYMENT_PORT, test, type Visit } from './visit.ts';

/* The older confirmation of a loan: the older calls, a popup from the server, and at most one loan. */

const OFFER = '/gopia/goya/satire';
const LIST = '/gopia/goya/cultures';
const JUMP = '/gopia/goya/misunderstood';
const PUSH = '/gopia/goya/depush';
const SENT = 'amount=300000&periods=91&termUnit=days&productId=1203';
const UNKNOWN =
  'We got no answer, so we do not know yet if your loan was made. Tap the button to try again. You will get one loan only.';

const toForm = async (borrower: Visit, button = 'Get my loan'): Promise<void> => {
  await borrower.open('/loanConfirm', { lang: 'source' });
  await expect(borrower.button(button)).toBeVisible();
};
const box = (page: Page) => page.getByRole('checkbox');
const promotion = (page: Page) => page.getByRole('dialog', { name: 'For you' });
const onOrder = (page: Page) => expect(page).toHaveURL(/\/order\?.*from=confirm/);
const query = (path: string | undefined) => Object.fromEntries(new URL(path ?? '', 'http://x').searchParams);

async function loans(borrower: Visit): Promise<readonly unknown[]> {
  const reply = await borrower.page.request.get(`/capiz/reference/order?orderId=${borrower.orderId}`);
  return ((await reply.json()) as { loans: readonly unknown[] }).loans;
}

test('2.4 2.69 2.70 2.71 3.24 3.25 amount, product, Repayment date, Detailed, Plan, agreement box, server button', async ({
  visit,
  page,
}) => {
  const borrower = visit('older-push-slow');
  await toForm(borrower);
  for (const text of ['Sunrise Cash', '₱3000.00', '91 days', 'Repayment date', 'Detailed', 'Plan']) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  const main = await page.getByRole('main').innerText();
  expect(main).toMatch(/Repayment date\s+\d{4}-\d\d-\d\d/);
  await expect(page.getByRole('region', { name: 'Detailed' })).toContainText('₱150.00');
  await expect(page.getByRole('region', { name: 'Plan' }).locator('.cz-timeline-step')).toHaveCount(3);
  await expect(page.locator('main img').first()).toBeVisible();
  await expect(box(page)).toBeChecked();
  for (const name of ['Loan agreement', 'Disclosure statement', 'Consent to the use of data']) {
    await expect(borrower.button(name)).toBeVisible();
  }
  await expect.poll(() => borrower.bar()).toEqual(['Get my loan']);
});

for (const scenario of ['older-offer-plain', 'older-offer-wordy']) {
  test(`2.71 ${scenario}: without words of the server, or with too many, the button is labelled Continue`, async ({
    visit,
  }) => {
    const borrower = visit(scenario);
    await toForm(borrower, 'Continue');
    await expect.poll(() => borrower.bar()).toEqual(['Continue']);
  });
}

test('7.34 7.35 7.41 9.31 the loads are form and query, with the session in the query', async ({ visit }) => {
  const borrower = visit('older-offer-plain');
  await toForm(borrower, 'Continue');
  const session = {
    deviceId: `device-${borrower.id}`,
    merchantNumber: '1000',
    userId: `user-${borrower.id}`,
    sessionId: `session-${borrower.id}`,
    orderId: borrower.orderId,
    productId: '1203',
  };
  const [offer, ...again] = await borrower.requests(OFFER);
  expect(again).toEqual([]);
  expect(offer).toMatchObject({
    method: 'POST',
    body: 'productId=1203',
    headers: { 'content-type': 'application/x-www-form-urlencoded', swift: `device-${borrower.id}` },
  });
  expect(query(offer?.path)).toEqual(session);
  const [list] = await borrower.requests(LIST);
  expect([list?.method, list?.body]).toEqual(['GET', '']);
  expect(query(list?.path)).toEqual({ ...session, scene: '3' });
});

test('4.48 7.37 7.41 8.7 the button sends the offer once, and its order replaces the page', async ({
  visit,
  page,
}) => {
  const borrower = visit('older-push-slow');
  await page.goto('/aboutUs');
  await toForm(borrower);
  const take = borrower.button('Get my loan');
  await take.dblclick();
  await expect(take).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/order\?.*from=confirm/, { timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  const [push, ...more] = await borrower.requests(PUSH);
  expect(more).toEqual([]);
  expect([push?.method, push?.body]).toEqual(['POST', SENT]);
  expect(push?.headers['idempotency-key']).toMatch(/\S/);
  expect(query(push?.path)).toMatchObject({ sessionId: `session-${borrower.id}`, orderId: borrower.orderId });
  expect(await loans(borrower)).toEqual([{ amountMinor: 300000, periods: 91 }]);
  await page.goBack();
  await expect(page).toHaveURL(/\/aboutUs/);
});

test('4.45 5.18 without the tick the button is grey, sends nothing and shows the reason', async ({
  visit,
  page,
}) => {
  const borrower = visit('older-offer-plain');
  await toForm(borrower, 'Continue');
  await box(page).uncheck();
  await expect(borrower.button('Continue')).toHaveAttribute('aria-disabled', 'true');
  await borrower.button('Continue').click({ force: true });
  await expect(page.getByText('Tick the agreement to continue')).toBeVisible();
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('4.51 7.36 a title opens its agreement; returning restores the tick', async ({ visit, page }) => {
  const borrower = visit('older-offer-plain');
  await toForm(borrower, 'Continue');
  await box(page).uncheck();
  await borrower.button('Disclosure statement').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  const [jump] = await borrower.requests(JUMP);
  expect(jump?.method).toBe('GET');
  expect(query(jump?.path)).toMatchObject({
    productId: '1203',
    scene: '3',
    position: '2',
    orderId: borrower.orderId,
  });
  await page.waitForLoadState();
  await page.goBack();
  await expect(borrower.button('Continue')).toBeVisible();
  await expect(box(page)).not.toBeChecked();
});

test('2.72 the promotion shows the words of the server, not in the first second, and once in a session', async ({
  visit,
  page,
}) => {
  await page.addInitScript(() => {
    const seen: { content?: number; popup?: number } = {};
    Object.assign(window, { seen });
    const look = () => {
      if (document.querySelector('.cz-bar')?.textContent.includes('Get my loan'))
        seen.content ??= performance.now();
      if (document.querySelector('dialog[open]')) seen.popup ??= performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  const borrower = visit('older-offer');
  await borrower.open('/loanConfirm', { lang: 'source' });
  await expect(promotion(page)).toBeVisible();
  const waited = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { content: number; popup: number } };
    return seen.popup - seen.content;
  });
  expect(waited).toBeGreaterThan(1_000);
  await expect(promotion(page)).toContainText('Take this loan today and your next processing fee is waived.');
  await promotion(page).getByRole('button', { name: 'Close' }).click();
  await expect(promotion(page)).toBeHidden();
  await page.reload();
  await expect(borrower.button('Get my loan')).toBeVisible();
  await page.waitForTimeout(2_500);
  await expect(promotion(page)).toBeHidden();
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('2.72 2.73 4.46 4.47 the forced agreement opens before anything is sent, and no promotion covers it', async ({
  visit,
  page,
}) => {
  // Tapped as soon as it is rendered, before the promotion opens.
  await page.addInitScript(() => {
    const look = () => {
      const take = document.querySelector<HTMLElement>('.cz-bar button');
      if (take?.textContent === 'Get my loan' && !take.hasAttribute('aria-disabled')) take.click();
      else requestAnimationFrame(look);
    };
    look();
  });
  const borrower = visit('older-offer-agreement');
  await borrower.open('/loanConfirm', { lang: 'source' });
  const sheet = page.getByRole('dialog', { name: 'Agreement' });
  await expect(sheet).toBeVisible();
  await page.waitForTimeout(2_500);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  await expect(box(page)).not.toBeChecked();
  await expect(promotion(page)).toBeHidden();
  expect(await borrower.requests(PUSH)).toEqual([]);
  await box(page).check();
  await borrower.button('Get my loan').click();
  await sheet.getByRole('button', { name: 'Agree', exact: true }).click();
  await onOrder(page);
  expect(await borrower.requests(PUSH)).toHaveLength(1);
});

test('2.73 4.49 4.50 Back asks once whether to stay; neither answer sends anything', async ({
  visit,
  page,
}) => {
  const borrower = visit('older-push-slow');
  await page.goto('/aboutUs');
  await toForm(borrower);
  await page.evaluate(() => window.history.back());
  const dialog = page.getByRole('dialog', { name: 'Your offer is ready' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expect(dialog).toBeHidden();
  await expect(borrower.button('Get my loan')).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(/\/aboutUs/);
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('an unknown result is shown as unknown, and a repetition stays the same loan', async ({
  visit,
  page,
}) => {
  const borrower = visit('older-push-lost');
  await toForm(borrower);
  await borrower.button('Get my loan').click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await borrower.button('Get my loan').click();
  await onOrder(page);
  const sent = await borrower.requests(PUSH);
  expect(sent.map(({ body }) => body)).toEqual([SENT, SENT]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(await loans(borrower)).toHaveLength(1);
});

test('a refused loan shows the words of the service, and can be sent again', async ({ visit, page }) => {
  const borrower = visit('older-push-error');
  await toForm(borrower);
  await borrower.button('Get my loan').click();
  await expect(page.locator('.cz-notice').first()).toContainText('Your account is being verified.');
  await borrower.button('Get my loan').click();
  await onOrder(page);
  expect(await loans(borrower)).toHaveLength(1);
});

test('a failed load is the error state with Try again', async ({ visit, page }) => {
  const borrower = visit('older-offer-error-once');
  await borrower.open('/loanConfirm', { lang: 'source' });
  await expect(page.getByText('Our records are being updated.', { exact: false }).first()).toBeVisible();
  await borrower.button('Try again').click();
  await expect(borrower.button('Get my loan')).toBeVisible();
});

test('without documents there is nothing to accept, and no loan', async ({ visit, page }) => {
  const borrower = visit('older-offer-no-agreements');
  await toForm(borrower);
  await expect(box(page)).toHaveCount(0);
  await borrower.button('Get my loan').click({ force: true });
  await expect(page.getByText('The loan documents are missing', { exact: true })).toBeVisible();
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('2.71 two lines of words from the server fit in the button', async ({ visit, page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const borrower = visit('older-offer-long-texts');
  await borrower.open('/loanConfirm', { lang: 'source' });
  const take = page.getByRole('contentinfo').getByRole('button');
  await expect(take).toHaveAccessibleName('Confirm and take this loan under the terms above');
  const lines = await take
    .locator('.cz-button-words')
    .evaluate(
      (node) => node.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(node).lineHeight),
    );
  expect(Math.round(lines)).toBe(2);
  expect(await take.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
});
