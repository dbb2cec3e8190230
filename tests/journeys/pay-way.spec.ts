import {
  WAY,
  COMMIT,
  CONFIRM,
  AMOUNT,
  pay,
  dialog,
  code,
  confirm,
  members,
  paid,
  open,
  choose,
  toCode,
  enter,
} from './pay-way.ts';
import { answerWith } from './shell.ts';
import { expect, test } from './visit.ts';

test.describe('the cards', () => {
  test('2.48 4.15 3.16 the cards of the reply are listed by their last four digits, and none is selected', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await open(borrower);
    await expect(page.getByText('₱3412.50', { exact: true })).toBeVisible();
    const cards = page.getByRole('radio');
    await expect(cards).toHaveCount(2);
    await expect(page.getByRole('radio', { name: 'First Island Bank ending in 4821' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Bayside Savings ending in 7730' })).toBeVisible();
    await expect(page.locator('input:checked')).toHaveCount(0);
    expect(await page.content()).not.toMatch(/40001234|12344821|51009876/);
    await choose(page);
    await choose(page, /Bayside/);
    await expect(page.locator('input:checked')).toHaveCount(1);
  });

  test('7.23 8.7 the cards are requested by POST with the order in the query and no body', async ({
    visit,
  }) => {
    const borrower = visit('cards');
    await open(borrower);
    const [call, ...more] = await borrower.requests(WAY);
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      path: `${WAY}?orderId=${borrower.orderId}`,
      body: '',
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        swift: `device-${borrower.id}`,
        eyes: expect.stringContaining('session-'),
      },
    });
  });

  test('5.9 paying without a card shows an error at the list and as a toast, and sends nothing', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await open(borrower);
    await pay(borrower).click();
    const words = page.getByText('please select a payment bank card first');
    await expect(words).toHaveCount(2);
    // The final position of the toast, not the start of its animation.
    const toast = await page.locator('.cz-toasts').first().boundingBox();
    const bar = await page.getByRole('contentinfo').boundingBox();
    expect(bar?.y).toBeCloseTo((toast?.y ?? 0) + (toast?.height ?? 0) + 16);
    await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
    expect(await borrower.requests(COMMIT)).toEqual([]);
    await choose(page);
    await expect(page.getByRole('radiogroup')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('without a card the screen shows a message, and a card can be added', async ({ visit, page }) => {
    const borrower = visit('cards-none');
    await open(borrower);
    await expect(page.getByText('No bank card yet')).toBeVisible();
    await expect(borrower.button('Add a card')).toBeVisible();
    await expect(borrower.button('Alipay')).toHaveCount(0);
  });

  for (const [scenario, words] of [
    ['cards-error', 'Your cards are being updated.'],
    ['cards-error-without-words', 'failed to query card list'],
  ] as const) {
    test(`8.12 the cards cannot be loaded: ${words}`, async ({ visit, page }) => {
      const borrower = visit(scenario);
      await borrower.open('/payWay', AMOUNT);
      await expect(page.getByText(words)).toBeVisible();
      await expect(pay(borrower)).toHaveCount(0);
      await borrower.button('Try again').click();
      await expect(page.getByRole('radio')).toHaveCount(2);
    });
  }

  test('8.11 no network while the cards are requested: error, and Retry', async ({ visit, page }) => {
    await page.route(`**${WAY}*`, (route) => route.abort());
    const borrower = visit('cards');
    await borrower.open('/payWay', AMOUNT);
    await expect(page.getByText('error', { exact: true })).toBeVisible();
    await page.unroute(`**${WAY}*`);
    await borrower.button('Try again').click();
    await expect(page.getByRole('radio')).toHaveCount(2);
  });

  test('without an amount there is no way to pay, and a button back to the order', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await borrower.open('/payWay', { lang: 'source' });
    await expect(page.getByText('Payment details are missing')).toBeVisible();
    await expect(pay(borrower)).toHaveCount(0);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await borrower.button('Back to the order').click();
    await expect(page).toHaveURL(/\/order\?/);
    await expect(page.getByText('Sunrise Cash').first()).toBeVisible();
  });

  test('the amount of another order is not used: it is missing, and nothing can be paid', async ({
    visit,
    page,
  }) => {
    const first = visit('cards');
    await open(first);
    const other = Object.assign(first.inTab(page), { orderId: `${first.orderId}-b` });
    await other.open('/payWay', { lang: 'source' });
    await expect(page.getByText('Payment details are missing')).toBeVisible();
    await expect(pay(other)).toBeHidden();
  });
});

