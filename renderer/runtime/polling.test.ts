import { describe, expect, it } from 'vitest';
import type { ResourcePlan } from '../plan/plan.ts';
import * as http from '../plan/http-contract.ts';
import { readPagesAgain } from './pages.ts';
import { startPolling } from './polling.ts';
import { DEVICE, endpoint, fakeWorld, get, makePlan, open, readTexts, TEXT, text } from './testing.ts';

const endpoints = { order: endpoint('order', { state: TEXT }, ['id']) };

/** Done when the reply says so. */
const until = ['==', get('data.order.state'), 'done'] as const;

function polled(every: Partial<NonNullable<ResourcePlan['every']>> = {}, rest: Partial<ResourcePlan> = {}) {
  const world = fakeWorld();
  const page = { isHidden: false };
  const services = { ...world.services, isHidden: () => page.isHidden };
  const data = {
    order: {
      endpoint: 'order',
      with: { id: 'a' },
      reads: [],
      every: { seconds: 5, times: 9, until, ...every },
      ...rest,
    },
  };
  const state = { id: { shape: TEXT, initial: 'a' } };
  const plan = makePlan({ endpoints, data, state, body: [text('state', get('data.order.state'))] });
  const screen = open({ ...world, services }, plan, {
    rare: { ...http, readPagesAgain, start: startPolling },
    device: { ...DEVICE, online: true },
  });
  return {
    world,
    page,
    screen,
    sent: () => world.calls.length,
    last: () => world.calls.at(-1),
    reply: async (is = 'open') => world.calls.at(-1)?.reply({ state: is }),
    texts: () => readTexts(screen.body),
  };
}

describe('S33: data with `every` is read again at an interval', () => {
  it('the interval begins when a reading ends, and `until` ends it', async () => {
    const live = polled();
    await live.world.pass(20_000);
    expect(live.sent()).toBe(1);
    await live.reply();
    await live.world.pass(4_999);
    expect(live.sent()).toBe(1);
    await live.world.pass(1);
    expect(live.sent()).toBe(2);
    await live.world.pass(20_000);
    expect(live.sent()).toBe(2);
    await live.reply('done');
    await live.world.pass(60_000);
    expect(live.sent()).toBe(2);
    expect(live.texts()).toEqual(['done']);
  });

  it('reads again at most so many times', async () => {
    const live = polled({ times: 2 });
    for (let turn = 0; turn < 5; turn += 1) {
      await live.reply();
      await live.world.pass(5_000);
    }
    expect(live.sent()).toBe(3);
  });

  it('other inputs begin the count anew, and the answer to the old inputs is dropped', async () => {
    const live = polled({ times: 1 }, { with: { id: get('state.id') }, reads: ['state.id'] });
    await live.reply();
    await live.world.pass(5_000);
    const old = live.last();
    live.screen.engine.store.change((draft) => void (draft.state['id'] = 'b'));
    expect(live.last()?.url).toBe('/api/order?id=b');
    await live.reply('new');
    await old?.reply({ state: 'late' });
    expect(live.texts()).toEqual(['new']);
    await live.world.pass(5_000);
    expect(live.sent()).toBe(4);
  });

  it('waits while the page is hidden', async () => {
    const live = polled();
    await live.reply();
    live.page.isHidden = true;
    await live.world.pass(60_000);
    expect(live.sent()).toBe(1);
    live.page.isHidden = false;
    await live.world.pass(1_000);
    expect(live.sent()).toBe(2);
  });

  it('waits while the device is offline', async () => {
    const live = polled();
    await live.reply();
    live.screen.setDevice({ online: false });
    await live.world.pass(60_000);
    expect(live.sent()).toBe(1);
    live.screen.setDevice({ online: true });
    await live.reply();
    await live.world.pass(5_000);
    expect(live.sent()).toBe(3);
  });

  it('goes on after a failure, with the old content', async () => {
    const live = polled();
    await live.reply();
    await live.world.pass(5_000);
    await live.last()?.fail();
    expect(live.texts()).toEqual(['open']);
    await live.world.pass(5_000);
    expect(live.sent()).toBe(3);
  });

  it('does not begin after a first reading that failed: its error state stays', async () => {
    const live = polled();
    await live.last()?.fail();
    await live.world.pass(60_000);
    expect(live.sent()).toBe(1);
  });

  it('the same content changes no node', async () => {
    const live = polled();
    await live.reply();
    const before = live.screen.engine.store.get().data['order']?.value;
    await live.world.pass(5_000);
    await live.reply();
    expect(live.screen.engine.store.get().data['order']?.value).toBe(before);
  });

  it('ends with the screen', async () => {
    const live = polled();
    await live.reply();
    live.screen.close();
    await live.world.pass(60_000);
    expect(live.sent()).toBe(1);
  });

  it('ends with the screen while a reading is on its way', async () => {
    const live = polled();
    await live.reply();
    await live.world.pass(5_000);
    live.screen.close();
    await live.reply();
    await live.world.pass(60_000);
    expect(live.sent()).toBe(2);
  });
});

describe('S39: while `every` reads, the content counts as current', () => {
  it('until a reading fails', async () => {
    const live = polled();
    const isFresh = () => live.screen.engine.data.isFresh('order');
    await live.reply();
    await live.world.pass(5_000);
    expect([live.sent(), isFresh()]).toEqual([2, true]);
    await live.last()?.fail();
    await live.world.pass(0);
    expect(isFresh()).toBe(false);
    await live.world.pass(5_000);
    expect([live.sent(), isFresh()]).toEqual([3, false]);
    await live.reply();
    expect(isFresh()).toBe(true);
  });

  it('a reading for another reason takes its place, and the content is in doubt', async () => {
    const live = polled();
    await live.reply();
    await live.world.pass(5_000);
    void live.screen.engine.data.reload(['order']);
    expect(live.screen.engine.data.isFresh('order')).toBe(false);
    await live.reply();
    await live.world.pass(5_000);
    expect([live.sent(), live.screen.engine.data.isFresh('order')]).toEqual([4, true]);
  });
});
