import { describe, expect, it } from 'vitest';
import { dumpScreen, visitScreen } from '#tests/engine.ts';

const NO_MONEY = ['12,50', '12.50', 12.5, [], true];

describe('reading 48: a stored repayment', () => {
  const CODE = '9001 2345 6789';
  const DETAIL = { title: 'Bill payment at a store', payCode: CODE, payNotice: [] };
  const DELAY = { title: 'Rollover', delayAmount: 52_500 };
  const stored = async (repayment: object, screen = 'repay-code-stored') => {
    const { live, world } = await visitScreen(screen, {
      params: { orderId: 'mine' },
      kept: { repayment: { delayInfo: DELAY, defDetail: DETAIL, ...repayment } },
    });
    const dump = dumpScreen(live);
    live.close();
    return { dump, faults: world.faults.map(({ code, detail }) => `${code} ${detail}`) };
  };

  it.each(['', 0, null, undefined])(
    'repayAmount = %j counts as absent: shows the rollover amount, and the code',
    async (repayAmount) => {
      const { dump, faults } = await stored({ repayAmount });
      expect(dump).toContain(CODE);
      expect(dump).toContain('"value":52500');
      expect(faults).toEqual([]);
    },
  );

  it.each(NO_MONEY)('repayAmount = %j shows no amount, and a button back', async (repayAmount) => {
    const { dump, faults } = await stored({ repayAmount });
    expect(dump).not.toContain('"value":52500');
    expect(dump).toContain('Open your repayment again to get your code');
    expect(dump).toContain('Back to repayment');
    expect(faults).toEqual(['kept/misfit repayment']);
  });

  it.each(NO_MONEY)('delayAmount = %j shows no amount, and a button back', async (delayAmount) => {
    const { dump } = await stored({ delayInfo: { title: 'Rollover', delayAmount } });
    expect(dump).toContain('Open your repayment again to get your code');
  });

  it.each([{ payCode: 12 }, { payCode: ''.padEnd(65, '1') }, { payCode: undefined }])(
    'a damaged code is not shown: %j',
    async (detail) => {
      const { dump } = await stored({ repayAmount: 1, defDetail: { ...DETAIL, ...detail } });
      expect(dump).toContain('Open your repayment again to get your code');
    },
  );

  it.each([
    [{ logo: '' }, []],
    [{ logo: 'logo.png' }, ['kept/misfit repayment: /defDetail/logo']],
    [{ payNotice: '' }, ['kept/misfit repayment: /defDetail/payNotice']],
    [{ payNotice: null }, []],
  ])('%j does not hide the code', async (detail, expected) => {
    const { dump, faults } = await stored({ repayAmount: 341_250, defDetail: { ...DETAIL, ...detail } });
    expect(dump).toContain(CODE);
    expect(dump).toContain('"value":341250');
    expect(faults).toEqual(expected);
  });

  it('a code for another order than in the address is not shown', async () => {
    const { dump } = await stored({ orderId: 'other', repayAmount: 341_250 });
    expect(dump).not.toContain(CODE);
    expect(dump).toContain('Open your repayment again to get your code');
    expect((await stored({ orderId: 'other' }, 'payment-instructions')).dump).not.toContain(CODE);
  });

  it.each([{ orderId: 'mine' }, {}])('a code for the order of the address is shown: %j', async (order) => {
    expect((await stored(order)).dump).toContain(CODE);
    expect((await stored(order, 'payment-instructions')).dump).toContain(CODE);
  });
});