test.describe('paying', () => {
  test('3.17 7.24 4.16 8.7 the commit: amount of the address, the card, no coupon; with needValid the dialog opens', async ({
    visit,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    const [call, ...more] = await borrower.requests(COMMIT);
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      path: COMMIT,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-requested-with': 'XMLHttpRequest',
        'idempotency-key': expect.stringMatching(/.{8,}/),
        swift: `device-${borrower.id}`,
      },
    });
    expect(members(call)).toEqual({
      amount: '341250',
      bankName: 'First Island Bank',
      cardId: '71',
      cardNo: '4000123412344821',
      couponId: '',
      orderId: borrower.orderId,
      repayToken: `token-${borrower.orderId}`,
      bankCode: 'FIB',
      sendMsg: '0',
    });
    expect(await paid(borrower)).toBe(0);
  });

  test('3.17 a coupon is shown in a row, is sent, and changes no amount', async ({ visit, page }) => {
    const borrower = visit('cards');
    await toCode(borrower, { couponId: 'C-2026', couponMoney: '5000' });
    await expect(page.getByText('₱50.00')).toBeAttached();
    const [call] = await borrower.requests(COMMIT);
    expect(members(call)).toMatchObject({ couponId: 'C-2026', amount: '341250' });
  });

  test('4.17 2.50 2.53 without needValid borrow detail opens, with a note that the payment is being processed', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-at-once');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Details');
    await expect(page.getByText('We are processing your payment')).toBeVisible();
    await expect(page.getByText('Payment received')).toBeVisible();
    await expect(borrower.button(/repay/i)).toHaveCount(0);
    expect(await paid(borrower)).toBe(1);
    // The order changes after two loads.
    await borrower.button('Check status').click();
    await expect.poll(async () => (await borrower.requests('/v3/loan-details/loan-details')).length).toBe(2);
    await borrower.button('Check status').click();
    await expect(page.getByText('Repaid', { exact: true })).toBeVisible();
    await expect(page.getByText('We are processing your payment')).toHaveCount(0);
    await borrower.button('Order details').click();
    await expect(page).toHaveURL(/\/order\?/);
  });

  for (const needValid of ['', 2, null]) {
    test(`4.17 needValid ${JSON.stringify(needValid)} does not equal 1: borrow detail opens`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('cards-at-once');
      await answerWith(page, COMMIT, { needValid });
      await open(borrower);
      await choose(page);
      await pay(borrower).click();
      await expect(page).toHaveURL(/\/borrowDetail\?/);
      await expect(page.getByText('We are processing your payment')).toBeVisible();
      expect(await paid(borrower)).toBe(1);
    });
  }

  test('2.49 3.18 4.19 7.25 the code confirms the payment, the dialog closes, borrow detail opens', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await expect(dialog(page).getByText('Code sent to the number ending in 4567')).toBeVisible();
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await code(page).pressSequentially('12x3456');
    await expect(code(page)).toHaveValue('123456');
    await confirm(page).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByText('We are processing your payment')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [call, ...more] = await borrower.requests(CONFIRM);
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      path: CONFIRM,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(members(call)).toEqual({
      orderId: borrower.orderId,
      verifyCode: '123456',
      repaymentRecordId: 'record-1',
    });
    expect(await paid(borrower)).toBe(1);
    // The payment screen is no longer in the history.
    await page.goBack();
    await expect(page).not.toHaveURL(/payWay/);
  });

  test('5.10 a code of five digits, and an empty one, are refused with the text; nothing is sent', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    for (const digits of ['', '12345']) {
      await enter(page, digits);
      await expect(
        dialog(page).getByText('please enter the correct verification code').first(),
      ).toBeVisible();
      await expect(code(page)).toHaveAttribute('aria-invalid', 'true');
    }
    expect(await borrower.requests(CONFIRM)).toEqual([]);
  });
});

test.describe('the replies of the service', () => {
  for (const [scenario, words] of [
    ['cards-commit-error', 'The bank did not take this card.'],
    ['cards-commit-error-without-words', 'processing failed'],
  ] as const) {
    test(`8.13 the commit fails: ${words}; it can be tried again`, async ({ visit, page }) => {
      const borrower = visit(scenario);
      await open(borrower);
      await choose(page);
      await pay(borrower).click();
      await expect(page.locator('.cz-notice').getByText(words)).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
      await pay(borrower).click();
      await expect(dialog(page)).toBeVisible();
      const keys = (await borrower.requests(COMMIT)).map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).toBe(2);
    });
  }

  test('8.14 a wrong code shows an error in the dialog, which stays; the right one pays', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await enter(page, '111111');
    await expect(code(page)).toHaveAccessibleDescription('verification code error');
    await expect(code(page)).toBeFocused();
    await expect(dialog(page).getByText('verification code error')).toHaveCount(1);
    expect(await paid(borrower)).toBe(0);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  test('8.15 a payment that was submitted already shows that, and offers its status', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-confirm-repeated');
    await toCode(borrower);
    await enter(page, '123456');
    await expect(
      dialog(page).getByText('do not submit the payment request repeatedly').first(),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Check status' }).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
  });

  test('8.16 any other code shows the message of the service', async ({ visit, page }) => {
    const borrower = visit('cards-confirm-error');
    await toCode(borrower);
    await enter(page, '123456');
    await expect(dialog(page).getByText('The bank is closed for the night.').first()).toBeVisible();
    await confirm(page).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
  });

  test('8.11 offline: error, nothing is sent, and it works again afterwards', async ({
    visit,
    page,
    context,
  }) => {
    const borrower = visit('cards');
    await open(borrower);
    await choose(page);
    await context.setOffline(true);
    await pay(borrower).click();
    await expect(page.getByText('error', { exact: true })).toHaveCount(2);
    await context.setOffline(false);
    expect(await borrower.requests(COMMIT)).toEqual([]);
    await pay(borrower).click();
    await expect(dialog(page)).toBeVisible();
  });
});
