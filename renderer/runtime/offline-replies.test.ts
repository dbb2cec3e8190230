import { describe, expect, it } from 'vitest';
import type { Plan, ResourcePlan } from '../plan/plan.ts';
import {
  endpoint,
  fakeWorld,
  type FakeWorld,
  get,
  makePlan,
  open,
  readTexts,
  record,
  TEXT,
  text,
} from './testing.ts';

const DAY = 86_400_000;
const EMMA = { name: 'Emma' };

function shelfPlan(rest: Partial<ResourcePlan> = {}, more: Partial<Plan> = {}): Plan {
  return makePlan({
    endpoints: { card: endpoint('card', { name: TEXT }, ['id']) },
    data: { card: { endpoint: 'card', with: { id: 'c1' }, reads: [], offline: true, ...rest } },
    body: [text('t', get('data.card.name')), text('at', get('fetched.card'))],
    ...more,
  });
}

function visit(world: FakeWorld, plan = shelfPlan(), session = { userId: 'u1', sessionId: 's1' }) {
  const screen = open(world, plan, { session, actions: { note: { name: 'note', run: () => 'noted' } } });
  return {
    screen,
    surface: () => screen.surface.snapshot(),
    texts: () => readTexts(screen.body),
    stored: () => [...world.device.keys()].filter((key) => key.startsWith('capiz/offline/')),
    last: () => {
      const call = world.calls.at(-1);
      if (!call) throw new Error('Nothing was read.');
      return call;
    },
  };
}

async function readOnce(world: FakeWorld, plan?: Plan): Promise<void> {
  const live = visit(world, plan);
  await live.last().reply(EMMA);
  live.screen.close();
}

describe('S9: replies stored for offline use', () => {
  it.each(['offline', 'network', 'timeout'] as const)(
    'are shown as stale content with their time if reading fails by %s',
    async (kind) => {
      const world = fakeWorld();
      await readOnce(world);
      const readAt = world.now();
      world.sleep(3_600_000);
      const live = visit(world);
      await live.last().fail(kind);
      expect(live.texts()).toEqual(['Emma', '2026-03-05 10:00:00']);
      expect(live.surface()).toMatchObject({ phase: 'content', staleSince: readAt });
      expect(live.screen.engine.data.isFresh('card')).toBe(false);
    },
  );

  it('are not stored unless the resource says `offline`', async () => {
    const world = fakeWorld();
    const live = visit(
      world,
      makePlan({ ...shelfPlan(), data: { card: { endpoint: 'card', with: {}, reads: [] } } }),
    );
    await live.last().reply(EMMA);
    expect(live.stored()).toEqual([]);
  });

  it('are used only for a request with the same inputs', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world, shelfPlan({ with: { id: 'c2' } }));
    await live.last().fail('offline');
    expect(live.surface().phase).toBe('error');
  });

  it('are replaced by the next good reply, and never replace current content', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world);
    await live.last().reply({ name: 'Ulysses' });
    live.screen.resume();
    void live.screen.engine.data.reload();
    await live.last().fail('network');
    expect(live.texts()[0]).toBe('Ulysses');
    expect(live.stored()).toHaveLength(1);
  });

  it('do not run `load`', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const goes = shelfPlan({ load: [{ do: 'go', props: { to: 'book' } }] });
    await readOnce(fakeWorld(), goes);
    const live = visit(world, goes);
    await live.last().fail('offline');
    expect(world.went).toEqual([]);
    expect(live.surface().phase).toBe('content');
  });

  it('are read again as soon as the device is online', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world);
    live.screen.setDevice({ online: false });
    await live.last().fail('offline');
    const count = world.calls.length;
    live.screen.setDevice({ online: true });
    expect(world.calls).toHaveLength(count + 1);
    await live.last().reply({ name: 'Ulysses' });
    expect(live.texts()[0]).toBe('Ulysses');
    expect(live.surface().staleSince).toBeUndefined();
  });

  it.each([
    ['a business error', 200, JSON.stringify({ success: false, code: '7', message: 'Card blocked' })],
    ['a refusal, 401', 401, ''],
  ])('are removed when the service answers with %s', async (_, status, body) => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world);
    await live.last().answer({ status, body });
    expect(live.surface().phase).toBe('error');
    expect(live.stored()).toEqual([]);
  });

  it.each([
    ['a server error', 500, ''],
    ['garbage', 200, '<html>'],
  ])('are neither shown nor removed after %s', async (_, status, body) => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world);
    await live.last().answer({ status, body });
    expect(live.surface().phase).toBe('error');
    expect(live.stored()).toHaveLength(1);
  });

  it('are not found by another visitor', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const live = visit(world, shelfPlan(), { userId: 'u2', sessionId: 's2' });
    expect(live.stored()).toEqual([]);
    await live.last().fail('offline');
    expect(live.surface().phase).toBe('error');
  });

  it('are not read under another owner’s name', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const [key = ''] = [...world.device.keys()].filter((name) => name.startsWith('capiz/offline/'));
    const entry = JSON.parse(world.device.get(key) ?? '') as object;
    world.device.set(key, JSON.stringify({ ...entry, owner: 'somebody' }));
    const live = visit(world);
    await live.last().fail('offline');
    expect(live.surface().phase).toBe('error');
  });

  it('are removed after a week, not a minute before', async () => {
    for (const [age, phase] of [
      [7 * DAY - 60_000, 'content'],
      [7 * DAY + 60_000, 'error'],
    ] as const) {
      const world = fakeWorld();
      await readOnce(world);
      world.sleep(age);
      const live = visit(world);
      await live.last().fail('offline');
      expect(live.surface().phase).toBe(phase);
      expect(live.stored()).toHaveLength(phase === 'content' ? 1 : 0);
    }
  });

  it.each(['{broken', '5', '{"owner":1}', 'null'])(
    'are removed without a fault if they do not match: %s',
    async (bytes) => {
      const world = fakeWorld();
      await readOnce(world);
      for (const key of [...world.device.keys()]) if (key.includes('/offline/')) world.device.set(key, bytes);
      const live = visit(world);
      await live.last().fail('offline');
      expect(live.surface().phase).toBe('error');
    },
  );

  it('are reported and removed if they lack what the contract now requires', async () => {
    const world = fakeWorld();
    await readOnce(world);
    const plan = shelfPlan();
    const contract = endpoint('card', {}, ['id']);
    const reply = record({ name: { type: 'integer' } });
    const live = visit(world, { ...plan, endpoints: { card: { ...contract, reply } } });
    await live.last().fail('offline');
    expect(live.surface().phase).toBe('error');
    expect(world.faults).toContainEqual(expect.objectContaining({ code: 'offline/misfit', detail: 'card' }));
  });

  it('are the last twenty, none above 64 Ki units', async () => {
    const world = fakeWorld();
    for (let at = 0; at < 22; at += 1) {
      await readOnce(world, shelfPlan({ with: { id: `c${at}` } }));
      world.sleep(1000);
    }
    const live = visit(world, shelfPlan({ with: { id: 'c0' } }));
    expect(live.stored()).toHaveLength(20);
    await live.last().fail('offline');
    expect(live.surface().phase).toBe('error');
    const large = visit(world, shelfPlan({ with: { id: 'c21' } }));
    await large.last().reply({ name: 'x'.repeat(65_536) });
    expect(large.stored()).toHaveLength(19);
  });

  it.each(['blocked', 'full'] as const)('F10: storage %s: everything works without them', async (storage) => {
    const world = fakeWorld({ storage });
    const live = visit(world);
    await live.last().reply(EMMA);
    expect(live.texts()[0]).toBe('Emma');
    const next = visit(world);
    await next.last().fail('offline');
    expect(next.surface()).toMatchObject({ phase: 'error', error: { kind: 'offline' } });
  });
});

