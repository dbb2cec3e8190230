import { describe, expect, it } from 'vitest';
import {
  callEndpoint,
  createTestApp,
  FULL_PAYMENT,
  ROLLOVER_PAYMENT,
  readOrder,
  TEST_NOW,
  TEST_PAY_ORIGIN,
  testContracts,
  testScenarios,
  testService,
} from '#src/server/testing.ts';
import type { Contract } from '#src/shared/contract.ts';
import { createLoanService } from './loan-service.ts';

async function json(answer: Promise<Response> | Response) {
  return (await (await answer).json()) as { success: boolean; code: string; message: string; data: Wire };
}
interface Wire {
  readonly [member: string]: unknown;
}

async function payUrlOf(
  app: Parameters<typeof callEndpoint>[0],
  members: Record<string, string>,
): Promise<string> {
  const reply = await json(callEndpoint(app, 'pay-code', members));
  expect(reply.message).toBe('success');
  return String(reply.data.payUrl);
}

describe('a reply has the wire’s own format', () => {
  it('the order is in the envelope {code, message, data} with the success flag', async () => {
    const reply = await json(readOrder(createTestApp().app, 'repayable-1'));
    expect(reply).toMatchObject({
      success: true,
      code: '0',
      message: 'success',
      data: { orderStatus: '174', isDelay: 1, productName: 'Sunrise Cash', cardNeedPop: 0, KindTipsMsg: '' },
    });
  });

  it('dates are relative to now in Manila, where it is already the 6th', async () => {
    const { app } = createTestApp();
    const plan = await json(
      callEndpoint(app, 'instalment-plan', { productId: '1203', orderId: 'due-today-1' }),
    );
    expect(plan.data.repayDate).toBe('2026-03-06');
    const late = await json(
      callEndpoint(app, 'instalment-plan', { productId: '1203', orderId: 'overdue-1' }),
    );
    expect(late.data.repayDate).toBe('2026-02-23');
  });

  it('images have the origin of the request', async () => {
    const { app } = createTestApp();
    const { data } = await json(readOrder(app, 'repayable-1'));
    expect(data.productLogo).toBe('http://localhost/capiz/demo/pictures/product.svg');
    expect((await app.request('/capiz/demo/pictures/product.svg')).headers.get('content-type')).toBe(
      'image/svg+xml',
    );
  });
});

describe('an image reply', () => {
  const [captcha] = testContracts.filter(({ isPicture }) => isPicture);

  it('is a placeholder if no fixture exists', async () => {
    expect(captcha).toBeDefined();
    if (captcha === undefined) return;
    const { app } = createLoanService({
      contracts: [{ ...captcha, name: 'cover', paths: ['/api/cover'] }],
      ...{ scenarios: testScenarios, service: testService, places: undefined, payOrigin: TEST_PAY_ORIGIN },
      now: () => TEST_NOW,
      wait: () => Promise.resolve(),
    });
    const reply = await app.request('/api/cover?sid=repayable-1.1&t=1');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/svg+xml');
    expect(await reply.text()).toMatch(/^<svg /);
  });
});

describe('an endpoint without a reply in the order’s scenario', () => {
  it('answers with its fixture, varied by the scenario, for every contract', async () => {
    const [contract] = testContracts.filter(({ name }) => name === 'order-details');
    const scenario = testScenarios.get('long-texts');
    if (contract === undefined || scenario === undefined) throw new Error('The project lacks one of them.');
    expect(Object.keys(scenario.others ?? {})).toEqual(Object.keys(testService.fixtures));
    const { app } = createLoanService({
      contracts: [{ ...contract, name: 'letters', paths: ['/api/letters'] }],
      scenarios: new Map([
        ...testScenarios,
        ['long-texts', { ...scenario, others: { letters: { words: 'long' } } }],
      ]),
      service: { ...testService, fixtures: { letters: { words: 'short' } } },
      ...{
        places: undefined,
        payOrigin: TEST_PAY_ORIGIN,
        now: () => TEST_NOW,
        wait: () => Promise.resolve(),
      },
    });
    const ask = async (orderId: string) => {
      const query = new URLSearchParams({ productId: '1203', orderId });
      const headers = Object.fromEntries(contract.headers.map((name) => [name, '']));
      const answer = app.request(`/api/letters?${query}`, {
        headers: { 'X-Requested-With': 'XMLHttpRequest', ...headers },
      });
      return (await json(answer)).data;
    };
    expect([await ask('repayable-1'), await ask('long-texts-1')]).toEqual([
      { words: 'short' },
      { words: 'long' },
    ]);
  });
});

