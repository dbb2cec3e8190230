import { expect, holdClock, mark, PAY_CODE, PAYMENT_PORT, runUntilSeen, test } from './visit.ts';

/** Texts on the screens must be true: after a payment elsewhere, offline, on a slow network, and after a refusal. */

const comeBack = (): boolean =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

for (const [path, isDelay] of [
  ['/repay', false],
  ['/repayDelay', true],
] as const) {
  test(`${path}: a payment made elsewhere is not made again`, async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open(path);
    await borrower.button('Payment Method').click();
    await borrower.button('Payment').click();
    await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
    const payment = page.url();
    // Another tab shows the same screen while this one pays.
    const other = await page.context().newPage();
    await other.goto(borrower.address(path));
    await other.getByRole('button', { name: 'Payment Method' }).click();
    await expect(other.getByRole('dialog')).toBeVisible();
    await page.goto(payment);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect.poll(() => page.url()).toContain('/order');
    const before = (await borrower.requests(PAY_CODE)).length;
    await other.evaluate(comeBack);
    await other.getByRole('dialog').getByRole('button', { name: 'Payment', exact: true }).click();
    await expect(other.getByRole('dialog').locator('.cz-notice').first()).toBeVisible();
    expect(await borrower.requests(PAY_CODE)).toHaveLength(before);
    await other.keyboard.press('Escape');
    await expect(other.getByText('There is nothing to pay for this order now.').first()).toBeVisible();
    await other.close();

    // Back opens the screen again, which shows the current state, without a way to pay.
    if (isDelay) return;
    await borrower.open(path);
    await expect(
      page.getByRole('heading', { name: 'There is nothing to pay for this order now.' }),
    ).toBeVisible();
    await expect(borrower.button('Payment Method')).toHaveCount(0);
  });
}

test('the error card offers customer service, and dials its number', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const callPhone = { postMessage: (payload: unknown) => void sent.push(payload) };
    Object.assign(window, { sent, webkit: { messageHandlers: { callPhone } } });
  });
  const borrower = visit('http500');
  await borrower.open('/order');
  await expect(page.getByRole('heading', { name: 'The service has a problem' })).toBeVisible();
  await expect(page.getByText('We could not load your order.')).toBeVisible();
  const reference = new RegExp(
    `^Reference \\w{3} \\d{1,2}, \\d{4}, \\d{1,2}:\\d\\d [AP]M ${borrower.orderId}$`,
  );
  await expect(page.getByText(reference)).toBeVisible();
  await borrower.button('Customer service').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual([{ phone: '+63 2 8000 0000' }]);
});

test('after ten seconds the screen shows that it is still working', async ({ visit, page }) => {
  await page.clock.install();
  await holdClock(page);
  await page.route(/loan-play-detail/, () => new Promise(() => undefined));
  await page.goto(visit('repayable').address('/repay'));
  await runUntilSeen(page, page.locator('#capiz > :not([inert]) [aria-busy="true"]').first());
  await page.clock.runFor(9_000);
  const words = page.getByText('Still working. You can wait or go back.');
  await expect(words).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(words).toBeVisible();
});

test('a skeleton contains no text that depends on the reply', async ({ visit, page }) => {
  await page.route(/loan-play-detail/, () => new Promise(() => undefined));
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await expect(borrower.button('Payment Method')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No payment method available. Please contact us.')).toBeHidden();
});

test('a message of the service is shown as plain text', async ({ visit, page }) => {
  await visit('notice').open('/repay');
  await expect(page.getByText('<b>arrive</b> the next day & count for it.')).toBeVisible();
});

test('a notice is below the amount, which does not move', async ({ visit, page }) => {
  await visit('notice').open('/repayDelay');
  const top = async (words: string | RegExp) => (await page.getByText(words).first().boundingBox())?.y ?? 0;
  await expect(page.getByText(/arrive/)).toBeVisible();
  expect(await top(/^₱/)).toBeLessThan(await top(/arrive/));
});

test('without any channel customer service is offered', async ({ visit }) => {
  const borrower = visit('no-channels');
  await borrower.open('/repay');
  await expect(borrower.button('Customer service')).toBeVisible();
});

test('the bank card dialog opens again when the order is loaded again: closing it is not stored', async ({
  visit,
  page,
}) => {
  const borrower = visit('popup-card');
  await borrower.open('/order');
  const dialog = page.getByRole('dialog', { name: 'Bind your card' });
  await expect(dialog).toBeVisible();
  await borrower.button('Close').click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(dialog).toBeVisible();
});

test('7.53 h5Url outside the web view is passed to the app', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const openPage = { postMessage: (payload: unknown) => void sent.push(payload) };
    Object.assign(window, { sent, webkit: { messageHandlers: { openPage } } });
  });
  const borrower = visit('h5-outside');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual([{ url: expect.stringContaining(`:${PAYMENT_PORT}/page/repay`) }]);
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('7.53 7.65 h5Url outside the web view opens here if there is no app', async ({ visit, page }) => {
  const borrower = visit('h5-outside');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
});

