import { describe, expect, it } from 'vitest';
import { writeDemoAddress } from './demo-page.ts';
import type { Scenario } from './scenario.ts';

const scenario = (productId: string): Scenario => ({
  ...{ name: 'usual', title: 'As usual', about: '', group: '', opens: [], productId, start: 'open' },
  ...{ memory: {}, stages: {}, behaviour: {} },
});

describe('The address of a demonstration', () => {
  it('has the product of the scenario', () => {
    expect(writeDemoAddress('/order', scenario('7'), 'v')).toContain('productId=7');
  });

  it('has no product if the scenario has none', () => {
    expect(writeDemoAddress('/order', scenario(''), 'v')).not.toContain('productId');
  });
});
