import { answerWith } from './shell.ts';
import { expect, mark, type Recorded, test, type Visit } from './visit.ts';

/* Each call of the order and repayment screens as the service receives it, and how its reply is read. */

const SOURCE = { lang: 'source' };

const formOf = (call: Recorded | undefined) => Object.fromEntries(new URLSearchParams(call?.body));
const queryOf = (call: Recorded | undefined) =>
  Object.fromEntries(new URL(call?.path ?? '', 'http://page.test').searchParams);

/** Asserts the exact query, body and headers of the client. */
async function expectSent(
  borrower: Visit,
  path: string,
  wanted: { method: 'GET' | 'POST'; query?: object; form?: object },
): Promise<void> {
  await expect.poll(async () => (await borrower.requests(path)).length).toBeGreaterThan(0);
  const [call] = await borrower.requests(path);
  expect(call?.method).toBe(wanted.method);
  expect(queryOf(call)).toEqual(wanted.query ?? {});
  expect(formOf(call)).toEqual(wanted.form ?? {});
  const device = `device-${borrower.id}`;
  const isGet = wanted.method === 'GET';
  expect(call?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    ...(isGet
      ? { building: device, gather: `session-${borrower.orderId}` }
      : {
          swift: device,
          eyes: `session-${borrower.orderId}`,
          'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
        }),
  });
  for (const other of isGet ? ['swift', 'eyes', 'content-type'] : ['building', 'gather']) {
    expect(call?.headers).not.toHaveProperty(other);
  }
}

const READINGS = [
  { number: '7.42', screen: '/order', path: '/v3/loan-details/loan-details', method: 'GET' },
  { number: '7.27', screen: '/repayDelay', path: '/growing/plan', method: 'POST' },
  { number: '7.28', screen: '/repay', path: '/v3/installment/loan-play-detail', method: 'POST' },
] as const;

for (const { number, screen, path, method } of READINGS) {
  test(`${number} 3.2 7.2 7.3 7.5 7.6 ${method} ${path} is sent as specified`, async ({ visit }) => {
    const borrower = visit('repayable');
    await borrower.open(screen, SOURCE);
    const members = { productId: '1203', orderId: borrower.orderId };
    await expectSent(borrower, path, {
      method,
      ...(method === 'GET' ? { query: members } : { form: members }),
    });
  });

  test(`${number} 7.11 8.7 ${path} succeeds by its flag, and fails with the message of the service`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    for (const [success, isWell] of [
      [true, true],
      [1, true],
      ['1', true],
      [false, false],
      [0, false],
      [undefined, false],
    ] as const) {
      await page.unrouteAll();
      await page.route(`**${path}*`, async (route) => {
        const { success: _, ...rest } = (await (await route.fetch()).json()) as { success: unknown };
        await route.fulfill({ json: { ...rest, success, code: '77', message: 'Said by the service' } });
      });
      await borrower.open(screen, SOURCE);
      const again = borrower.button('Try again');
      if (isWell) {
        await expect(
          page.getByText('Sunrise Cash').or(page.getByText('Plan', { exact: true })),
        ).toBeVisible();
        await expect(again).toHaveCount(0);
      } else {
        await expect(page.getByRole('heading', { name: 'Said by the service' })).toBeVisible();
        await expect(again).toBeVisible();
      }
    }
  });
}

test('7.43 POST /v3/loan-details/google-score is sent as specified', async ({ visit, page }) => {
  const borrower = visit('popup-rating');
  await borrower.open('/order', SOURCE);
  await mark(page.getByRole('radio', { name: '3 stars' }));
  await borrower.button('Submit').click();
  await expectSent(borrower, '/v3/loan-details/google-score', { method: 'POST', form: { score: '5' } });
});

test('7.43 8.1 A refused score shows the reason, and the prompt stays', async ({ visit, page }) => {
  await page.route('**/google-score', (route) =>
    route.fulfill({ json: { success: false, code: '9', message: 'Said by the service' } }),
  );
  const borrower = visit('popup-rating');
  await borrower.open('/order', SOURCE);
  await mark(page.getByRole('radio', { name: '3 stars' }));
  await borrower.button('Submit').click();
  await expect(page.locator('.cz-toast').getByText('Said by the service')).toBeVisible();
  await expect(page.getByRole('dialog').locator('.cz-notice')).toHaveText('Said by the service');
});

test('7.44 9.28 POST /service/event/save is sent as specified, and its loss has no effect', async ({
  visit,
  page,
}) => {
  const borrower = visit('status-200');
  await borrower.open('/order', SOURCE);
  await borrower.button('Borrow Again').click();
  await expectSent(borrower, '/service/event/save', {
    method: 'POST',
    form: { productId: '1203', moduleId: '30', positionId: '1' },
  });
  await page.route('**/service/event/save', (route) => route.abort());
  await borrower.open('/order', SOURCE);
  await borrower.button('Borrow Again').click();
  await expect(page.getByText('Please open this page in the app')).toBeVisible();
});

test("7.12 7.13 8.7 The bank form succeeds with code 0, and shows the service's message for another code", async ({
  visit,
  page,
}) => {
  const borrower = visit('bank-filled');
  for (const [code, isWell] of [
    [0, true],
    ['0', true],
    ['00', true],
    ['1', false],
  ] as const) {
    await page.unrouteAll();
    await page.route('**/card-init*', async (route) => {
      const reply = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...reply, code, message: 'Said by the service' } });
    });
    await borrower.open('/bindBank', SOURCE);
    if (isWell) await expect(page.getByLabel('Account number')).toBeVisible();
    else await expect(page.getByRole('heading', { name: 'Said by the service' })).toBeVisible();
  }
});

