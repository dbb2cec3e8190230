import { describe, expect, it } from 'vitest';
import type { AppPlan } from '../plan/plan.ts';
import { writePath } from './scope.ts';
import {
  APP,
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

const app: AppPlan = {
  ...APP,
  kept: {
    seen: { shape: { type: 'boolean' }, for: 'session', initial: false },
    last: { shape: record({ name: TEXT }), for: 'device' },
  },
};
const plan = makePlan({ body: [text('t', get('kept.last.name'))] });

function visit(world: FakeWorld, session = { userId: 'u1', sessionId: 's1' }) {
  const screen = open(world, plan, { app, session });
  const { store, scope } = screen.engine;
  return {
    screen,
    kept: () => store.get().kept,
    write: (name: string, value: string | boolean | { name: string }) =>
      writePath(store, scope, ['kept', name], value),
  };
}

describe('S8: kept values', () => {
  it('are stored as plain JSON under capiz:<name>, in their storage', () => {
    const world = fakeWorld();
    const { write } = visit(world);
    write('seen', true);
    write('last', { name: 'Emma' });
    expect(world.session.get('capiz:seen')).toBe('true');
    expect(world.device.get('capiz:last')).toBe('{"name":"Emma"}');
  });

  it('are read by every later screen', () => {
    const world = fakeWorld();
    visit(world).write('last', { name: 'Emma' });
    expect(readTexts(visit(world).screen.body)).toEqual(['Emma']);
  });

  it('start with their initial value', () => {
    expect(visit(fakeWorld()).kept()['seen']).toBe(false);
  });

  it.each(['{"name":5}', '[1]', 'null', '"Emma"', '{broken'])(
    'a value that does not match its type is absent: %s',
    (stored) => {
      const world = fakeWorld();
      visit(world);
      world.device.set('capiz:last', stored);
      expect(visit(world).kept()['last']).toBeUndefined();
    },
  );

  it('reports a value that does not match its type', () => {
    const world = fakeWorld();
    visit(world);
    world.device.set('capiz:last', '[1]');
    visit(world);
    expect(world.faults).toContainEqual({ code: 'kept/misfit', screen: 'shelf', detail: 'last' });
  });

  it('a value that another screen stored is read after a return', () => {
    const world = fakeWorld();
    const first = visit(world);
    visit(world).write('last', { name: 'Ulysses' });
    first.screen.resume();
    expect(readTexts(first.screen.body)).toEqual(['Ulysses']);
  });

  it('a value that another screen removed is absent after a return', () => {
    const world = fakeWorld();
    visit(world).write('seen', true);
    const first = visit(world);
    world.session.delete('capiz:seen');
    first.screen.resume();
    expect(first.kept()['seen']).toBe(false);
  });
});

describe('another person finds no values of the previous one', () => {
  it.each([
    ['with another userId', { userId: 'u2', sessionId: 's1' }],
    ['with another sessionId', { userId: 'u1', sessionId: 's2' }],
    ['without a session', {}],
  ])('%s', (_, session) => {
    const world = fakeWorld();
    visit(world).write('last', { name: 'Emma' });
    world.device.set('capiz/draft/shelf/rate', '{}');
    world.device.set('other', 'not ours');
    const { screen } = visit(world, session as { userId: string; sessionId: string });
    expect(readTexts(screen.body)).toEqual([undefined]);
    expect([...world.device.keys()].sort()).toEqual(['capiz/owner', 'other']);
  });

  it('an unknown payment outlives a sign-in of the same person, not of another', () => {
    const world = fakeWorld();
    visit(world);
    world.device.set('capiz/intent/fine/p1', '{}');
    visit(world, { userId: 'u1', sessionId: 's2' });
    expect(world.device.has('capiz/intent/fine/p1')).toBe(true);
    visit(world, { userId: 'u2', sessionId: 's2' });
    expect(world.device.has('capiz/intent/fine/p1')).toBe(false);
  });

  it('an unreadable owner counts as another person', () => {
    for (const damaged of ['{"person":', 'null', '[]', '""', '7']) {
      const world = fakeWorld();
      visit(world).write('last', { name: 'Emma' });
      world.device.set('capiz/owner', damaged);
      expect(readTexts(visit(world).screen.body)).toEqual([undefined]);
    }
  });

  it('an unreadable owner may be the same person: records about money stay, except those of another person', () => {
    const world = fakeWorld();
    const { engine } = visit(world).screen;
    world.device.set('capiz/intent/fine/p1', JSON.stringify({ owner: engine.owner }));
    world.device.set('capiz/intent/fine/p2', '{"owner":"another"}');
    world.device.set('capiz/intent/fine/p3', '{"own');
    world.device.set('capiz/owner', '{"person":');
    visit(world);
    const intents = [...world.device.keys()].filter((key) => key.startsWith('capiz/intent/'));
    expect(intents).toEqual(['capiz/intent/fine/p1', 'capiz/intent/fine/p3']);
  });

  it('after an interrupted removal, the next visit removes the rest', () => {
    const world = fakeWorld();
    visit(world).write('last', { name: 'Emma' });
    const { device } = world.services.storage;
    const { remove } = device;
    const removed: string[] = [];
    Object.assign(device, {
      remove(key: string) {
        // The page ends here: nothing after the first removal is written.
        if (removed.length > 0 || key === 'capiz:last') throw new Error('closed');
        removed.push(key);
        remove(key);
      },
    });
    const { set } = device;
    Object.assign(device, {
      set: () => {
        throw new Error('closed');
      },
    });
    visit(world, { userId: 'u2', sessionId: 's2' });
    Object.assign(device, { remove, set });
    const { screen } = visit(world, { userId: 'u2', sessionId: 's2' });
    expect(readTexts(screen.body)).toEqual([undefined]);
  });

  it('session identifiers are not stored in readable form', () => {
    const world = fakeWorld();
    visit(world, { userId: 'reader-77', sessionId: 'secret-88' });
    const stored = JSON.stringify([...world.device, ...world.session]);
    expect(stored).not.toMatch(/reader-77|secret-88/);
  });
});

describe('stored values without an owner, of an older release', () => {
  it('1.14 stay for the first visitor, and are removed for another one after that', () => {
    const world = fakeWorld();
    world.device.set('capiz:last', '{"name":"Emma"}');
    expect(readTexts(visit(world).screen.body)).toEqual(['Emma']);
    expect(readTexts(visit(world).screen.body)).toEqual(['Emma']);
    expect(readTexts(visit(world, { userId: 'u2', sessionId: 's1' }).screen.body)).toEqual([undefined]);
  });
});

describe('F10: storage full or blocked: everything works except kept values', () => {
  it.each(['blocked', 'full'] as const)('%s', (storage) => {
    const world = fakeWorld({ storage });
    const { screen, write } = visit(world);
    write('last', { name: 'Emma' });
    expect(readTexts(screen.body)).toEqual(['Emma']);
    screen.save(120);
    screen.resume();
    expect(readTexts(screen.body)).toEqual(['Emma']);
    expect(readTexts(visit(world).screen.body)).toEqual([undefined]);
    expect(world.faults.filter((fault) => fault.code === 'storage/failed').length).toBeGreaterThan(0);
  });
});
