import { describe, expect, it } from 'vitest';
import type { Value } from '#renderer/plan/expression.ts';
import { dumpScreen, tappable, visitScreen, type VisitOptions } from '#tests/engine.ts';

const HARBOUR = 'other-2';
const SUNRISE = 'complaint-v';

interface Given {
  readonly params: { readonly [name: string]: Value | undefined };
  readonly kept?: string;
  /** The order in the service's reply, independent of the request. */
  readonly repeats?: object | undefined;
  /** The service lists no orders. */
  readonly isUnlisted?: boolean;
}

/** The order that the start of a complaint shows, and the order of its form. */
async function startOf({ params, kept, repeats, isUnlisted }: Given) {
  const tamper: VisitOptions['tamper'] = ({ data, ...envelope }) => ({
    ...envelope,
    data: {
      ...(data as object),
      ...(repeats && { orderDetail: repeats }),
      ...(isUnlisted && { orderList: [] }),
    },
  });
  const { live, world, settle } = await visitScreen('complaint-start', {
    scenario: 'complaint',
    params,
    tamper,
    ...(kept !== undefined && { kept: { complaintOrder: kept } }),
  });
  const shown = dumpScreen(live);
  const node = tappable(live).find((one) => JSON.stringify(one.snapshot()).includes('My loan'));
  if (node) live.emit(node, 'tap');
  await settle();
  const to = new URL(world.went[0]?.address ?? '', 'https://page.test');
  live.close();
  return { shown, path: to.pathname, orderNo: to.searchParams.get('orderNo') };
}

const DETAIL = { orderNo: SUNRISE, productName: 'Sunrise Cash', isShow: 1, list: [] };

describe('reading 63: the order in the address takes precedence over the stored one', () => {
  it.each<[string, Given, string, string]>([
    ['orderId before the stored order', { params: { orderId: SUNRISE }, kept: HARBOUR }, 'Sunrise', SUNRISE],
    ['orderId of another order', { params: { orderId: HARBOUR }, kept: SUNRISE }, 'Harbour', HARBOUR],
    [
      'the chosen order before orderId',
      { params: { orderId: SUNRISE, orderNo: HARBOUR }, kept: SUNRISE },
      'Harbour',
      HARBOUR,
    ],
    ['the stored order without one', { params: { orderId: undefined }, kept: HARBOUR }, 'Harbour', HARBOUR],
    [
      'the requested order, if the service answers with another',
      { params: { orderId: HARBOUR }, repeats: DETAIL },
      'Harbour',
      HARBOUR,
    ],
    [
      'only the number, if the service does not know the order',
      { params: { orderId: 'C' }, repeats: DETAIL, isUnlisted: true },
      '"text":"C"',
      'C',
    ],
    ['the service’s order, if nothing names one', { params: { orderId: undefined } }, 'Sunrise', SUNRISE],
  ])('4.9 shows and passes on %s', async (_title, given, shown, orderNo) => {
    const start = await startOf({
      ...given,
      repeats: given.repeats ?? (orderNo === SUNRISE ? DETAIL : undefined),
    });
    expect(start.shown).toContain(shown);
    expect(start.shown.includes('Sunrise') && start.shown.includes('Harbour')).toBe(false);
    expect(start).toMatchObject({ path: '/complainPageNext', orderNo });
  });
});
