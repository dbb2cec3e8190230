import type { Page } from '@playwright/test';
import { expect, holdClock, mark, type Recorded, runUntilSeen, test, type Visit } from './visit.ts';

const LOAN = '/api/v1/youmi/youmi-api/service/loan';
const WAY = `${LOAN}/repayment-way`;
const COMMIT = `${LOAN}/repayment-commit`;
const CONFIRM = `${LOAN}/repayment-confirm`;
const AMOUNT = { withholdingAmount: '341250', mobilePhone: '09171234567', lang: 'source' };
const FIRST = /First Island Bank/;

const pay = (borrower: Visit) => borrower.button(/^Pay ₱/);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter the code' });
const checking = (page: Page) => page.getByRole('dialog', { name: 'We are checking your payment' });
const resend = (page: Page) => dialog(page).getByRole('button', { name: /^(\d+s|get verification code)$/ });
const code = (page: Page) => dialog(page).getByLabel('SMS code');
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' });
const members = (call: Recorded | undefined) => Object.fromEntries(new URLSearchParams(call?.body));
const paid = async (borrower: Visit) =>
  (await borrower.payments()).filter((payment) => (payment as { state: string }).state === 'paid').length;

async function open(borrower: Visit, more: Record<string, string> = {}): Promise<void> {
  await borrower.open('/payWay', { ...AMOUNT, ...more });
  await expect(pay(borrower)).toBeVisible();
}

async function choose(page: Page, bank = FIRST): Promise<void> {
  await mark(page.getByRole('radio', { name: bank }));
}

async function toCode(borrower: Visit, more?: Record<string, string>): Promise<void> {
  await open(borrower, more);
  await choose(borrower.page);
  await pay(borrower).click();
  await expect(dialog(borrower.page)).toBeVisible();
}

