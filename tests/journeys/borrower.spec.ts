import { pngFile } from './png.ts';
import { enterShell } from './shell.ts';
import { expect, mark, PAYMENT_PORT, test } from './visit.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

/* One borrower, from a failed login to a rolled-over loan, without an error. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const source = { lang: 'source' };

test('4.48 7.33 7.38 7.39 login failure, product, confirmation, agreement, loan, review, rollover, code, copy', async ({
  visit,
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const told = await enterShell(page);
  const borrower = visit('borrower');

  await borrower.open('/error', source);
  await expect(page.getByRole('heading', { name: 'Failed' })).toBeVisible();
  await borrower.button('Apply').first().click();
  await expect.poll(told).toEqual([['openPage', { url: 'capiz://product?productId=1301' }]]);

  await borrower.open('/loanConfirmNew', source);
  await borrower.button('Loan agreement').click();
  await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  await page.waitForLoadState();
  await page.goBack();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await borrower.button('Loan').click();
  await expect(page).toHaveURL(/\/order\?.*from=confirm/);
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();

  await expect(async () => {
    await page.reload();
    await expect(borrower.button('Rollover Repayment')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Repayment is open' })).toBeVisible();
  await borrower.button('Rollover Repayment').click();
  await expect(page).toHaveURL(/\/repayDelay/);
  await borrower.button(/bill payment/).click();
  await expect(page).toHaveURL(/\/repaymentOfCode2/);
  await borrower.button('Click to Copy').click();
  await expect(page.getByText('copy success').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('803277140956');

  const sent = async (path: string) => (await borrower.requests(path)).map(({ body }) => body);
  expect(await sent('/gopia/goya/because')).toEqual(['productId=1301&moduleId=18&positionId=1']);
  expect(await sent('/gopia/goya/define')).toEqual(['productId=1301']);
  expect(await sent('/v3/loan-confirm/loan-detail-confirm')).toContain('productId=1203');
  expect(await sent('/v3/loan-confirm/loan-detail-push')).toEqual([
    'amount=300000&periods=91&termUnit=days&productId=1203',
  ]);
  const [jump] = await borrower.requests('/v3/contract/contract-jump');
  expect(Object.fromEntries(new URL(jump?.path ?? '', 'http://service').searchParams)).toEqual({
    productId: '1203',
    scene: '3',
    position: '1',
    orderId: borrower.orderId,
  });
  const rollover = new URLSearchParams({ productId: '1203', orderId: borrower.orderId }).toString();
  expect(await sent('/growing/plan')).toEqual([rollover]);
  expect(errors).toEqual([]);
});

test('2.49 4.16 4.18 4.19 7.23 7.24 7.25 8.14 repay by card: code by SMS, a wrong one, sent again, the right one, borrow detail', async ({
  visit,
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.install();
  const borrower = visit('cards');
  await borrower.open('/payWay', { ...source, withholdingAmount: '341250', mobilePhone: '09171234567' });
  const card = page.getByRole('radio', { name: /First Island Bank/ });
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(card).toBeVisible({ timeout: 100 });
  }).toPass();
  await mark(card);
  await borrower.button(/^Pay ₱/).click();
  const dialog = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(dialog).toBeVisible();

  await dialog.getByLabel('SMS code').fill('111111');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('verification code error').first()).toBeVisible();
  await page.clock.fastForward(61_000);
  await page.clock.runFor(1_000);
  await dialog.getByRole('button', { name: 'get verification code' }).click();
  await expect(dialog.getByRole('button', { name: /^(60|59|58)s$/ })).toBeVisible();
  await dialog.getByLabel('SMS code').fill('123456');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/borrowDetail\?/);
  await expect(page.getByText('We are processing your payment')).toBeVisible();

  const loan = '/api/v1/youmi/youmi-api/service/loan';
  const sent = async (call: string) =>
    (await borrower.requests(`${loan}/${call}`)).map(({ body }) =>
      Object.fromEntries(new URLSearchParams(body)),
    );
  const commit = {
    amount: '341250',
    bankName: 'First Island Bank',
    cardId: '71',
    cardNo: '4000123412344821',
    couponId: '',
    orderId: borrower.orderId,
    repayToken: `token-${borrower.orderId}`,
    bankCode: 'FIB',
  };
  expect(await sent('repayment-commit')).toEqual([
    { ...commit, sendMsg: '0' },
    { ...commit, sendMsg: '1' },
  ]);
  const { orderId } = borrower;
  expect(await sent('repayment-confirm')).toEqual([
    { orderId, verifyCode: '111111', repaymentRecordId: 'record-1' },
    { orderId, verifyCode: '123456', repaymentRecordId: 'record-1' },
  ]);
  expect(await borrower.payments()).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('2.84 4.7 4.11 5.5 a complaint with nine photos over a flaky network, then the list, its details and the rating', async ({
  visit,
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs a failed photo upload.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  const borrower = visit('complaint-flaky');
  await borrower.open('/complainPage', source);
  await borrower.button('My loan').click();
  await expect(page).toHaveURL(/\/complainPageNext\?.*problemType=3/);
  await page.getByRole('textbox', { name: 'Your comments' }).fill('The first amount was another.');
  await page
    .getByLabel(/^Add photo, /)
    .setInputFiles(Array.from({ length: 9 }, (_, index) => pngFile(`photo-${index}.png`, 40, 30)));
  const uploaded = page.getByRole('button', { name: /^Photo \d, uploaded\. View$/ });
  const failed = page.getByRole('button', { name: /^Photo \d, not uploaded\. Try again$/ });
  await expect(uploaded).toHaveCount(6);
  await expect(failed).toHaveCount(3);
  await expect(async () => {
    if ((await failed.count()) > 0) await failed.first().click();
    await expect(uploaded).toHaveCount(9, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await borrower.button('Send').click();
  await expect(page).toHaveURL(/\/complainPage\?/);

  await borrower.button('My complaints').click();
  await page.getByRole('tab', { name: 'In progress' }).click();
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /My repayment/ })
    .click();
  await expect(page).toHaveURL(/\/complainDetails\?.*problemId=301/);
  const dialog = page.getByRole('dialog', { name: 'How was our answer?' });
  await expect(dialog).toBeVisible({ timeout: 15_000 });
  await mark(dialog.getByRole('radio', { name: '5 stars' }));
  await borrower.button('Send').click();
  await expect(page.getByText('Successful demonstration!')).toBeVisible();

  const bodies = async (path: string) => (await borrower.requests(path)).map(({ body }) => body);
  const saved = (await bodies('/user-problem/problem-save')).map((body) => new URLSearchParams(body));
  expect(saved.map((sent) => [...sent.keys()].sort())).toEqual([
    ['orderNo', 'problemDetail', 'problemImage', 'problemSonType', 'problemType'],
  ]);
  expect(saved.map((sent) => sent.get('problemImage')?.split(',').length)).toEqual([9]);
  expect(new Set(await bodies('/user-problem/problem-init'))).toEqual(
    new Set([`orderId=${borrower.orderId}`]),
  );
  expect(await bodies('/user-problem/problem-list')).toEqual(['']);
  expect(await bodies('/fixing/user-problem/save-score')).toEqual(['score=5&problemId=301']);
  expect(errors).toEqual([]);
});
