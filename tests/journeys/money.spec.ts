import type { Page, Route } from '@playwright/test';
import { expect, NO_ANSWER, PAY_CODE, PAYMENT_PORT, test, type Visit } from './visit.ts';

/* For all inputs and networks: one intent has at most one effect, and no borrower sees a wrong result. */

async function toPayment(borrower: Visit, path = '/repay'): Promise<void> {
  await borrower.open(path);
  await borrower.button('Payment Method').click();
  await expect(borrower.button('Payment')).toBeEnabled();
}

async function onPaymentPage(page: Page, timeout = 10_000): Promise<void> {
  await expect.poll(() => new URL(page.url()).port, { timeout }).toBe(PAYMENT_PORT);
}

/** A promise and its resolver. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function keys(borrower: Visit): Promise<readonly (string | undefined)[]> {
  return (await borrower.requests(PAY_CODE)).map((call) => call.headers['idempotency-key']);
}

/** Asserts one key and one body in all requests, and one effect. */
async function expectOnce(borrower: Visit): Promise<void> {
  const calls = await borrower.requests(PAY_CODE);
  expect(calls.length).toBeGreaterThan(0);
  expect(new Set(calls.map((call) => call.headers['idempotency-key'])).size).toBe(1);
  expect(new Set(calls.map((call) => call.body)).size).toBe(1);
  expect(await borrower.payments()).toHaveLength(1);
}

/** Lets the effect happen, and delays the response. */
async function answerNever(route: Route): Promise<void> {
  await route.fetch();
}

const payCode = `**${PAY_CODE}*`;

test('Enter, click, tap and Space at once send one request', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await toPayment(borrower);
  const { promise, resolve: answer } = withResolvers();
  await page.route(payCode, async (route) => {
    await promise;
    await route.continue();
  });
  const button = borrower.button('Payment');
  await button.focus();
  await page.keyboard.press('Enter');
  await button.click({ force: true });
  await button.tap({ force: true });
  await page.keyboard.press('Space');
  answer();
  await onPaymentPage(page);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  await expectOnce(borrower);
});

test('four clicks in one task of the page send one request', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await toPayment(borrower);
  await borrower.button('Payment').evaluate((button: HTMLElement) => {
    for (let count = 0; count < 4; count += 1) button.click();
  });
  await onPaymentPage(page);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
});