async function enter(page: Page, digits: string): Promise<void> {
  await code(page).fill(digits);
  await confirm(page).click();
}

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
    await expect(page.getByRole('radio', { name: 'First Island Bank •••• 4821' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Bayside Savings •••• 7730' })).toBeVisible();
    await expect(page.locator('input:checked')).toHaveCount(0);
    expect(await page.content()).not.toMatch(/40001234|12344821|51009876/);
    await choose(page);
    await choose(page, /Bayside/);
    await expect(page.locator('input:checked')).toHaveCount(1);
  });

  test('7.23 8.7 the ways are asked for by POST with the order in the query and no body', async ({
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

  test('5.9 paying without a card says so beside the list and as a toast, and sends nothing', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await open(borrower);
    await pay(borrower).click();
    const words = page.getByText('please select a payment bank card first');
    await expect(words).toHaveCount(2);
    await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
    expect(await borrower.requests(COMMIT)).toEqual([]);
    await choose(page);
    await expect(page.getByRole('radiogroup')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('no card yet: it says so, and a card can be added', async ({ visit, page }) => {
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
    test(`8.12 the cards cannot be had: ${words}`, async ({ visit, page }) => {
      const borrower = visit(scenario);
      await borrower.open('/payWay', AMOUNT);
      await expect(page.getByText(words)).toBeVisible();
      await expect(pay(borrower)).toHaveCount(0);
      await borrower.button('Try again').click();
      await expect(page.getByRole('radio')).toHaveCount(2);
    });
  }

  test('8.11 no network while the cards are asked for: error, and Retry', async ({ visit, page }) => {
    await page.route(`**${WAY}*`, (route) => route.abort());
    const borrower = visit('cards');
    await borrower.open('/payWay', AMOUNT);
    await expect(page.getByText('error', { exact: true })).toBeVisible();
    await page.unroute(`**${WAY}*`);
    await borrower.button('Try again').click();
    await expect(page.getByRole('radio')).toHaveCount(2);
  });

  test('without an amount there is no way to pay, and one back to the order', async ({ visit, page }) => {
    const borrower = visit('cards');
    await borrower.open('/payWay', { lang: 'source' });
    await expect(page.getByText('Payment details are missing')).toBeVisible();
    await expect(pay(borrower)).toHaveCount(0);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await borrower.button('Back to the order').click();
    await expect(page).toHaveURL(/\/order\?/);
    await expect(page.getByText('Sunrise Cash').first()).toBeVisible();
  });

  test('the amount of another order is not this one’s: it is missing, and nothing can be paid', async ({
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
      couponId: 'null',
      orderId: borrower.orderId,
      repayToken: `token-${borrower.orderId}`,
      bankCode: 'FIB',
      sendMsg: '0',
    });
    expect(await paid(borrower)).toBe(0);
  });

  test('3.17 a coupon stands in a row, is sent, and changes no amount', async ({ visit, page }) => {
    const borrower = visit('cards');
    await toCode(borrower, { couponId: 'C-2026', couponMoney: '5000' });
    await expect(page.getByText('₱50.00')).toBeAttached();
    const [call] = await borrower.requests(COMMIT);
    expect(members(call)).toMatchObject({ couponId: 'C-2026', amount: '341250' });
  });

  test('4.17 2.50 2.53 without needValid borrow detail opens, with the note that it is being processed', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-at-once');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Details');
    await expect(page.getByText('Payment processing')).toBeVisible();
    await expect(page.getByText('Payment received')).toBeVisible();
    await expect(borrower.button(/repay/i)).toHaveCount(0);
    expect(await paid(borrower)).toBe(1);
    // The order moves on after two readings.
    await borrower.button('Check status').click();
    await expect.poll(async () => (await borrower.requests('/v3/loan-details/loan-details')).length).toBe(2);
    await borrower.button('Check status').click();
    await expect(page.getByText('Repaid', { exact: true })).toBeVisible();
    await expect(page.getByText('Payment processing')).toHaveCount(0);
    await borrower.button('Order details').click();
    await expect(page).toHaveURL(/\/order\?/);
  });

  test('2.49 3.18 4.19 7.25 the code confirms the payment, the dialog closes, borrow detail opens', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await expect(dialog(page).getByText('Code sent to •••• 4567')).toBeVisible();
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await code(page).pressSequentially('12x3456');
    await expect(code(page)).toHaveValue('123456');
    await confirm(page).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByText('Payment processing')).toBeVisible();
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
    // Paying stands no longer behind it.
    await page.goBack();
    await expect(page).not.toHaveURL(/payWay/);
  });

  test('5.10 a code of five digits, and none, are refused with the text; nothing is sent', async ({
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

test.describe('what the service answers', () => {
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

  test('8.14 a wrong code says so in the dialog, which stays; the right one pays', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await enter(page, '111111');
    await expect(dialog(page).getByText('verification code error').first()).toBeVisible();
    expect(await paid(borrower)).toBe(0);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  test('8.15 a payment that was submitted already says so, and offers its status', async ({
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

test.describe('the countdown', () => {
  test('4.18 9.22 it counts 60 to 1 in the label, then reads get verification code; it is read out at 60, 30, 10, 0', async ({
    visit,
    page,
  }) => {
    await page.clock.install();
    const borrower = visit('cards');
    await borrower.open('/payWay', AMOUNT);
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(page.getByRole('radio').first()).toBeVisible({ timeout: 100 });
    }).toPass();
    await holdClock(page);
    await choose(page);
    await pay(borrower).click();
    await runUntilSeen(page, dialog(page));
    await resend(page).evaluate((label) => {
      const status = document.querySelector('dialog [role=status].cz-visually-hidden');
      if (status === null) throw new Error('Nothing is read out.');
      const follow = (element: Element): string[] => {
        const texts = [element.textContent ?? ''];
        const note = () => void texts.push(element.textContent ?? '');
        new MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true });
        return texts;
      };
      Object.assign(window, { labels: follow(label), spoken: follow(status) });
    });
    for (let half = 0; half < 124; half += 1) await page.clock.runFor(500);
    await expect(resend(page)).toHaveText('get verification code');
    const labels = await page.evaluate(() => (window as unknown as { labels: string[] }).labels);
    const first = Number.parseInt(labels[0] ?? '', 10);
    expect(first).toBeGreaterThan(57);
    expect(labels).toEqual([
      ...Array.from({ length: first }, (_, index) => `${first - index}s`),
      'get verification code',
    ]);
    const spoken = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(spoken).toEqual([
      'You can ask for a new code in 60 seconds',
      'You can ask for a new code in 30 seconds',
      'You can ask for a new code in 10 seconds',
      'You can ask for a new code now',
    ]);
  });

  /** Lets the countdown run out by moving its deadline into the past. */
  async function runOut(page: Page): Promise<void> {
    await page.clock.fastForward(61_000);
    await page.clock.runFor(1_000);
    await expect(resend(page)).toHaveText('get verification code');
  }

  async function toCodeWithClock(borrower: Visit): Promise<void> {
    await borrower.page.clock.install();
    await borrower.open('/payWay', AMOUNT);
    await expect(async () => {
      await borrower.page.clock.runFor(500);
      await expect(borrower.page.getByRole('radio').first()).toBeVisible({ timeout: 100 });
    }).toPass();
    await choose(borrower.page);
    await pay(borrower).click();
    await expect(dialog(borrower.page)).toBeVisible();
  }

  test('7.24 after it the code is sent again with sendMsg 1, and it counts from 60', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true');
    await resend(page).click({ force: true });
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await runOut(page);
    await resend(page).click();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
    const calls = await borrower.requests(COMMIT);
    expect(calls.map((call) => members(call).sendMsg)).toEqual(['0', '1']);
    expect({ ...members(calls[1]), sendMsg: '0' }).toEqual(members(calls[0]));
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  test('8.13 when sending again fails it says why, and counts from 60 again', async ({ visit, page }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await runOut(page);
    await page.route(`**${COMMIT}`, (route) =>
      route.fulfill({ json: { code: '77', message: 'Too many messages today.', data: null } }),
    );
    await resend(page).click();
    await expect(dialog(page).getByText('Too many messages today.').first()).toBeVisible();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
  });

  test('sending again without an answer says so; nothing is paid, and the road stays open', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await runOut(page);
    await page.route(`**${COMMIT}`, (route) => route.abort());
    await resend(page).click();
    await expect(dialog(page).getByText(/We got no answer/)).toBeVisible();
    await page.unroute(`**${COMMIT}`);
    const asked = (await borrower.requests(WAY)).length;
    await page.clock.runFor(3_000);
    await expect.poll(async () => (await borrower.requests(WAY)).length).toBeGreaterThan(asked);
    await expect(dialog(page).getByText(/We got no answer/)).toHaveCount(0);
    await resend(page).click();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  for (const [name, leave] of [
    ['Cancel', async (page: Page) => await dialog(page).getByRole('button', { name: 'Cancel' }).click()],
    ['Back', async (page: Page) => void (await page.goBack())],
    ['Escape', async (page: Page) => await page.keyboard.press('Escape')],
  ] as const) {
    test(`4.20 ${name} closes the dialog, forgets the code and puts the countdown to idle; nothing is paid`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('cards');
      await toCode(borrower);
      await code(page).fill('1234');
      await leave(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(/\/payWay/);
      expect(await borrower.requests(CONFIRM)).toEqual([]);
      // It begins anew.
      await pay(borrower).click();
      await expect(dialog(page)).toBeVisible();
      await expect(code(page)).toHaveValue('');
      await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
      await enter(page, '123456');
      await expect(page).toHaveURL(/\/borrowDetail\?/);
      expect(await paid(borrower)).toBe(1);
    });
  }
});

test.describe('nobody is charged twice', () => {
  /** What a borrower sees who does not know how it ended: no way to pay, one to the order. */
  async function expectTruth(page: Page): Promise<void> {
    await expect(checking(page)).toBeVisible();
    await expect(checking(page).getByText('Do not pay again.')).toBeVisible();
    await expect(checking(page).getByRole('button', { name: /pay|again|confirm/i })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(checking(page)).toBeVisible();
  }

  /** The service would take a payment again; the page does not know how the first one ended. */
  async function offerAgain(page: Page): Promise<void> {
    const card = { id: 1, bankName: 'First Island Bank', cardNo: '4821', bankCode: 'F' };
    await page.route(`**${WAY}*`, (route) =>
      route.fulfill({ json: { code: '00', data: { alipay: '', repayToken: 't', bankCards: [card] } } }),
    );
  }

  const tabOf = (page: Page) => page.context().newPage();

  test('two taps are one commit, and two taps one confirmation', async ({ visit, page }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    await pay(borrower).dblclick();
    await expect(pay(borrower)).toHaveAttribute('aria-busy', 'true');
    await expect(dialog(page)).toBeVisible({ timeout: 10_000 });
    await code(page).fill('123456');
    await confirm(page).dblclick();
    await expect(page).toHaveURL(/\/borrowDetail\?/, { timeout: 10_000 });
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await borrower.requests(CONFIRM)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a reload in the middle of the dialog brings it back, with its record and its deadline', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    await expect(resend(page)).toHaveText(/^5[0-8]s$/);
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByText('First Island Bank •••• 4821')).toBeVisible();
    await expect(resend(page)).toHaveText(/^5[0-8]s$|^4\ds$/);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(members((await borrower.requests(CONFIRM))[0])).toMatchObject({ repaymentRecordId: 'record-1' });
    expect(await paid(borrower)).toBe(1);
  });

  test('a commit without an answer: the truth, the order, and no second one when they come back', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-commit-lost');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);
    expect(await paid(borrower)).toBe(1);
    await checking(page).getByRole('button', { name: 'Check status' }).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await expect(page.getByText('Payment processing')).toBeVisible();
    await offerAgain(page);
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a gateway that fails, and an answer that nobody can read, are no no: the truth', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-commit-http500');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);

    const other = visit('cards');
    await page.route(`**${COMMIT}`, (route) =>
      route.fulfill({ json: { code: '00', message: '', data: { needValid: 'perhaps' } } }),
    );
    await open(other);
    await choose(page);
    await pay(other).click();
    await expectTruth(page);
  });

  test('a confirmation without an answer: the truth; neither it nor a new commit is sent until the order says so', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-confirm-lost');
    await toCode(borrower);
    await enter(page, '123456');
    await expectTruth(page);
    await checking(page).getByRole('button', { name: 'Check status' }).click();
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    await offerAgain(page);
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expectTruth(page);
    expect(await borrower.requests(CONFIRM)).toHaveLength(1);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    expect(await paid(borrower)).toBe(1);
  });

  test('a page that is killed while the commit is under way sends no second one', async ({ visit, page }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    await pay(borrower).click();
    await expect.poll(async () => (await borrower.requests(COMMIT)).length).toBe(1);
    const tab = await tabOf(page);
    await page.close({ runBeforeUnload: false });
    const again = borrower.inTab(tab);
    await open(again);
    await choose(tab);
    await pay(again).click();
    await expectTruth(tab);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await tab.close();
  });

  test('a page that is killed with the dialog open begins anew: nothing was paid, one record pays once', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCode(borrower);
    const tab = await tabOf(page);
    await page.close();
    const again = borrower.inTab(tab);
    await open(again);
    expect(await paid(borrower)).toBe(0);
    await choose(tab);
    await pay(again).click();
    await enter(tab, '123456');
    await expect(tab).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
    await tab.close();
  });

  test('two tabs: the second is refused with the truth while the first is being sent', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards-slow');
    await open(borrower);
    await choose(page);
    const tab = await tabOf(page);
    const other = borrower.inTab(tab);
    await open(other);
    await choose(tab);
    await pay(borrower).click();
    await expect.poll(async () => (await borrower.requests(COMMIT)).length).toBe(1);
    await pay(other).click();
    await expectTruth(tab);
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await tab.close();
  });

  test('neither card number nor code is left on the device', async ({ visit, page }) => {
    const borrower = visit('cards-confirm-lost');
    await toCode(borrower);
    await enter(page, '123456');
    await expectTruth(page);
    await page.reload();
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(stored).toContain('capiz/intent/repay-card/');
    expect(stored).not.toMatch(/4000123412344821|123456"|verifyCode/);
  });
});
