import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp, readOrder } from '#src/server/testing.ts';

const OFFER = { amount: '300000', periods: '91', termUnit: 'days', productId: '1203' };

type App = ReturnType<typeof createTestApp>['app'];
interface Reply {
  readonly success: boolean;
  readonly code?: string;
  readonly message: string;
  readonly data: { readonly [member: string]: unknown } | null;
}

async function ask(
  app: App,
  endpoint: string,
  order: string,
  members: { readonly [name: string]: string },
  key?: string,
): Promise<Reply> {
  const session = `session-${order}`;
  const headers = {
    gather: session,
    eyes: session,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return (await (await callEndpoint(app, endpoint, members, { headers })).json()) as Reply;
}

async function loans(app: App, order: string): Promise<readonly unknown[]> {
  const reply = await app.request(`/capiz/reference/order?orderId=${order}`);
  return ((await reply.json()) as { loans: readonly unknown[] }).loans;
}

describe('the offer of a loan', () => {
  it('is taken once: the same key gets the same response, another key is refused', async () => {
    const { app } = createTestApp();
    const order = 'loan-offer-a';
    const first = await ask(app, 'loan-push', order, OFFER, 'one');
    expect(first.data?.lendDetailsUrl).toBe(`http://localhost/order?orderId=${order}&productId=1203`);
    expect(await ask(app, 'loan-push', order, OFFER, 'one')).toEqual(first);
    expect(await ask(app, 'loan-push', order, OFFER, 'two')).toMatchObject({ success: false, code: '410' });
    expect(await loans(app, order)).toEqual([{ amountMinor: 300_000, periods: 91 }]);
  });

  it('becomes an order under review after it is taken, and is not offered again', async () => {
    const { app } = createTestApp();
    const order = 'loan-offer-b';
    await ask(app, 'loan-push', order, OFFER, 'one');
    const status = async () =>
      ((await (await readOrder(app, order)).json()) as { data: { orderStatus: string } }).data.orderStatus;
    expect([await status(), await status(), await status(), await status()]).toEqual([
      '21',
      '21',
      '21',
      '174',
    ]);
    expect(await ask(app, 'loan-confirm-detail', order, { productId: '1203' })).toMatchObject({
      code: '410',
    });
    expect(await ask(app, 'contract-list', order, { productId: '1203', scene: '3' })).toMatchObject({
      code: '410',
    });
  });

  it.each(['amount', 'periods', 'termUnit'])('is refused with another %s than offered', async (member) => {
    const { app } = createTestApp();
    const order = `loan-offer-${member}`;
    expect(await ask(app, 'loan-push', order, { ...OFFER, [member]: '7' }, 'one')).toMatchObject({
      code: '409',
    });
    expect(await loans(app, order)).toEqual([]);
  });

  it('agreements are found by their position from 1, only in scene 3', async () => {
    const { app } = createTestApp();
    const order = 'loan-offer-c';
    const jump = (position: string, scene = '3') =>
      ask(app, 'contract-jump', order, { productId: '1203', scene, position, orderId: order });
    expect((await jump('1')).data?.contract_url).toMatch(/\/document\/loan-agreement$/);
    expect((await jump('3')).data?.contract_url).toMatch(/\/document\/data-consent$/);
    for (const refused of [jump('0'), jump('4'), jump('1', '2')]) expect((await refused).success).toBe(false);
  });
});