describe('the simulator checks a request as a real loan service would', () => {
  const order = { productId: '1203', orderId: 'repayable-1' };
  const refused: [string, string, Record<string, string>, Record<string, string>, RegExp][] = [
    [
      'a member that no contract names',
      'order-details',
      { ...order, scenario: 'x' },
      {},
      /No member is called scenario/,
    ],
    ['a missing member', 'order-details', { productId: '1203' }, {}, /orderId is missing/],
    [
      'a text for a number',
      'pay-code',
      { ...FULL_PAYMENT, ...order, amount: '3412.50' },
      {},
      /amount is no integer/,
    ],
    [
      'JSON instead of a form',
      'rollover-plan',
      order,
      { 'Content-Type': 'application/json' },
      /form-encoded/,
    ],
    ['no X-Requested-With', 'order-details', order, { 'X-Requested-With': '' }, /X-Requested-With/],
  ];
  for (const [title, endpoint, members, headers, message] of refused) {
    it(`${title} is refused with status 400`, async () => {
      const answer = await callEndpoint(createTestApp().app, endpoint, members, { headers });
      expect(answer.status).toBe(400);
      expect((await json(answer)).message).toMatch(message);
    });
  }

  it('each client’s headers must be present and may be empty', async () => {
    const { app } = createTestApp();
    expect(
      (await callEndpoint(app, 'order-details', order, { headers: { building: '', gather: '' } })).status,
    ).toBe(200);
    const without = await app.request(`/v3/loan-details/loan-details?${new URLSearchParams(order)}`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest', building: 'b', swift: 's', eyes: 'e' },
    });
    expect((await json(without)).message).toMatch(/gather is missing/);
  });

  it('a refusal names everything that is missing', async () => {
    const { app } = createTestApp();
    const bare = await app.request('/v3/loan-details/loan-details');
    expect((await json(bare)).message).toBe(
      'The header X-Requested-With must be XMLHttpRequest. The headers building and gather are missing; ' +
        'they may be empty. The members productId and orderId are missing.',
    );
    const body = await app.request('/growing/plan', {
      method: 'POST',
      headers: { 'X-Requested-With': 'XMLHttpRequest', swift: '' },
      body: '{}',
    });
    expect((await json(body)).message).toBe(
      'The header eyes is missing; it may be empty. The body must be form-encoded.',
    );
  });

  it('a form call with a query is refused, and so is another method', async () => {
    const { app } = createTestApp();
    const answer = await app.request('/growing/plan?orderId=repayable-1', {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/x-www-form-urlencoded',
        swift: '',
        eyes: '',
      },
      body: new URLSearchParams(order).toString(),
    });
    expect(answer.status).toBe(400);
    expect((await app.request('/growing/plan')).status).toBe(405);
  });

  it('two contracts with one path answer their own methods', async () => {
    const shared = (method: string): Contract => {
      const found = testContracts.find((one) => one.method === method) as Contract;
      return { ...found, paths: ['/shared'] };
    };
    const [read, save] = [shared('GET'), shared('POST')];
    for (const contracts of [
      [read, save],
      [save, read],
    ]) {
      const { app } = createLoanService({
        ...{ contracts, scenarios: testScenarios, service: testService, places: undefined, payOrigin: '' },
        ...{ now: () => TEST_NOW, wait: () => Promise.resolve() },
      });
      const statuses = ['GET', 'POST', 'PUT'].map(
        async (method) => (await app.request('/shared', { method })).status === 405,
      );
      expect(await Promise.all(statuses)).toEqual([false, false, true]);
    }
  });

  it('an order that is unknown or of another product is not found', async () => {
    const { app } = createTestApp();
    for (const answer of [readOrder(app, 'nobodys-7'), readOrder(app, 'repayable-1', '9')]) {
      expect(await json(answer)).toMatchObject({ success: false, code: '404', message: 'Order not found.' });
    }
  });

  it('amount, channel and kind of a payment must be those of the order’s plan', async () => {
    const { app } = createTestApp();
    const pay = (orderId: string, members: Record<string, string>) =>
      json(callEndpoint(app, 'pay-code', { orderId, ...members }));
    expect(await pay('repayable-1', { ...FULL_PAYMENT, amount: '341249' })).toMatchObject({ code: '409' });
    expect(await pay('repayable-1', { ...ROLLOVER_PAYMENT, amount: '341250' })).toMatchObject({
      code: '409',
    });
    expect(await pay('repayable-1', { ...FULL_PAYMENT, channelNumber: '1' })).toMatchObject({ code: '404' });
    expect(await pay('repayable-1', { ...FULL_PAYMENT, isDelay: '2' })).toMatchObject({ code: '400' });
    expect(await pay('status-174-1', ROLLOVER_PAYMENT)).toMatchObject({ code: '410' });
    expect(await pay('reviewing-1', FULL_PAYMENT)).toMatchObject({ code: '410' });
  });
});

