import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, PAYMENT_PORT, type Recorded, test, type Visit } from './visit.ts';

/* The confirmation of a loan, version 3: its content, its calls, and that it sends at most one loan. */

const OFFER = '/v3/loan-confirm/loan-detail-confirm';
const LIST = '/v3/contract/contract';
const JUMP = '/v3/contract/contract-jump';
const PUSH = '/v3/loan-confirm/loan-detail-push';
const UNKNOWN =
  'We got no answer, so we do not know yet if your loan was made. Tap Loan to try again. You will get one loan only.';

const toForm = async (borrower: Visit, more: Record<string, string> = {}): Promise<void> => {
  await borrower.open('/loanConfirmNew', { lang: 'source', ...more });
  await expect(borrower.button('Loan')).toBeVisible();
  // Wait for the consent box: its code is loaded separately.
  await expect(box(borrower.page)).toBeVisible();
};
const box = (page: Page) => page.getByRole('checkbox');
const onOrder = (page: Page) => expect(page).toHaveURL(/\/order\?.*from=confirm/);
const fields = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));
const query = (path: string | undefined) => Object.fromEntries(new URL(path ?? '', 'http://x').searchParams);

function expectOneKey(calls: readonly Recorded[]): void {
  expect(calls.length).toBe(2);
  expect(new Set(calls.map((call) => call.headers['idempotency-key'])).size).toBe(1);
  expect(new Set(calls.map((call) => call.body)).size).toBe(1);
}

async function loans(borrower: Visit): Promise<readonly unknown[]> {
  const reply = await borrower.page.request.get(`/capiz/reference/order?orderId=${borrower.orderId}`);
  return ((await reply.json()) as { loans: readonly unknown[] }).loans;
}

/** Simulates the app and records messages. */
const asShell = (page: Page) =>
  page.addInitScript(() => {
    const sent: unknown[] = [];
    const note = (handler: string) => ({
      postMessage: (payload: unknown) => void sent.push([handler, payload]),
    });
    Object.assign(window, {
      sent,
      webkit: { messageHandlers: { trackPoint: note('trackPoint'), openPage: note('openPage') } },
    });
  });
const told = (page: Page) => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent);
const shellBack = (page: Page) => page.evaluate(() => window.capizBack?.());

for (const path of ['/loanConfirmNew', '/confirmOfPeriod']) {
  test(`2.4 ${path} is version 3 of the confirmation`, async ({ visit, page }) => {
    const borrower = visit('loan-offer');
    await borrower.open(path, { lang: 'source' });
    await expect(page.getByRole('heading', { level: 1, name: 'Loan confirmation' })).toBeVisible();
    await expect(page.getByText('Payment Plan')).toBeVisible();
  });
}

test('2.62 2.63 2.64 2.65 2.66 3.24 3.25 7.30 7.31 9.31 the offer: amount, term, rate, details, plan, lender, agreements', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-offer');
  await toForm(borrower);
  for (const text of [
    '₱3000.00',
    '91 days',
    'Interest 4.58% a month on the amount, charged with each payment',
    'Sunrise Cash',
    'Processing fee',
    '₱150.00',
    'First payment date',
    'First period',
    '30 days',
    'Payment Plan',
    '1st payment',
    'Sample Lending Corporation',
    'CS000000000 (sample)',
  ]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  const steps = page.locator('.cz-timeline-step');
  await expect(steps).toHaveCount(3);
  const date = await steps.first().innerText();
  expect(date).toMatch(/1st payment[\s\S]*Principal ₱1,000\.00, interest ₱137\.50[\s\S]*\d{4}-\d\d-\d\d/);
  expect(date).toContain('₱1137.50');
  await expect(box(page)).toBeChecked();
  await expect(page.getByText('I have read and agree to the documents below')).toBeVisible();
  for (const name of ['Loan agreement', 'Disclosure statement', 'Consent to the use of data']) {
    await expect(borrower.button(name)).toBeVisible();
  }
  // The reply's member about the SMS has no effect.
  await expect(page.getByText('sendSms')).toHaveCount(0);

  const [offer, ...more] = await borrower.requests(OFFER);
  expect(more).toEqual([]);
  expect([offer?.method, fields(offer?.body)]).toEqual(['POST', { productId: '1203' }]);
  const [list] = await borrower.requests(LIST);
  expect([list?.method, query(list?.path)]).toEqual(['GET', { productId: '1203', scene: '3' }]);
});

