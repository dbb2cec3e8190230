import { LONG } from '../property/settings.ts';
import { reportFigures } from '../reliability/figures.ts';
import { BREAKS, type Fault, FaultyService } from './faulty-service.ts';
import { OwnServer } from './own-server.ts';
import { expect, mark, NO_ANSWER, PAY_CODE, PAYMENT_PORT, test, type Visit } from './visit.ts';

/* A faulty loan service behind the forwarder: one effect of each critical call, and the correct result. */

const COMMIT = '/api/v1/youmi/youmi-api/service/loan/repayment-commit';
const TIMEOUT_MS = 3_000;

/** Number of borrowers; the connection of each breaks at eight points (check 12: 400 breaks). */
const BORROWERS = LONG ? 50 : 1;

test.setTimeout(LONG ? 1_800_000 : 120_000);

let own: OwnServer;
let loans: FaultyService;
test.beforeAll(async ({ baseURL }) => {
  loans = new FaultyService(baseURL ?? '', [PAY_CODE, COMMIT]);
  await loans.start();
  own = new OwnServer({ CAPIZ_UPSTREAM: loans.origin, CAPIZ_UPSTREAM_KEYS: '1', CAPIZ_NEW: '1' });
  own.edit('screens/app.json', (text) =>
    text.replace('"apps.apple.com"', `"apps.apple.com", "127.0.0.1:${PAYMENT_PORT}"`),
  );
  for (const name of ['pay-code', 'repayment-commit']) {
    own.edit(`schemas/api/${name}.endpoint.json`, (text) =>
      text.replace('"timeoutMs": 60000', `"timeoutMs": ${TIMEOUT_MS}`),
    );
  }
  await own.start();
});
test.afterAll(async () => {
  loans.stop();
  await own.remove();
});

const tapPayment = (borrower: Visit) => borrower.button('Payment').click();
const noAnswer = (borrower: Visit) => borrower.page.getByRole('dialog').getByText(NO_ANSWER);

async function toPayment(borrower: Visit, ...faults: readonly Fault[]): Promise<void> {
  loans.plan(borrower.orderId, ...faults);
  await borrower.page.goto(own.origin + borrower.address('/repay'));
  await borrower.button('Payment Method').click();
  await tapPayment(borrower);
}

/** Asserts the payment page of this payment. */
async function expectPayment(borrower: Visit): Promise<void> {
  await expect.poll(() => new URL(borrower.page.url()).port).toBe(PAYMENT_PORT);
  expect(await borrower.payments()).toHaveLength(1);
}

test('a service that cuts, redirects, sends garbage or receives twice: one payment, and its page opens', async ({
  visit,
}) => {
  for (const fault of ['cut', 'redirect', 'garbage'] as const) {
    const borrower = visit('repayable');
    await toPayment(borrower, fault);
    await expect(noAnswer(borrower)).toBeVisible();
    await tapPayment(borrower);
    await expectPayment(borrower);
    expect(loans.count(borrower.orderId), fault).toBe(2);
  }
  const twice = visit('repayable');
  await toPayment(twice, 'repeat');
  await expectPayment(twice);
});

test('a connection that breaks at eight points shows no failure, no success and causes no second payment', async ({
  visit,
}) => {
  const counts = { check: 12, breaks: 0, duplicates: 0, toldWrong: 0, slowestMs: 0 };
  for (let index = 0; index < BORROWERS; index += 1) {
    const borrower = visit('repayable');
    // Each borrower starts at another point.
    const faults = BREAKS.map((_, at) => BREAKS[(at + index) % BREAKS.length] ?? 'cut');
    const before = loans.arrived;
    await toPayment(borrower, ...faults);
    for (const [at, fault] of faults.entries()) {
      await expect.poll(() => loans.arrived - before, fault).toBe(at + 1);
      await expect(borrower.button('Payment')).not.toHaveAttribute('aria-busy', 'true');
      await expect(noAnswer(borrower), fault).toBeVisible();
      if (new URL(borrower.page.url()).pathname !== '/repay') counts.toldWrong += 1;
      counts.breaks += 1;
      await tapPayment(borrower);
    }
    const began = performance.now();
    await expectPayment(borrower);
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - began));
    counts.duplicates += (await borrower.payments()).length - 1;
  }
  reportFigures(counts);
  expect(counts).toMatchObject({ breaks: BORROWERS * BREAKS.length, duplicates: 0, toldWrong: 0 });
});

test('a late reply is awaited, and the service is not called again', async ({ visit }) => {
  const borrower = visit('repayable');
  await toPayment(borrower, 'late');
  await expect(noAnswer(borrower)).toBeVisible({ timeout: TIMEOUT_MS * 4 });
  await tapPayment(borrower);
  await expect(borrower.button('Payment')).not.toHaveAttribute('aria-busy', 'true');
  await expect(noAnswer(borrower)).toBeVisible();
  loans.release();
  await expect(async () => {
    if (new URL(borrower.page.url()).port !== PAYMENT_PORT) await tapPayment(borrower);
    await expect.poll(() => new URL(borrower.page.url()).port, { timeout: 1_500 }).toBe(PAYMENT_PORT);
  }).toPass({ timeout: 20_000 });
  await expectPayment(borrower);
  expect(loans.count(borrower.orderId)).toBe(1);
});

test("a service without a reply is asked for the payment's result, and a killed server knows what it had sent", async ({
  visit,
  page,
}) => {
  const borrower = visit('cards-at-once');
  loans.plan(borrower.orderId, 'hang');
  const amount = { withholdingAmount: '341250', mobilePhone: '09171234567', lang: 'source' };
  await page.goto(own.origin + borrower.address('/payWay', amount));
  await mark(page.getByRole('radio', { name: /First Island Bank/ }));
  await borrower.button(/^Pay ₱/).click();
  const checking = page.getByRole('dialog', { name: 'We are checking your payment' });
  await expect(checking.getByText('Do not pay again.')).toBeVisible({ timeout: TIMEOUT_MS * 4 });
  await checking.getByRole('button', { name: 'Check status' }).click();
  await expect(page).toHaveURL(/\/borrowDetail\?/);
  expect(loans.count(borrower.orderId)).toBe(1);
  expect(await borrower.payments()).toHaveLength(1);

  const other = visit('repayable');
  await toPayment(other, 'late');
  await expect.poll(() => loans.count(other.orderId)).toBe(1);
  await own.kill();
  await own.start();
  await expect(noAnswer(other)).toBeVisible({ timeout: TIMEOUT_MS * 4 });
  await tapPayment(other);
  await expectPayment(other);
});