test('1.1 7.1 Every parameter of the session comes from the address and is sent with the calls of {base}', async ({
  visit,
  page,
}) => {
  const borrower = visit('bank-form');
  const session = {
    deviceId: 'd-1',
    appVersion: '1.2.0',
    userId: 'u-1',
    appName: 'Capiz',
    sessionId: 's-1',
    clientType: 'ios',
    merchantNumber: '77',
    mobilePhone: '09170000000',
    withholdingAmount: '341250',
    couponId: 'c-1',
    couponMoney: '5000',
  };
  await borrower.open('/bindBank', { ...SOURCE, ...session });
  await expect(page.getByLabel('Account number')).toBeVisible();
  const [call] = await borrower.requests('/fixing/v3/bind-card/card-init');
  expect(queryOf(call)).toEqual({ ...session, orderId: borrower.orderId, productId: '1203' });
  const shown = new URL(page.url()).searchParams;
  expect([...shown.keys()].sort()).toEqual(['lang', 'orderId', 'productId']);
});

test('9.23 Without a merchant number in the address the configured one is sent with the calls of {base}', async ({
  visit,
}) => {
  const borrower = visit('bank-form');
  await borrower.open('/bindBank', SOURCE);
  await expect
    .poll(async () => queryOf((await borrower.requests('/fixing/v3/bind-card/card-init'))[0]))
    .toMatchObject({ merchantNumber: '1000' });
});

test('3.3 Either spelling of the product gives both: for the call with product_id, and for the one with productId', async ({
  visit,
  page,
}) => {
  for (const spelling of ['productId', 'product_id']) {
    const borrower = visit('bank-form');
    const address = (path: string) => borrower.address(path, SOURCE).replace('productId=', `${spelling}=`);
    await page.goto(address('/bindBank'));
    await expect(page.getByLabel('Account number')).toBeVisible();
    const [init] = await borrower.requests('/fixing/v3/bind-card/card-init');
    expect(formOf(init)).toEqual({ product_id: '1203' });
    await page.goto(address('/repay'));
    await expect(borrower.button('Payment Method')).toBeVisible();
    const [plan] = await borrower.requests('/v3/installment/loan-play-detail');
    expect(formOf(plan)).toMatchObject({ productId: '1203' });
  }
});

test('1.4 3.4 3.23 Amounts of the reply are hundredths, as number and as text', async ({ visit, page }) => {
  for (const repayAmount of [123_450, '123450']) {
    await page.unrouteAll();
    await answerWith(page, '/v3/installment/loan-play-detail', { repayAmount });
    await visit('repayable').open('/repay', SOURCE);
    await expect(page.getByText('₱1234.50', { exact: true })).toBeVisible();
  }
});

test('2.1 2.111 A path must match exactly; one with an empty segment opens no other host', async ({
  visit,
  page,
  baseURL,
}) => {
  const borrower = visit('repayable');
  const paths = [
    '/Order',
    '/order/',
    '/repaydelay',
    '/repaymentOfCode3',
    '//order',
    '/order//x',
    '/order%2Fx',
  ];
  for (const path of [...paths, '/%2Forder', '//evil.test/order']) {
    // The complete address: the browser would read `//order` as a host.
    await page.goto(baseURL + borrower.address(path, SOURCE));
    await expect(page.getByText('We could not open this page')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
  await page.goto(`/old#/${borrower.address('/order', SOURCE)}`);
  await expect(page.getByText('We could not open this page')).toBeVisible();
});

test('2.2 An old address with a fragment opens the path in it, with its parameters', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await page.goto(`/old#${borrower.address('/repayDelay', SOURCE)}`);
  await expect(page.getByText('Your next payment date is')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/repayDelay');
  expect(new URL(page.url()).hash).toBe('');
  await page.evaluate((hash) => void (window.location.hash = hash), `#${borrower.address('/order', SOURCE)}`);
  await expect(borrower.button('REPAY')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('2.113 An own address in a reply opens its screen in the page', async ({ visit, page }) => {
  const borrower = visit('repayable');
  const code = 'repaymentOfCode?showType=1&payCode=803277140956&repayAmount=341250';
  await answerWith(page, '/v3/loan-details/loan-details', { h5Url: `#/${code}` });
  await borrower.open('/order', SOURCE);
  await page.evaluate(() => Object.assign(window, { isOpen: true }));
  await borrower.button('REPAY').click();
  await expect(page).toHaveURL(/\/repaymentOfCode\?.*payCode=803277140956/);
  await expect(borrower.button('Copy')).toBeVisible();
  expect(await page.evaluate(() => 'isOpen' in window)).toBe(true);
});

test("1.2 The borrower's identity survives a reload, and is never in the address", async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order', { ...SOURCE, mobilePhone: '09170000000', from: 'confirm' });
  await expect(borrower.button('REPAY')).toBeVisible();
  const keys = () => [...new URL(page.url()).searchParams.keys()].sort();
  expect(keys()).toEqual(['from', 'lang', 'orderId', 'productId']);
  await page.reload();
  await expect(borrower.button('REPAY')).toBeVisible();
  expect(keys()).toEqual(['from', 'lang', 'orderId', 'productId']);
  const [, second] = await borrower.requests('/v3/loan-details/loan-details');
  expect(second?.headers['building']).toBe(`device-${borrower.id}`);
});