describe('an order belongs to its borrower', () => {
  const by = (session: string) => ({ headers: { gather: session, eyes: session } });
  const pay = (app: Parameters<typeof callEndpoint>[0], session: string) =>
    json(callEndpoint(app, 'pay-code', { orderId: 'repayable-1', ...FULL_PAYMENT }, by(session)));

  it('by the session’s value, or by the session that read it first', async () => {
    const { app } = createTestApp();
    expect(await pay(app, 'session-repayable-2')).toMatchObject({ success: false });
    await callEndpoint(app, 'order-details', { orderId: 'repayable-1', productId: '1203' }, by('ana'));
    await callEndpoint(app, 'order-details', { orderId: 'repayable-1', productId: '1203' }, by('ben'));
    expect(await pay(app, 'ben')).toMatchObject({ success: false });
    expect(await pay(app, 'ana')).toMatchObject({ success: true });
    expect(await pay(app, 'session-repayable-1')).toMatchObject({ success: true });
  });
});

describe('state is kept per order, so that borrowers do not disturb each other', () => {
  it('an order moves from reviewing to repayable by reads, and to repaid by a payment', async () => {
    const { app, paymentPage } = createTestApp();
    const status = async (orderId: string) => (await json(readOrder(app, orderId))).data.orderStatus;
    expect([await status('journey-a'), await status('journey-a'), await status('journey-a')]).toEqual([
      '21',
      '21',
      '174',
    ]);
    expect(await status('journey-b')).toBe('21');

    const payUrl = await payUrlOf(app, { orderId: 'journey-a', ...FULL_PAYMENT });
    expect(payUrl.startsWith(`${TEST_PAY_ORIGIN}/pay/`)).toBe(true);
    await paymentPage?.request(new URL(payUrl).pathname, { method: 'POST', body: 'do=pay' });
    expect(await status('journey-a')).toBe('200');
    expect(await status('journey-b')).toBe('21');
  });

  it('after a rollover only a payment in full is left', async () => {
    const { app, paymentPage } = createTestApp();
    const payUrl = await payUrlOf(app, { orderId: 'repayable-a', ...ROLLOVER_PAYMENT });
    await paymentPage?.request(new URL(payUrl).pathname, { method: 'POST', body: 'do=pay' });
    expect((await json(readOrder(app, 'repayable-a'))).data).toMatchObject({
      orderStatus: '174',
      isDelay: 0,
    });
    const order = { productId: '1203', orderId: 'repayable-a' };
    expect(await json(callEndpoint(app, 'rollover-plan', order))).toMatchObject({
      success: false,
      code: '410',
    });
    expect(await json(callEndpoint(app, 'instalment-plan', order))).toMatchObject({ success: true });
  });

  it('a score is for the order that its session read last', async () => {
    const { app } = createTestApp();
    const order = { productId: '1203', orderId: 'popup-rating-a' };
    const shared = { headers: { gather: 'session-1', eyes: 'session-1' } };
    expect((await json(callEndpoint(app, 'order-details', order, shared))).data.isScore).toBe('1');
    expect(await json(callEndpoint(app, 'order-score', { score: '6' }, shared))).toMatchObject({
      success: false,
    });
    expect(await json(callEndpoint(app, 'order-score', { score: '5' }, shared))).toMatchObject({
      success: true,
    });
    expect((await json(callEndpoint(app, 'order-details', order, shared))).data.isScore).toBe('0');
    expect((await json(readOrder(app, 'popup-rating-b'))).data.isScore).toBe('1');
  });
});

describe('a call without an order', () => {
  const score = (app: Parameters<typeof callEndpoint>[0], session: string) =>
    callEndpoint(app, 'order-score', { score: '5' }, { headers: { gather: session, eyes: session } });

  it('uses the order in the session’s value before any read', async () => {
    const { app } = createTestApp();
    await score(app, 'session-popup-rating-c');
    expect((await json(readOrder(app, 'popup-rating-c'))).data.isScore).toBe('0');
    expect((await json(readOrder(app, 'popup-rating-d'))).data.isScore).toBe('1');
  });

  it('uses the order that its session read last, with any value', async () => {
    const { app } = createTestApp();
    const session = 'session-popup-rating-e';
    const order = { productId: '1203', orderId: 'popup-rating-f' };
    await callEndpoint(app, 'order-details', order, { headers: { gather: session, eyes: session } });
    await score(app, session);
    expect((await json(readOrder(app, 'popup-rating-e'))).data.isScore).toBe('1');
    expect((await json(readOrder(app, 'popup-rating-f'))).data.isScore).toBe('0');
  });
});