test('7.63 9.28 Borrow Again calls the app for the product', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const openProduct = { postMessage: (payload: unknown) => void sent.push(payload) };
    Object.assign(window, { sent, webkit: { messageHandlers: { openProduct } } });
  });
  const borrower = visit('status-200');
  await borrower.open('/order');
  await borrower.button('Borrow Again').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual([{ productId: '1203' }]);
});

test('four stars open the store rating, which ends the popup', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const openRating = { postMessage: () => void sent.push('openRating') };
    Object.assign(window, { sent, webkit: { messageHandlers: { openRating } } });
  });
  const borrower = visit('popup-rating');
  await borrower.open('/order');
  await mark(page.getByRole('radio', { name: '4 stars' }));
  await borrower.button('Submit').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual(['openRating']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test("7.3 7.5 7.6 every call has the header of a script's request, and each client sends its own headers", async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await borrower.button('REPAY').click();
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  const [details] = await borrower.requests('/v3/loan-details/loan-details');
  const [plan] = await borrower.requests('/v3/installment/loan-play-detail');
  expect(details?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    building: `device-${borrower.id}`,
    gather: `session-${borrower.orderId}`,
  });
  expect(plan?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    swift: `device-${borrower.id}`,
    eyes: `session-${borrower.orderId}`,
  });
  expect(plan?.headers).not.toHaveProperty('building');
});

test('the page declares its language and title', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await expect(page).toHaveTitle('Repayment');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-PH');
  await borrower.open('/repay', { lang: 'source' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await borrower.open('/repayDelay');
  await expect(page).toHaveTitle('Rollover Repayment');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rollover Repayment');
});

test.describe('the stored code', () => {
  test('a tap anywhere in the box except on copy opens the stored code', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay');
    await page.getByText('Payment code').click();
    await expect(page).toHaveURL(/\/repaymentOfCode2/);
  });

  test('2.37 3.23 is stored as JSON with the names of the specification, and is shown offline', async ({
    visit,
    page,
    context,
  }) => {
    const borrower = visit('repayable');
    await borrower.open('/repayDelay');
    await expect(page.getByText('₱525.00').first()).toBeVisible();
    // The release with all its screens is loaded soon after the first screen.
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            performance.getEntriesByType('resource').filter(({ name }) => name.includes('/capiz/releases/'))
              .length,
        ),
      )
      .toBe(1);
    await context.setOffline(true);
    await borrower.button(/Wallet One bill payment/).click();
    await expect(page.getByText('Total Payment')).toBeVisible();
    await expect(page.getByText('₱525.00')).toBeVisible();
    await expect(page.getByText('You are offline')).toBeVisible();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('capiz:repayment') ?? '{}'));
    expect(stored).toMatchObject({
      delayInfo: { title: 'Rollover Repayment', delayAmount: 52_500 },
      defDetail: { title: 'Wallet One bill payment', payCode: '803277140956', payNotice: expect.any(Array) },
    });
    expect(stored).not.toHaveProperty('repayAmount');
    await context.setOffline(false);
  });

  for (const [title, change, shown] of [
    ['the repayment amount comes first', { repayAmount: 341_250 }, '₱3,412.50'],
    ['an amount of 0 counts as none: the rollover amount stands in', { repayAmount: 0 }, '₱525.00'],
    [
      'no amount at all: no line for it',
      { repayAmount: 0, delayInfo: { title: 'x', delayAmount: 0 } },
      undefined,
    ],
  ] as const) {
    test(title, async ({ visit, page }) => {
      const borrower = visit('repayable');
      await borrower.open('/repayDelay');
      await borrower.button(/Wallet One bill payment/).click();
      await expect(page.getByText('Total Payment')).toBeVisible();
      await page.evaluate((patch) => {
        const stored = JSON.parse(localStorage.getItem('capiz:repayment') ?? '{}') as object;
        localStorage.setItem('capiz:repayment', JSON.stringify({ ...stored, ...patch }));
      }, change);
      await page.reload();
      await expect(page.getByText('Keep your deposit slip as proof')).toBeVisible();
      if (shown === undefined) await expect(page.getByText('Total Payment')).toHaveCount(0);
      else await expect(page.getByText(shown)).toBeVisible();
    });
  }

  test('an unreadable stored code counts as missing', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay');
    await borrower.button(/Wallet One bill payment/).click();
    await expect(page.getByText('Total Payment')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('capiz:repayment', '{"defDetail": {'));
    await page.reload();
    await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
  });
});

test('a refused clipboard selects the code and shows instructions', async ({ visit, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button('copy').click();
  await expect(page.getByText('Press and hold the code to copy it.')).toBeVisible();
  await expect(page.getByText('Copied')).toBeHidden();
  // The code that selects the text is loaded lazily.
  const selection = () => page.evaluate(() => String(window.getSelection()).replace(/\s/g, ''));
  await expect.poll(selection).toBe('803277140956');
});

test('an address that the payment may not open: nothing was paid, and a message says so', async ({
  visit,
  page,
}) => {
  const borrower = visit('pay-url-unsafe');
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByText(/Nothing was paid/)).toBeVisible();
});
