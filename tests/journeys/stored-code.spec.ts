import { expect, test } from './visit.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (): Promise<string> => navigator.clipboard.readText();

for (const [path, label] of [
  ['/repay', 'instalment repayment'],
  ['/repayDelay', 'rollover'],
] as const) {
  test(`${label}: copy writes exactly the code to the clipboard`, async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open(path);
    await borrower.button('copy').click();
    await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
    expect(await page.evaluate(clipboard)).toBe('803277140956');
    expect(new URL(page.url()).pathname).toBe(path);
  });
}

test('language source shows the literal', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay', { lang: 'source' });
  await expect(page.getByText('Contract No.')).toBeVisible();
  await expect(page.getByText('₱3412.50')).toBeVisible();
  await borrower.button('copy').click();
  await expect(page.getByText('copy success')).toBeVisible();
});

test('the box opens the stored code with the repayment amount, readable after a reload', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button(/Wallet One bill payment/).click();
  await expect(page).toHaveURL(/\/repaymentOfCode2/);
  await expect(page.getByText('Keep your deposit slip as proof')).toBeVisible();
  await expect(page.getByText('Total Payment')).toBeVisible();
  await expect(page.getByText('₱3,412.50')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Total Payment')).toBeVisible();
  await borrower.button('Click to Copy').click();
  expect(await page.evaluate(clipboard)).toBe('803277140956');
  await expect(page.getByRole('heading', { name: 'With Wallet One' })).toBeVisible();
  await expect(page.getByText('Open Wallet One and choose Bills.')).toBeVisible();
});

test('a tap on the card copies too', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button(/Wallet One bill payment/).click();
  await page.getByText('Total Payment').click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(clipboard)).toBe('803277140956');
});

test('from rollover the total is the rollover amount', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repayDelay');
  const amount = await page
    .getByText(/^₱[\d,]+\.\d\d$/)
    .first()
    .innerText();
  await borrower.button(/Wallet One bill payment/).click();
  await expect(page).toHaveURL(/\/repaymentOfCode2/);
  await expect(page.getByText(amount)).toBeVisible();
});

test('with nothing stored the screen shows how to get the code', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repaymentOfCode2');
  await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
  await expect(borrower.button('Back').last()).toBeVisible();
});

test("another borrower does not see the previous one's code", async ({ visit, page }) => {
  const first = visit('repayable');
  await first.open('/repay');
  await first.button(/Wallet One bill payment/).click();
  await expect(page.getByText('Total Payment')).toBeVisible();
  const second = visit('repayable');
  await second.open('/repaymentOfCode2');
  await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
});

test.describe('reading 48: stored values', () => {
  const info = (repayAmount: unknown) => ({
    repayAmount,
    delayInfo: { title: 'Rollover', delayAmount: 52_500 },
    defDetail: { title: 'Bill payment at a store', payCode: '9001 2345 6789', payNotice: [] },
  });
  const store = (value: unknown): void => localStorage.setItem('capiz:repayment', JSON.stringify(value));

  test('2.41 an empty repayment amount counts as absent: the code stays, with the rollover amount', async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await borrower.open('/repaymentOfCode2');
    await page.evaluate(store, info(''));
    await page.reload();
    await expect(page.getByText('9001 2345 6789')).toBeVisible();
    await expect(page.getByText('₱525.00')).toBeVisible();
  });

  test('2.41 an invalid repayment amount shows no amount, and a button back', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repaymentOfCode2');
    await page.evaluate(store, info('12,50'));
    await page.reload();
    await expect(page.getByText('Open your repayment again to get your code')).toBeVisible();
    await expect(page.getByText('525.00')).toHaveCount(0);
    await expect(borrower.button('Back to repayment').or(borrower.button('Back')).last()).toBeVisible();
  });
});