test('a reload during a send: the next tap repeats the same key and body', async ({ visit, page }) => {
  const borrower = visit('repayable');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes(PAY_CODE)) return;
    sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`);
  });
  await toPayment(borrower);
  await page.route(payCode, answerNever, { times: 1 });
  await borrower.button('Payment').click();
  await expect.poll(async () => (await borrower.requests(PAY_CODE)).length).toBe(1);
  await page.reload();
  // The sheet was open, and is open again.
  await expect(page.getByRole('dialog')).toBeVisible();
  await borrower.button('Payment').click();
  await onPaymentPage(page);
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
  // The server has stored the reply, so it does not call the loan service again.
  expect(await keys(borrower)).toHaveLength(1);
  await expectOnce(borrower);
});

test('a payment whose tab is closed during the send has one effect, and the next tab opens the payment page', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  await toPayment(borrower);
  await page.route(payCode, answerNever, { times: 1 });
  await borrower.button('Payment').click();
  await expect.poll(async () => (await borrower.requests(PAY_CODE)).length).toBe(1);
  const tab = await context.newPage();
  await page.close();
  const again = borrower.inTab(tab);
  await toPayment(again);
  await again.button('Payment').click();
  await onPaymentPage(tab);
  await expectOnce(borrower);
});

test('two tabs pay at the same moment: one sends, the other shows that the payment was sent', async ({
  visit,
  context,
}) => {
  const borrower = visit('repayable');
  const other = borrower.inTab(await context.newPage());
  await toPayment(borrower);
  await toPayment(other);
  await context.route(payCode, async (route) => {
    const reply = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fulfill({ response: reply });
  });
  // Both clicks are timed by the clock, because clicks of the test would run one after the other.
  const moment = Date.now() + 500;
  const tap = (tab: Visit) =>
    tab.button('Payment').evaluate((button: HTMLElement, at) => {
      // A timer of a background tab may fire a second late; a busy loop does not.
      while (Date.now() < at);
      button.click();
    }, moment);
  await Promise.all([tap(borrower), tap(other)]);
  const port = (tab: Visit) => new URL(tab.page.url()).port;
  await expect.poll(() => [port(borrower), port(other)]).toContain(PAYMENT_PORT);
  const left = port(borrower) === PAYMENT_PORT ? other : borrower;
  await expect(left.page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  await expectOnce(borrower);
});

test('a second tab that pays during the send of the first tab sends nothing, and shows a message', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  const other = borrower.inTab(await context.newPage());
  await toPayment(borrower);
  await toPayment(other);
  const { promise, resolve: answer } = withResolvers();
  await page.route(payCode, async (route) => {
    const reply = await route.fetch();
    await promise;
    await route.fulfill({ response: reply });
  });
  await borrower.button('Payment').click();
  await expect.poll(async () => (await borrower.requests(PAY_CODE)).length).toBe(1);
  await other.button('Payment').click();
  await expect(other.page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  answer();
  await onPaymentPage(page);
  expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
  await expectOnce(borrower);
});

test.describe('a broken connection', () => {
  const cuts: { readonly [title: string]: (route: Route) => Promise<void> } = {
    'before anything arrives': (route) => route.abort('connectionrefused'),
    'while it is sent': (route) => route.abort('connectionreset'),
    'after the effect, before the answer': async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    'in the middle of the answer': async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).slice(0, 20) });
    },
    'by a gateway that answers in its place': async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    },
    'by a portal that answers 200': async (route) => {
      await route.fetch();
      await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' });
    },
  };
  for (const [title, cut] of Object.entries(cuts)) {
    test(`${title}: shows neither "failed" nor "done"; the next tap repeats the same call`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('repayable');
      await toPayment(borrower);
      await page.route(payCode, cut, { times: 1 });
      await borrower.button('Payment').click();
      await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/repay');
      await borrower.button('Payment').click();
      await onPaymentPage(page);
      await expectOnce(borrower);
    });
  }
});

test('a session that ends between two sends does not release the intent', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await toPayment(borrower);
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(payCode, lose, { times: 1 });
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  await page.route(payCode, (route) => route.fulfill({ status: 401, body: '' }), { times: 1 });
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  await toPayment(borrower);
  await borrower.button('Payment').click();
  await onPaymentPage(page);
  await expectOnce(borrower);
});

test('offline after a lost answer: the tap shows the unknown result and sends nothing; online it repeats the same call', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('pay-code-lost');
  await toPayment(borrower);
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  await context.setOffline(true);
  await borrower.button('Payment').click();
  await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
  await context.setOffline(false);
  await expect(async () => {
    await borrower.button('Payment').click();
    await onPaymentPage(page, 2_000);
  }).toPass({ timeout: 20_000 });
  await expectOnce(borrower);
});

test('a new tap after a definite result is a new intent: Back from the payment page, then pay again', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await toPayment(borrower);
  await borrower.button('Payment').click();
  await onPaymentPage(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/repay\?/);
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  // Neither Back, nor the reload, nor the restored sheet sent anything.
  await page.reload();
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  expect(await keys(borrower)).toHaveLength(1);
});

test.describe('a return to the page', () => {
  /** Changes the amount in the service's replies from now on. */
  async function change(page: Page): Promise<void> {
    await page.route('**/v3/installment/loan-play-detail*', async (route) => {
      const reply = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 700));
      const text = (await reply.text()).replaceAll('341250', '500000').replaceAll('3412.50', '5000.00');
      await route.fulfill({ response: reply, body: text });
    });
  }
  const comeBack = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

  test('a tap on an amount that has changed meanwhile sends nothing and shows a message', async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await toPayment(borrower);
    await change(page);
    await comeBack(page);
    await borrower.button('Payment').click();
    await expect(
      page.getByRole('dialog').getByText('The details have changed. Check them and try again.').first(),
    ).toBeVisible();
    expect(await borrower.requests(PAY_CODE)).toEqual([]);
    expect(await page.getByText('₱5,000.00').count()).toBeGreaterThan(0);
  });
});
