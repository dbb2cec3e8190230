import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp, FULL_PAYMENT, readOrder } from '#src/server/testing.ts';

async function payable() {
  const { app, paymentPage } = createTestApp();
  if (!paymentPage) throw new Error('The simulator has a payment page.');
  const answer = await callEndpoint(app, 'pay-code', { orderId: 'repayable-p', ...FULL_PAYMENT });
  const { data } = (await answer.json()) as { data: { payUrl: string } };
  const { pathname } = new URL(data.payUrl);
  const act = (what: string) => paymentPage.request(pathname, { method: 'POST', body: `do=${what}` });
  const show = async () => (await paymentPage.request(pathname)).text();
  const status = async () =>
    ((await (await readOrder(app, 'repayable-p')).json()) as { data: { orderStatus: string } }).data
      .orderStatus;
  return { app, paymentPage, pathname, act, show, status };
}

describe('documents are served with the payment page', () => {
  it('can be framed by any page, run no scripts, and say that they are samples', async () => {
    const { paymentPage } = createTestApp();
    const answer = await paymentPage?.request('/document/loan-agreement');
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors http: https:",
    );
    const html = (await answer?.text()) ?? '';
    expect(html).toContain('<h1>Loan agreement</h1>');
    expect(html).toContain('Sample, to be replaced by the owner.');
    expect((await paymentPage?.request('/document/constructor'))?.status).toBe(404);
  });
});

describe('the payment page can pay, fail, or be left', () => {
  it('shows amount and channel, needs no script, and allows none', async () => {
    const { paymentPage, pathname } = await payable();
    const answer = await paymentPage.request(pathname);
    const html = await answer.text();
    expect(html).toContain('₱3,412.50');
    expect(html).toContain('Wallet One');
    expect(html).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' http://localhost; frame-ancestors http://localhost",
    );
  });

  it('Pay pays the order and returns to it', async () => {
    const { act, show, status } = await payable();
    const answer = await act('pay');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'http://localhost/order?orderId=repayable-p&productId=1203',
    ]);
    expect(await status()).toBe('200');
    expect(await show()).toContain('This payment was made.');
  });

  it('Pay twice pays once', async () => {
    const { app, act } = await payable();
    await act('pay');
    expect((await act('pay')).status).toBe(303);
    const order = (await (await app.request('/capiz/reference/order?orderId=repayable-p')).json()) as {
      stage: string;
      payments: { state: string }[];
    };
    expect([order.stage, order.payments.map(({ state }) => state)]).toEqual(['repaid', ['paid']]);
  });

  it('Fail takes no money, says so, and can be repeated', async () => {
    const { act, show, status } = await payable();
    expect((await act('fail')).status).toBe(303);
    expect(await show()).toContain('The payment failed. Nothing was taken.');
    expect(await status()).toBe('174');
    await act('pay');
    expect(await status()).toBe('200');
  });

  it('with two codes for one order, paying one closes the other', async () => {
    const { app, paymentPage, act } = await payable();
    const other = await callEndpoint(app, 'pay-code', {
      orderId: 'repayable-p',
      ...FULL_PAYMENT,
      channelNumber: '90011',
    });
    const { data } = (await other.json()) as { data: { payUrl: string } };
    await act('pay');
    const { pathname } = new URL(data.payUrl);
    expect(await (await paymentPage.request(pathname)).text()).toContain('no longer open');
    await paymentPage.request(pathname, { method: 'POST', body: 'do=pay' });
    const order = (await (await app.request('/capiz/reference/order?orderId=repayable-p')).json()) as {
      payments: { state: string }[];
    };
    expect(order.payments.map(({ state }) => state)).toEqual(['paid', 'open']);
  });

  it('an unknown payment is 404, and only pay and fail are accepted', async () => {
    const { paymentPage, act } = await payable();
    expect((await paymentPage.request('/pay/none')).status).toBe(404);
    expect((await act('steal')).status).toBe(400);
  });
});