test('2.62 a term without a unit is in days, and missing optional values leave no gap', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-bare');
  await toForm(borrower);
  await expect(page.getByText('91 days')).toBeVisible();
  await expect(page.getByText('Payment Plan')).toHaveCount(0);
  await expect(page.getByText('First period')).toHaveCount(0);
  await borrower.button('Loan').click();
  await onOrder(page);
  const [push] = await borrower.requests(PUSH);
  expect(fields(push?.body)).toEqual({
    amount: '300000',
    periods: '91',
    termUnit: 'days',
    productId: '1203',
  });
});

test('4.48 7.33 7.60 Loan sends the offer once, notifies the app, and its order replaces the page', async ({
  visit,
  page,
}) => {
  await asShell(page);
  const borrower = visit('loan-offer');
  await page.goto('/aboutUs');
  await toForm(borrower);
  const shell = page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        const handlers = window.webkit?.messageHandlers as unknown as Record<string, unknown>;
        handlers.trackPoint = { postMessage: resolve };
      }),
  );
  await borrower.button('Loan').click();
  await onOrder(page);
  expect(await shell).toEqual({ point: 'loan-push' });
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  const [push, ...more] = await borrower.requests(PUSH);
  expect(more).toEqual([]);
  expect(push?.method).toBe('POST');
  expect(fields(push?.body)).toEqual({
    amount: '300000',
    periods: '91',
    termUnit: 'days',
    productId: '1203',
  });
  expect(push?.headers['idempotency-key']).toMatch(/\S/);
  expect(await loans(borrower)).toEqual([{ amountMinor: 300000, periods: 91 }]);
  const url = new URL(page.url());
  expect([url.searchParams.get('orderId'), url.searchParams.get('from')]).toEqual([
    borrower.orderId,
    'confirm',
  ]);
  // The form is not in the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/aboutUs/);
});

test('4.45 5.18 without the tick Loan is grey, keeps the focus, sends nothing and shows the reason', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-offer');
  await toForm(borrower);
  // Tap the words; the box above them takes the tap.
  await page.getByText('I have read and agree to the documents below').click({ force: true });
  await expect(box(page)).not.toBeChecked();
  const loan = borrower.button('Loan');
  await expect(loan).toHaveAttribute('aria-disabled', 'true');
  await loan.focus();
  await expect(loan).toBeFocused();
  await loan.click({ force: true });
  await expect(page.getByText('Tick the agreement to continue')).toBeVisible();
  expect(await borrower.requests(PUSH)).toEqual([]);
  // A reload keeps the choice.
  await page.reload();
  await expect(borrower.button('Loan')).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await box(page).check();
  await borrower.button('Loan').click();
  await onOrder(page);
});

test('Loan is disabled until the offer has loaded', async ({ visit, page }) => {
  const borrower = visit('loan-offer');
  let letIn = (): void => undefined;
  const offer = new Promise<void>((done) => {
    letIn = done;
  });
  await page.route(`**${OFFER}*`, async (route) => {
    await offer;
    await route.continue();
  });
  await borrower.open('/loanConfirmNew', { lang: 'source' });
  const loan = borrower.button('Loan');
  await expect(loan).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => (await borrower.requests(LIST)).length).toBe(1);
  letIn();
  await expect(box(page)).toBeChecked();
  await loan.click();
  await onOrder(page);
});

test('4.51 7.32 a title opens its agreement; returning restores tick and scroll position', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-offer');
  await toForm(borrower);
  await box(page).uncheck();
  await page.evaluate(() => window.scrollTo(0, 500));
  // Playwright would scroll before it taps.
  await borrower.button('Disclosure statement').evaluate((button) => (button as HTMLElement).click());
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  await expect(page.getByRole('heading', { name: 'Disclosure statement' })).toBeVisible();
  const [jump] = await borrower.requests(JUMP);
  expect(jump?.method).toBe('GET');
  expect(query(jump?.path)).toEqual({
    productId: '1203',
    scene: '3',
    position: '2',
    orderId: borrower.orderId,
  });
  await page.waitForLoadState();
  await page.goBack();
  await expect(borrower.button('Loan')).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
});

test('an agreement that cannot be opened shows a message, and the page stays', async ({ visit, page }) => {
  const unsafe = visit('loan-agreement-link-unsafe');
  await toForm(unsafe);
  await unsafe.button('Loan agreement').click();
  await expect(page.getByText(/^This document could not be opened safely\. Contact us/)).toBeVisible();
  await expect(unsafe.button('Loan')).toBeVisible();
  const failing = visit('loan-agreement-link-error');
  await toForm(failing);
  await failing.button('Loan agreement').click();
  await expect(page.getByText('This document is not available right now.').first()).toBeVisible();
  await failing.button('Loan agreement').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
});

