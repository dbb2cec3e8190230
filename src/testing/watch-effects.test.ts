import { expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { watchEffects } from './watch-effects.ts';

/** The reported effects of `act`. */
function told(act: (services: ReturnType<typeof watchEffects>) => void) {
  const world = fakeWorld();
  const deeds: string[] = [];
  act(watchEffects(world.services, (deed) => void deeds.push(deed)));
  return { deeds, world };
}

it('reports where the page navigates, and how', () => {
  const { deeds, world } = told(({ router }) => {
    router.go('/repay', { replace: false });
    router.go('/order', { replace: true, at: 'plan' });
    router.show('plan');
    router.leave('https://bank.test', { replace: true });
    router.leave('https://bank.test', { replace: false });
    router.back();
  });
  expect(deeds).toEqual([
    'goes to /repay',
    'goes to /order, in its place, at plan',
    'shows plan',
    'leaves, in its place',
    'goes back',
  ]);
  expect(world).toMatchObject({
    backs: 1,
    shown: ['plan'],
    left: ['https://bank.test', 'https://bank.test'],
  });
  expect(world.went).toHaveLength(2);
});

it('reports what the page stores and deletes, without fingerprints that change with a definition', () => {
  const intent = `capiz/intent/pay-code/${encodeURIComponent('{"orderId":"o-1"}')}`;
  const { deeds, world } = told(({ storage: { device, session } }) => {
    session.set('capiz/visit/id-1', '{"plan":"a1b2c3"}');
    device.set(intent, '{"owner":"a1b2c3"}');
    device.set(
      'capiz/draft/order/form/a1b2c3',
      '{"owner":"a1b2c3","at":1,"step":2,"answers":{"name":"Maria"}}',
    );
    device.set('capiz/offline/order/a1b2c3', '{"owner":"a1b2c3"}');
    session.set('capiz:seen', 'true');
    device.set('capiz:long', 'x'.repeat(241));
    device.remove(intent);
    device.remove(intent);
    session.remove('capiz/visit/id-1');
  });
  expect(deeds).toEqual([
    'keeps the intent pay-code of {"orderId":"o-1"}',
    'keeps the draft order/form: at step 2, {"name":"Maria"}',
    'keeps the reply order',
    'keeps seen for this visit: true',
    `keeps long: ${'x'.repeat(240)}…`,
    'forgets the intent pay-code of {"orderId":"o-1"}',
  ]);
  expect([...world.device.keys()]).toHaveLength(3);
});

it('reports what the page copies, and what it sends to the app', async () => {
  const { deeds, world } = told(({ clipboard, native }) => {
    void clipboard.write('0917');
    expect(native.has('callPhone')).toBe(false);
    native.call('closeWebView', { now: true }).catch(() => undefined);
  });
  expect(deeds).toEqual([
    'copies "0917"',
    'the app knows no callPhone',
    'tells the app closeWebView {"now":true}',
  ]);
  expect(world.copied).toEqual(['0917']);
});