describe('N16: fetched.<name>', () => {
  it('is when the content was read, in the application’s time zone', async () => {
    const world = fakeWorld();
    const screen = open(world, shelfPlan(), { app: { ...visit(world).screen.app, timeZone: 'Asia/Manila' } });
    expect(screen.engine.scope.read(['fetched', 'card'])).toBeUndefined();
    await world.calls.at(-1)?.reply(EMMA);
    expect(readTexts(screen.body)).toEqual(['Emma', '2026-03-05 18:00:00']);
  });

  it('changes after a read with the same content, and stays after a failed read', async () => {
    const world = fakeWorld();
    const live = visit(world);
    await live.last().reply(EMMA);
    world.sleep(5000);
    void live.screen.engine.data.reload();
    await live.last().reply(EMMA);
    expect(live.texts()).toEqual(['Emma', '2026-03-05 10:00:05']);
    world.sleep(5000);
    void live.screen.engine.data.reload();
    await live.last().fail('network');
    expect(live.texts()).toEqual(['Emma', '2026-03-05 10:00:05']);
  });
});

describe('F6: a fault in the page is not shown as a network failure', () => {
  it('when a listener throws', async () => {
    const world = fakeWorld();
    const live = visit(world, shelfPlan());
    let hasThrown = false;
    live.screen.engine.store.subscribe(['data.card'], () => {
      if (live.texts()[0] !== 'Emma' || hasThrown) return;
      hasThrown = true;
      throw new RangeError('fault');
    });
    await live.last().reply(EMMA);
    expect(world.faults).toContainEqual(
      expect.objectContaining({ code: 'data/fault', detail: 'card: RangeError' }),
    );
    expect(live.screen.engine.store.get().data['card']?.error).toEqual({
      kind: 'unsupported',
      code: 'fault',
    });
  });
});