test('2.67 4.46 4.47 the forced agreement opens before anything is sent; Cancel unticks and sends nothing', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-agreement');
  await toForm(borrower);
  await borrower.button('Loan').click();
  const sheet = page.getByRole('dialog', { name: 'Agreement' });
  await expect(sheet).toBeVisible();
  const framed = page.frameLocator('iframe[title="Agreement"]');
  await expect(framed.getByRole('heading', { name: 'Loan agreement' })).toBeVisible();
  const [cancel, agree] = [
    await sheet.getByRole('button', { name: 'Cancel' }).boundingBox(),
    await sheet.getByRole('button', { name: 'Agree', exact: true }).boundingBox(),
  ];
  expect([cancel?.width, cancel?.height]).toEqual([agree?.width, agree?.height]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  await expect(box(page)).not.toBeChecked();
  expect(await borrower.requests(PUSH)).toEqual([]);

  await box(page).check();
  await page.waitForLoadState();
  for (const dismiss of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await borrower.button('Loan').click();
    await expect(sheet).toBeVisible();
    await dismiss();
    await expect(sheet).toBeHidden();
  }
  expect(await borrower.requests(PUSH)).toEqual([]);
  await borrower.button('Loan').click();
  await sheet.getByRole('button', { name: 'Agree', exact: true }).click();
  await onOrder(page);
  expect(await borrower.requests(PUSH)).toHaveLength(1);
});

test('the framed document has no origin and cannot access the page around it', async ({ visit, page }) => {
  const borrower = visit('loan-agreement');
  await toForm(borrower);
  await borrower.button('Loan').click();
  const frame = page.locator('iframe[title="Agreement"]');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Loan agreement' })).toBeVisible();
  const [, inner] = page.frames();
  expect(await inner?.evaluate(() => window.origin)).toBe('null');
  const reach = await inner?.evaluate(() => {
    try {
      return window.parent.document.title;
    } catch {
      return 'kept out';
    }
  });
  expect(reach).toBe('kept out');
});