describe('scenarios fail as their files define', () => {
  const ask = (app: Parameters<typeof callEndpoint>[0], orderId: string) => readOrder(app, orderId);

  it('slow: a read takes 12 seconds', async () => {
    const { app, waits } = createTestApp();
    await ask(app, 'slow-1');
    expect(waits).toEqual([12_000]);
  });

  it('error, garbage, nothing and http500 answer accordingly', async () => {
    const { app } = createTestApp();
    expect(await json(ask(app, 'error-1'))).toMatchObject({ success: false, code: '5001', data: null });
    expect(await (await ask(app, 'garbage-1')).text()).toMatch(/^<html>/);
    expect(await (await ask(app, 'nothing-1')).text()).toBe('');
    expect((await ask(app, 'http500-1')).status).toBe(500);
    await expect(ask(app, 'broken-line-1').then((answer) => answer.text())).rejects.toThrow('broke off');
  });

  it('error-once fails the first time only', async () => {
    const { app } = createTestApp();
    expect((await json(ask(app, 'error-once-1'))).success).toBe(false);
    expect((await json(ask(app, 'error-once-1'))).success).toBe(true);
  });
});

describe('Idempotency-Key: the effect of a key happens once', () => {
  const members = { orderId: 'repayable-k', ...FULL_PAYMENT };
  const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
  const payments = async (app: Parameters<typeof callEndpoint>[0], orderId: string) =>
    (
      (await (await app.request(`/capiz/reference/order?orderId=${orderId}`)).json()) as {
        payments: unknown[];
      }
    ).payments;

  it('the same key and body get the same bytes', async () => {
    const { app } = createTestApp();
    const first = await (await callEndpoint(app, 'pay-code', members, withKey('k1'))).text();
    const second = await (await callEndpoint(app, 'pay-code', members, withKey('k1'))).text();
    expect(second).toBe(first);
    expect(await payments(app, 'repayable-k')).toHaveLength(1);
  });

  it('the same key with another body is 422, and other keys are other payments', async () => {
    const { app } = createTestApp();
    await callEndpoint(app, 'pay-code', members, withKey('k1'));
    const other = await callEndpoint(app, 'pay-code', { ...members, channelNumber: '90011' }, withKey('k1'));
    expect(other.status).toBe(422);
    await callEndpoint(app, 'pay-code', members, withKey('k2'));
    expect(await payments(app, 'repayable-k')).toHaveLength(2);
  });

  it('the key gets 409 while its first request is processed', async () => {
    let go = (): void => {};
    const { app } = createTestApp({ wait: () => new Promise((resolve) => (go = resolve)) });
    const slow = { ...members, orderId: 'pay-code-slow-1' };
    const first = callEndpoint(app, 'pay-code', slow, withKey('k1'));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await callEndpoint(app, 'pay-code', slow, withKey('k1'))).status).toBe(409);
    go();
    expect((await first).status).toBe(200);
    expect((await callEndpoint(app, 'pay-code', slow, withKey('k1'))).status).toBe(200);
    expect(await payments(app, 'pay-code-slow-1')).toHaveLength(1);
  });

  it('a lost response: the effect happened, and the same key gets the response', async () => {
    const { app } = createTestApp();
    const lost = { ...members, orderId: 'pay-code-lost-1' };
    await expect(
      callEndpoint(app, 'pay-code', lost, withKey('k1')).then((answer) => answer.text()),
    ).rejects.toThrow('broke off');
    const [made] = (await payments(app, 'pay-code-lost-1')) as { token: string }[];
    const again = await json(callEndpoint(app, 'pay-code', lost, withKey('k1')));
    expect(again.data.payUrl).toBe(`${TEST_PAY_ORIGIN}/pay/${made?.token}`);
    expect(await payments(app, 'pay-code-lost-1')).toHaveLength(1);
  });

  it('100 keys × 10 requests in parallel make 100 payments', async () => {
    const { app } = createTestApp({ wait: () => new Promise((resolve) => setImmediate(resolve)) });
    const orderId = 'pay-code-slow-many';
    const calls = Array.from({ length: 1000 }, (_, index) =>
      callEndpoint(app, 'pay-code', { ...members, orderId }, withKey(`key-${index % 100}`)),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await payments(app, orderId)).toHaveLength(100);
  });
});

describe('requests are recorded', () => {
  it('by order, with method, path, important headers and raw body', async () => {
    const { app } = createTestApp();
    await callEndpoint(app, 'pay-code', { orderId: 'repayable-r', ...ROLLOVER_PAYMENT });
    await readOrder(app, 'repayable-other');
    const answer = await app.request('/capiz/reference/requests?orderId=repayable-r');
    expect(await answer.json()).toEqual([
      {
        at: expect.any(Number) as number,
        endpoint: 'pay-code',
        method: 'POST',
        path: '/v3/loan-details/generate-vcode',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          eyes: 'known-v',
          swift: 'swift-v',
          'x-requested-with': 'XMLHttpRequest',
        },
        body: 'orderId=repayable-r&productId=1203&amount=52500&channelNumber=90006&isDelay=1',
        orderId: 'repayable-r',
        status: 200,
      },
    ]);
  });
});
