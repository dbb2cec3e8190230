import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp } from '#src/server/testing.ts';

type App = ReturnType<typeof createTestApp>['app'];

/** All fields of `bank-form` while the channel is a bank. */
const GOOD = {
  channelNumber: '90006',
  bankCode: 'FIB',
  cardNo: '1234567890',
  holder: 'Maria Santos',
  birthday: '1990-02-28',
};

async function save(app: App, items: { readonly [code: string]: string }, visit = 'v') {
  const reply = await callEndpoint(
    app,
    'bank-save',
    { ...items, cardType: '1', product_id: '1203' },
    { visit },
  );
  return (await reply.json()) as { code: string; message: string; data: { errors?: object } | null };
}

async function read(app: App, visit = 'v') {
  const reply = await callEndpoint(app, 'card-init', { product_id: '1203' }, { visit });
  const { data } = (await reply.json()) as { data: { items: { code: string; value?: string }[] } };
  return Object.fromEntries(data.items.map(({ code, value }) => [code, value]));
}

describe('the simulator checks the bank form as a real loan service would', () => {
  it('the saved form is filled in at the next read, only for that session', async () => {
    const { app } = createTestApp();
    expect(await save(app, GOOD)).toMatchObject({ code: '0' });
    expect(await read(app)).toMatchObject(GOOD);
    expect((await read(app, 'w')).cardNo).not.toBe(GOOD.cardNo);
  });

  const faults: readonly (readonly [string, { readonly [code: string]: string }, object])[] = [
    ['a visible item is missing', { ...GOOD, cardNo: '' }, { cardNo: 'Enter Account number' }],
    ['an unknown option', { ...GOOD, bankCode: 'First Island Bank' }, { bankCode: 'Choose Bank' }],
    [
      'letters in a number',
      { ...GOOD, cardNo: '12a4567890' },
      { cardNo: 'Account number takes digits only' },
    ],
    ['no date', { ...GOOD, birthday: 'today' }, { birthday: 'Date of birth is no day' }],
    [
      'an unknown account',
      { ...GOOD, cardNo: '0001' },
      { cardNo: 'Account number is not known at the bank' },
    ],
    [
      'the items of the chosen channel are missing',
      { ...GOOD, channelNumber: '90007' },
      { walletNo: 'Enter Wallet number' },
    ],
  ];
  for (const [title, items, errors] of faults) {
    it(`returns the fault of each field: ${title}`, async () => {
      const reply = await save(createTestApp().app, items);
      expect(reply.code).toBe('4220');
      expect(reply.data).toEqual({ errors });
    });
  }

  it('refuses unknown items', async () => {
    expect(await save(createTestApp().app, { ...GOOD, other: '1' })).toMatchObject({
      code: '400',
      data: null,
    });
  });
});
