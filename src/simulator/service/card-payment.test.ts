import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp, readOrder } from '#src/server/testing.ts';

type App = ReturnType<typeof createTestApp>['app'];
interface Reply {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly [member: string]: unknown } | null;
}

const CARD = { cardId: '71', bankName: 'First Island Bank', cardNo: '4000123412344821', bankCode: 'FIB' };
const OTHER = { cardId: '72', bankName: 'Bayside Savings', cardNo: '5100987698767730', bankCode: 'BSS' };

async function call(app: App, endpoint: string, members: Record<string, string>, key?: string) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  return (await (await callEndpoint(app, endpoint, members, { headers })).json()) as Reply;
}

const commit = (app: App, orderId: string, more: Record<string, string> = {}, key?: string) =>
  call(
    app,
    'repayment-commit',
    {
      ...CARD,
      amount: '341250',
      couponId: '',
      orderId,
      repayToken: `token-${orderId}`,
      sendMsg: '0',
      ...more,
    },
    key,
  );

const confirm = (app: App, orderId: string, verifyCode: string, repaymentRecordId: unknown, key?: string) =>
  call(app, 'repayment-confirm', { orderId, verifyCode, repaymentRecordId: String(repaymentRecordId) }, key);

async function paidOf(app: App, orderId: string) {
  const reply = await app.request(`/capiz/reference/order?orderId=${orderId}`);
  const { payments } = (await reply.json()) as { payments: readonly { state: string; channel: string }[] };
  return payments.filter(({ state }) => state === 'paid').map(({ channel }) => channel);
}

describe('the simulator handles repayments by card as a real loan service would', () => {
  it('a commit with needValid creates a record; the right code pays it, once', async () => {
    const { app } = createTestApp();
    const begun = await commit(app, 'cards-1');
    expect(begun).toMatchObject({ code: '00', data: { needValid: 1, repayRecordId: 'record-1' } });
    expect(await paidOf(app, 'cards-1')).toEqual([]);
    expect((await confirm(app, 'cards-1', '654321', 'record-1')).code).toBe('800006');
    expect((await confirm(app, 'cards-1', '123456', 'record-1')).code).toBe('00');
    expect((await confirm(app, 'cards-1', '123456', 'record-1')).code).toBe('800005');
    expect(await paidOf(app, 'cards-1')).toEqual(['First Island Bank']);
    expect((await commit(app, 'cards-1')).code).toBe('410');
  });

  it('a repeated commit sends the code again without a new record; another card creates one', async () => {
    const { app } = createTestApp();
    expect((await commit(app, 'cards-2', { sendMsg: '1' })).code).toBe('404');
    await commit(app, 'cards-2');
    expect((await commit(app, 'cards-2', { sendMsg: '1' })).data).toMatchObject({
      repayRecordId: 'record-1',
    });
    expect((await commit(app, 'cards-2', OTHER)).data).toMatchObject({ repayRecordId: 'record-2' });
    expect((await confirm(app, 'cards-2', '123456', 'record-2')).code).toBe('00');
    expect((await confirm(app, 'cards-2', '123456', 'record-1')).code).toBe('410');
    expect(await paidOf(app, 'cards-2')).toEqual(['Bayside Savings']);
  });

  it('without needValid the commit pays; one key has one effect', async () => {
    const { app } = createTestApp();
    const first = await commit(app, 'cards-at-once-1', {}, 'k1');
    expect(first).toMatchObject({ code: '00', data: { needValid: 0 } });
    expect(await commit(app, 'cards-at-once-1', {}, 'k1')).toEqual(first);
    expect(await paidOf(app, 'cards-at-once-1')).toHaveLength(1);
  });

  it('after a payment the order is processing, and then repaid', async () => {
    const { app } = createTestApp();
    await commit(app, 'cards-at-once-2');
    const statuses: unknown[] = [];
    for (let read = 0; read < 3; read += 1) {
      const { data } = (await (await readOrder(app, 'cards-at-once-2')).json()) as Reply;
      statuses.push(data?.orderStatus);
    }
    expect(statuses).toEqual(['151', '151', '200']);
  });

  const refused: readonly (readonly [string, Record<string, string>, string])[] = [
    ['another amount', { amount: '1' }, '409'],
    ['a token that the simulator did not issue', { repayToken: 'x' }, '409'],
    ['a card that is not saved', { cardNo: '4000123412340000' }, '404'],
    ['an unknown value of sendMsg', { sendMsg: '2' }, '400'],
  ];
  it.each(refused)('%s is refused, and nothing is paid', async (_, members, code) => {
    const { app } = createTestApp();
    expect((await commit(app, 'cards-at-once-3', members)).code).toBe(code);
    expect(await paidOf(app, 'cards-at-once-3')).toEqual([]);
  });

  it('an unknown record cannot be confirmed', async () => {
    const { app } = createTestApp();
    expect((await confirm(app, 'cards-3', '123456', 'record-1')).code).toBe('404');
  });

  it('Alipay gets an address for the order’s amount', async () => {
    const { app } = createTestApp();
    const ask = (amount: string) =>
      call(app, 'repayment-huichao', { userId: 'u', orderId: 'cards-alipay-1', amount });
    expect((await ask('341250')).data?.url).toMatch(/^http:\/\/127\.0\.0\.1:4174\/pay\//);
    expect((await ask('1')).code).toBe('409');
    expect(await paidOf(app, 'cards-alipay-1')).toEqual([]);
  });

  it('an order with nothing to pay has no ways to pay', async () => {
    const { app } = createTestApp();
    expect((await call(app, 'repayment-way', { orderId: 'repayable-1' })).code).toBe('410');
    expect(
      (await call(app, 'repayment-huichao', { userId: 'u', orderId: 'repayable-1', amount: '1' })).code,
    ).toBe('410');
  });
});
