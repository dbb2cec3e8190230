import { answerWith } from './shell.ts';
import { expect, holdClock, PAY_CODE, PAYMENT_PORT, runUntilSeen, test } from './visit.ts';

/* Repayment, rollover and the stored code as the specification describes them: in language `source`. */

const SOURCE = { lang: 'source' };
const REPAY = '/v3/installment/loan-play-detail';
const PLAN = '/growing/plan';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (): Promise<string> => navigator.clipboard.readText();
const day = /\d{4}-\d\d-\d\d/;

test('2.21 2.22 2.23 3.4 Rollover: title and amount, the next payment date, the plan with its rows', async ({
  visit,
  page,
}) => {
  await answerWith(page, PLAN, {
    delayInfo: { title: 'Delay by name', delayAmount: 123_450 },
    repayDate: '2026-12-24',
    repayPlan: [
      { remark: 'Remark one', title: 'Title one', amount: 123_450, time: '2026-11-30' },
      { remark: 'Remark two', title: 'Title two', amount: '5', time: '2026-12-24' },
    ],
  });
  await visit('repayable').open('/repayDelay', SOURCE);
  await expect(page).toHaveTitle('Delay by name');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delay by name');
  await expect(page.locator('.cz-amount')).toContainText('₱1234.50');
  await expect(page.getByText('Your next payment date is 2026-12-24')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();
  for (const words of ['Remark one', 'Title one', '2026-11-30', 'Remark two', 'Title two', '₱0.05']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
});

test('2.27 9.5 Repayment: date, amount, product', async ({ visit, page }) => {
  await answerWith(page, REPAY, {
    repayAmount: '123450',
    repayDate: '2031-12-24 10:11:12',
    productName: 'Product by name',
  });
  await visit('repayable').open('/repay', SOURCE);
  await expect(page.getByText('Repayment date 2031-12-24 10:11:12')).toBeVisible();
  await expect(page.getByText('₱1234.50', { exact: true })).toBeVisible();
  await expect(page.getByText('Product by name')).toBeVisible();
  await expect(page.locator('main img').first()).toHaveAttribute('src', /pictures\/product\.svg$/);
});

test('2.28 9.32 Details show two rows until more; hide folds them again', async ({ visit, page }) => {
  const rows = ['one', 'two', 'three', 'four'].map((text) => ({ text, value: `value ${text}` }));
  await answerWith(page, REPAY, { detail: rows });
  const borrower = visit('repayable');
  await borrower.open('/repay', SOURCE);
  const labels = page.locator('main').getByRole('term');
  await expect(labels).toHaveText(['one', 'two']);
  await borrower.button('more').click();
  await expect(labels).toHaveText(['one', 'two', 'three', 'four']);
  await expect(page.getByText('value four')).toBeVisible();
  await borrower.button('hide').click();
  await expect(labels).toHaveText(['one', 'two']);
});

for (const [path, call, number] of [
  ['/repay', REPAY, '2.29'],
  ['/repayDelay', PLAN, '2.24'],
] as const) {
  test(`${number} 9.33 ${path}: only isShowReyTop 1 shows the help image, which opens the instructions`, async ({
    visit,
    page,
  }) => {
    const help = page.getByRole('button', { name: 'How to pay' });
    const borrower = visit('repayable');
    for (const [isShowReyTop, isShown] of [
      [0, false],
      ['0', false],
      [null, false],
      ['1', true],
      [1, true],
    ] as const) {
      await page.unrouteAll();
      await answerWith(page, call, { isShowReyTop });
      await borrower.open(path, SOURCE);
      await expect(borrower.button('copy')).toBeVisible();
      await expect(help).toHaveCount(isShown ? 1 : 0);
    }
    await help.click();
    await expect(page).toHaveURL(/\/carpmm/);
  });

  test(`2.32 ${path}: noticeMsg is a notice in plain text`, async ({ visit, page }) => {
    await answerWith(page, call, { noticeMsg: 'Pay <b>today</b> & rest.' });
    await visit('repayable').open(path, SOURCE);
    await expect(page.getByRole('note').getByText('Pay <b>today</b> & rest.')).toBeVisible();
  });
}

for (const [path, number, amount] of [
  ['/repay', '2.30', '₱3412.50'],
  ['/repayDelay', '2.25', '₱525.00'],
] as const) {
  test(`${number} 8.3 ${path}: copy copies the code of the default-pay box and stays`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open(path, SOURCE);
    await expect(page.getByText('Wallet One bill payment')).toBeVisible();
    await expect(page.locator('main img[src$="wallet-one.svg"]')).toBeVisible();
    await borrower.button('copy').click();
    await expect(page.locator('.cz-toast').getByText('copy success', { exact: true })).toBeVisible();
    expect(await page.evaluate(clipboard)).toBe('803277140956');
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test(`${number} 2.37 2.41 ${path}: a tap elsewhere in the box opens the stored code with its amount`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open(path, SOURCE);
    await borrower.button(/Wallet One bill payment/).click();
    await expect(page).toHaveURL(/\/repaymentOfCode2/);
    await expect(page.getByText('Total Payment', { exact: true })).toBeVisible();
    await expect(page.getByText(amount, { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(amount, { exact: true })).toBeVisible();
  });

  const numbers = path === '/repay' ? '2.31' : '2.26';
  test(`${numbers} 4.52 ${path}: channels with logo, name and check mark, the first one selected`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open(path, SOURCE);
    await borrower.button('Payment Method').click();
    const sheet = page.getByRole('dialog', { name: 'Please select your repayment method for payment' });
    await expect(sheet.getByRole('radio')).toHaveCount(3);
    for (const name of ['Wallet One', 'Wallet Two', 'Partner store counter']) {
      await expect(sheet.getByText(name, { exact: true })).toBeVisible();
    }
    await expect(sheet.locator('img')).toHaveCount(3);
    await expect(sheet.getByRole('radio', { name: 'Wallet One' })).toBeChecked();
    await sheet.getByRole('radio', { name: 'Partner store counter' }).check();
    await expect(sheet.getByRole('radio', { name: 'Wallet One' })).not.toBeChecked();
    await expect(sheet.getByRole('button', { name: 'Payment', exact: true })).toBeEnabled();
  });

  test(`4.53 7.29 ${path}: Payment requests a code of the channel and opens its payUrl`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open(path, SOURCE);
    await borrower.button('Payment Method').click();
    await page.getByRole('radio', { name: 'Wallet Two' }).check();
    await borrower.button('Payment').click();
    await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
    const [code, ...more] = await borrower.requests(PAY_CODE);
    expect(more).toEqual([]);
    expect(code?.method).toBe('POST');
    expect(Object.fromEntries(new URLSearchParams(code?.body))).toEqual({
      productId: '1203',
      orderId: borrower.orderId,
      amount: path === '/repay' ? '341250' : '52500',
      channelNumber: '90011',
      ...(path === '/repayDelay' && { isDelay: '1' }),
    });
  });

  test(`4.54 ${path}: without a channel the button is disabled and shows the reason`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('no-channels');
    await borrower.open(path, SOURCE);
    await expect(borrower.button('Payment Method')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('No payment method available. Please contact us.')).toBeVisible();
  });

  for (const scenario of ['pay-url-missing', 'pay-url-unsafe']) {
    test(`4.55 ${path}, ${scenario}: an error in the sheet, and no redirect`, async ({ visit, page }) => {
      const borrower = visit(scenario);
      await borrower.open(path, SOURCE);
      await borrower.button('Payment Method').click();
      await borrower.button('Payment').click();
      await expect(page.getByRole('dialog').locator('.cz-notice')).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }
}

test("4.57 8.1 9.3 A refused payment shows the service's words as a toast for 2 s, and permanently in the sheet", async ({
  visit,
  page,
}) => {
  await page.clock.install();
  const borrower = visit('pay-code-error');
  await borrower.open('/repay', SOURCE);
  await borrower.button('Payment Method').click();
  await expect(borrower.button('Payment')).toBeVisible();
  await holdClock(page);
  await borrower.button('Payment').click();
  const said = page.getByRole('dialog').locator('.cz-notice');
  await runUntilSeen(page, said);
  const words = await said.innerText();
  const toast = page.locator('.cz-toast').getByText(words, { exact: true });
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
  await expect(said).toBeVisible();
});

test.describe('the stored code', () => {
  test('2.37 2.38 2.39 2.42 The screen shows note, logo, code, amount and the instructions in groups', async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay', SOURCE);
    await borrower.button(/Wallet One bill payment/).click();
    await expect(page.getByRole('note').getByText('Keep your deposit slip as proof')).toBeVisible();
    await expect(page.locator('main img').first()).toHaveAttribute('src', /wallet-one\.svg$/);
    await expect(page.getByText('Contract No.')).toBeVisible();
    await expect(page.locator('.cz-code').getByText(/8032/)).toBeVisible();
    for (const group of ['With Wallet One', 'At a partner store']) {
      await expect(page.getByRole('heading', { name: group })).toBeVisible();
    }
    await expect(page.getByText('In the app', { exact: true })).toBeVisible();
    await expect(page.getByText('Choose Loans, then Capiz Lending.')).toBeVisible();
    await page.getByText('At a cash-in machine', { exact: true }).click();
    await expect(page.getByText('Choose Pay bills.')).toBeVisible();
  });

  for (const at of ['Click to Copy', 'Total Payment']) {
    test(`2.39 2.40 8.3 A tap on ${at} copies the code`, async ({ visit, page }) => {
      const borrower = visit('repayable');
      await borrower.open('/repay', SOURCE);
      await borrower.button(/Wallet One bill payment/).click();
      await page.getByText(at, { exact: true }).click();
      await expect(page.locator('.cz-toast').getByText('copy success', { exact: true })).toBeVisible();
      expect(await page.evaluate(clipboard)).toBe('803277140956');
    });
  }

  test('2.41 An amount of 0 counts as missing', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repayDelay', SOURCE);
    await borrower.button(/Wallet One bill payment/).click();
    await expect(page.getByText('Total Payment')).toBeVisible();
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('capiz:repayment') ?? '{}') as object;
      localStorage.setItem('capiz:repayment', JSON.stringify({ ...stored, repayAmount: 0 }));
    });
    await page.reload();
    await expect(page.getByText('₱525.00', { exact: true })).toBeVisible();
  });

  test('2.44 With nothing stored the screen shows a message, and a button back', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay', SOURCE);
    await expect(page.getByText('Repayment date')).toBeVisible();
    await borrower.open('/repaymentOfCode2', SOURCE);
    await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
    await borrower.button('Back to repayment').click();
    await expect(page).toHaveURL(/\/repay\?/);
    await expect(page.getByText('Repayment date')).toBeVisible();
  });

  test('2.44 With nothing stored and no history in this tab the screen links to repayment', async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open('/repaymentOfCode2', SOURCE);
    await borrower.button('Back to repayment').click();
    await expect(page).toHaveURL(/\/repay\?/);
    await expect(page.getByText('Repayment date')).toBeVisible();
  });

  test('1.3 Another borrower does not see the stored code, and it is removed', async ({ visit, page }) => {
    const first = visit('repayable');
    await first.open('/repay', SOURCE);
    await first.button(/Wallet One bill payment/).click();
    await expect(page.getByText('Total Payment')).toBeVisible();
    await visit('repayable').open('/repaymentOfCode2', SOURCE);
    await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('capiz:repayment'))).toBeNull();
  });
});

for (const [path, call] of [
  ['/repay', REPAY],
  ['/repayDelay', PLAN],
] as const) {
  test(`9.5 ${path}: an invalid date is shown unchanged`, async ({ visit, page }) => {
    await answerWith(page, call, { repayDate: 'Next Friday' });
    await visit('repayable').open(path, SOURCE);
    await expect(page.getByText(/(Repayment date|Your next payment date is) Next Friday/)).toBeVisible();
    await expect(page.getByText('Your next payment date is').filter({ hasText: day })).toHaveCount(0);
  });
}
