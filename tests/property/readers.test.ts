import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { countReaders } from '#renderer/live/count-readers.ts';
import { DEVICE, fakeWorld } from '#renderer/live/testing.ts';
import { openScreen } from '#renderer/live/index.ts';
import { actions } from '#renderer/actions/index.ts';
import type { Value } from '#renderer/plan/expression.ts';

/* For every state and data value of the screens: change it, count, compare with the plan's dependencies. */

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }));

const { app, plans, problems } = compileProject([...filesIn('screens'), ...filesIn('schemas/api')]);

/** Fixtures name the visit's own values in braces; any value does here. */
const replies = (endpoint: string) =>
  filesIn(`fixtures/api/${endpoint}`).map(({ path, text }) => ({
    path,
    reply: JSON.parse(
      text.replaceAll('{origin}', 'https://page.test').replaceAll(/\{[^{}":]*\}/g, '2026-03-06'),
    ) as unknown,
  }));

interface Case {
  readonly title: string;
  readonly screen: string;
  readonly reply?: unknown;
  /** Whether an overlay opens by itself. */
  readonly opens?: boolean;
  readonly kept?: { readonly [name: string]: Value };
}

const payNotice = [{ title: 'How', items: [{ name: 'Step', steps: ['a', 'b'] }] }];
const repayment = {
  repayAmount: 12_345,
  delayInfo: { title: 'Rollover', delayAmount: 50_000 },
  defDetail: { logo: 'https://page.test/logo.png', title: 'Pay code', payCode: 'P-1', payNotice },
};

const cases: readonly Case[] = [
  ...[
    ['order', 'order-details'],
    ['rollover', 'rollover-plan'],
    ['repay', 'instalment-plan'],
  ].flatMap(([screen = '', endpoint = '']) =>
    replies(endpoint).map(({ path, reply }) => ({ title: `${screen}, ${path}`, screen, reply })),
  ),
  ...['cardNeedPop', 'KindTipsMsg', 'isScore'].map((popup) => ({
    title: `order with the popup of ${popup}`,
    screen: 'order',
    reply: { ...(replies('order-details')[0]?.reply as object), [popup]: '1' },
    opens: true,
  })),
  { title: 'repay-code-stored', screen: 'repay-code-stored', kept: { repayment } },
];

it('the screens compile', () => {
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe.runIf(app)('a change re-renders exactly its readers', () => {
  it.each(cases)('$title', async ({ screen, reply, kept, opens }) => {
    const plan = plans.get(screen);
    if (!plan || !app) throw new Error(`no plan for ${screen}`);
    const { values, faults } = await countReaders(async (onComputed) => {
      const world = fakeWorld();
      const session = { userId: 'u', sessionId: 's' };
      const base = { plan, app, services: world.services, session, device: DEVICE, entry: 'e', actions };
      // The first opening makes storage this visitor's; what a former screen kept is there for the second.
      if (kept) openScreen({ ...base, params: PARAMS }).close();
      for (const [name, value] of Object.entries(kept ?? {})) {
        for (const storage of [world.session, world.device])
          storage.set(`capiz:${name}`, JSON.stringify(value));
      }
      const live = openScreen({ ...base, params: PARAMS }, { onComputed });
      for (const call of world.calls) await call.reply(reply);
      const origin = { scope: live.engine.scope, list: 'test', event: 'tap' };
      if (plan.overlays[SHEET]) live.engine.overlays.open(SHEET, origin)?.catch(() => {});
      await world.pass(400);
      expect(live.surface.snapshot()).toMatchObject({ phase: 'content' });
      expect(live.surface.snapshot().overlays).toHaveLength(opens || plan.overlays[SHEET] ? 1 : 0);
      return live;
    });
    expect(faults).toEqual([]);
    expect(values).toBeGreaterThan(3);
  });
});

/** The one overlay that only a tap opens. */
const SHEET = 'pay/channels';
const PARAMS = { productId: 'p1', orderId: 'o1' };