test('4.59 a document that was not shown cannot be accepted; it can be loaded again and opened in another tab', async ({
  visit,
  page,
}) => {
  await asShell(page);
  const borrower = visit('loan-agreement-unlisted');
  await toForm(borrower);
  await borrower.button('Loan').click();
  await expect(page.getByText('This page could not be shown.')).toBeVisible();
  await borrower.button('Try again').click();
  await expect(page.getByText('This page could not be shown.')).toBeVisible();
  const agree = page.getByRole('button', { name: 'Agree', exact: true });
  await expect(agree).toHaveAttribute('aria-disabled', 'true');
  await agree.click({ force: true });
  await expect(page.getByRole('dialog', { name: 'Agreement' })).toBeVisible();
  await borrower.button('Open in browser').click();
  await expect.poll(() => told(page)).toEqual([['openPage', { url: 'https://unlisted.example/agreement' }]]);
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('2.68 4.49 4.50 the app’s Back asks once whether to stay; neither answer sends anything', async ({
  visit,
  page,
}) => {
  await asShell(page);
  const borrower = visit('loan-offer');
  await page.goto('/aboutUs');
  await toForm(borrower);
  expect(await shellBack(page)).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'Your offer is ready' });
  await expect(dialog.getByText(/^The offer stays open for today\./)).toBeVisible();
  const sizeOf = async (name: string) => {
    const box = await dialog.getByRole('button', { name }).boundingBox();
    return [box?.width, box?.height];
  };
  // The dialog grows while it opens.
  await expect.poll(async () => isDeepStrictEqual(await sizeOf('Cancel'), await sizeOf('Agree'))).toBe(true);
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expect(dialog).toBeHidden();
  await expect(borrower.button('Loan')).toBeVisible();
  // The dialog asks once: the next Back leaves.
  await shellBack(page);
  await expect(page).toHaveURL(/\/aboutUs/);
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('4.49 4.50 the web’s Back asks the same once, and Cancel leaves', async ({ visit, page }) => {
  const borrower = visit('loan-offer');
  await page.goto('/aboutUs');
  await toForm(borrower);
  await page.evaluate(() => window.history.back());
  const dialog = page.getByRole('dialog', { name: 'Your offer is ready' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/aboutUs/);
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('4.49 without isPopType Back leaves at once', async ({ visit, page }) => {
  const borrower = visit('loan-plain');
  await page.goto('/aboutUs');
  await toForm(borrower);
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(/\/aboutUs/);
});

test('a double tap on Loan sends one loan', async ({ visit, page }) => {
  const borrower = visit('loan-push-slow');
  await toForm(borrower);
  const loan = borrower.button('Loan');
  await loan.dblclick();
  await loan.click({ force: true });
  await expect(loan).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL(/\/order\?/, { timeout: 20_000 });
  expect(await borrower.requests(PUSH)).toHaveLength(1);
  expect(await loans(borrower)).toHaveLength(1);
});

test('an offline tap sends nothing and shows a message; once online it can be sent', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('loan-offer');
  await toForm(borrower);
  await context.setOffline(true);
  await borrower.button('Loan').click();
  await expect(page.getByText('You are offline. Connect and try again.').first()).toBeVisible();
  expect(await borrower.requests(PUSH)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\. Showing/)).toHaveCount(0);
  await borrower.button('Loan').click();
  await onOrder(page);
  expect(await loans(borrower)).toHaveLength(1);
});

test('a refused loan shows the service’s words, stays, and can be sent again', async ({ visit, page }) => {
  const borrower = visit('loan-push-error');
  await toForm(borrower);
  await borrower.button('Loan').click();
  await expect(page.locator('.cz-notice').first()).toContainText(
    'Your account is being verified. Please try again in a minute.',
  );
  await borrower.button('Loan').click();
  await onOrder(page);
  const keys = (await borrower.requests(PUSH)).map((call) => call.headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
  expect(await loans(borrower)).toHaveLength(1);
});

test('after a lost answer the next tap repeats the same key and body: one loan', async ({ visit, page }) => {
  const borrower = visit('loan-push-lost');
  await toForm(borrower);
  await borrower.button('Loan').click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  expect(await borrower.requests(PUSH)).toHaveLength(1);
  await borrower.button('Loan').click();
  await onOrder(page);
  expectOneKey(await borrower.requests(PUSH));
  expect(await loans(borrower)).toHaveLength(1);
});

test('an unknown result survives a reload: another tap sends the same call, and shows the result', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-push-http500');
  await toForm(borrower);
  await borrower.button('Loan').click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await page.reload();
  await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  await borrower.button('Loan').click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  expectOneKey(await borrower.requests(PUSH));
  expect(await loans(borrower)).toEqual([]);
});

test('another page of the same borrower cannot take the loan a second time', async ({ visit, page }) => {
  const borrower = visit('loan-offer');
  await toForm(borrower);
  const other = await page.context().newPage();
  await other.goto(borrower.address('/loanConfirmNew', { lang: 'source' }));
  await expect(other.getByRole('button', { name: 'Loan', exact: true })).toBeVisible();
  await borrower.button('Loan').click();
  await onOrder(page);
  await other.getByRole('button', { name: 'Loan', exact: true }).click();
  await expect(other.locator('.cz-notice').first()).toContainText('This offer is no longer open.');
  expect(await loans(borrower)).toHaveLength(1);
});

test('8.8 a failed load is the screen’s error state, and Retry repeats the failed call', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-agreements-error');
  await borrower.open('/loanConfirmNew', { lang: 'source' });
  await expect(page.getByText('The documents are being updated.')).toBeVisible();
  await expect(borrower.button('Loan')).toHaveCount(0);
  await borrower.button('Try again').click();
  await expect(borrower.button('Loan')).toBeVisible();
  expect(await borrower.requests(OFFER)).toHaveLength(1);
  expect(await borrower.requests(LIST)).toHaveLength(2);
});

test('without documents there is nothing to accept, and no loan', async ({ visit, page }) => {
  const borrower = visit('loan-no-agreements');
  await borrower.open('/loanConfirmNew', { lang: 'source' });
  await expect(borrower.button('Loan')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await borrower.button('Loan').click({ force: true });
  await expect(page.getByText('The loan documents are missing', { exact: true })).toBeVisible();
  expect(await borrower.requests(PUSH)).toEqual([]);
});

test('4.58 an order at an address that is not allowed is not opened; the loan is shown as made, with links', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-push-unsafe');
  await toForm(borrower);
  await borrower.button('Loan').click();
  const made = page.getByRole('dialog', { name: 'Your loan was made' });
  await expect(made).toContainText('Open your loans in the app, or ask customer service.');
  expect(await loans(borrower)).toHaveLength(1);
  await expect(page).toHaveURL(/\/loanConfirmNew/);
});
