import { describe, expect, it } from 'vitest';
import type { OpenOptions } from './ports/engine.ts';
import { writePath } from './scope.ts';
import { fakeWorld, type FakeWorld, get, list, makePlan, node, open, record, TEXT, text } from './testing.ts';

const card = node('part', 'card', {
  each: { list: get('state.books'), as: 'book', key: get('book.id') },
  slots: { body: [text('card/t', get('state.card/on'))] },
});
const plan = makePlan({
  state: {
    title: { shape: TEXT, initial: 'Emma' },
    books: { shape: list(record({ id: TEXT })), initial: [{ id: '1' }, { id: '2' }] },
    'card/on': { shape: TEXT, initial: 'off' },
  },
  timers: { again: { seconds: 60 } },
  body: [card],
});

function visit(world: FakeWorld, rest: Partial<OpenOptions> = {}) {
  const { hash: _, ...others } = rest;
  const screen = open(world, rest.plan ?? plan, {
    hash: 'h1',
    ...others,
    ...(rest.hash && { hash: rest.hash }),
  });
  const { store, scope, timers } = screen.engine;
  return {
    screen,
    store,
    scope,
    timers,
    state: () => store.get().state,
    timer: () => store.get().timer['again'],
    write: (name: string, value: string | undefined) => writePath(store, scope, ['state', name], value),
  };
}

describe('state, timers and scroll position are restored per history entry and plan hash', () => {
  it('after a reload', async () => {
    const world = fakeWorld();
    const before = visit(world);
    before.write('title', 'Ulysses');
    before.timers.start('again');
    before.screen.save(240);
    await world.pass(10_000);
    const after = visit(world);
    expect(after.state()['title']).toBe('Ulysses');
    expect(after.timer()).toEqual({ left: 50, running: true });
    expect(after.screen.surface.snapshot().scrollTop).toBe(240);
  });

  it('4.59 a value that a frame wrote is not restored, because its page has not loaded again', () => {
    const world = fakeWorld();
    const framing = {
      ...plan,
      state: { ...plan.state, shown: { shape: { type: 'boolean' }, initial: false, ofFrame: true } },
    } as const;
    const before = visit(world, { plan: framing });
    writePath(before.store, before.scope, ['state', 'shown'], true);
    before.write('title', 'Ulysses');
    before.screen.save(0);
    expect(visit(world, { plan: framing }).state()).toMatchObject({ shown: false, title: 'Ulysses' });
  });

  it('a removed value stays removed', () => {
    const world = fakeWorld();
    const before = visit(world);
    before.write('title', undefined);
    before.screen.save(0);
    expect(visit(world).state()['title']).toBeUndefined();
  });

  it('a part’s state is restored per key', () => {
    const world = fakeWorld();
    const { screen } = visit(world);
    const { tree, store } = screen.engine;
    const inside = tree.find('card[2]/t');
    if (inside) writePath(store, tree.scopeOf(inside), ['state', 'card/on'], 'on');
    screen.save(0);
    const again = visit(world).screen.engine.tree;
    expect(['card[1]/t', 'card[2]/t'].map((at) => again.find(at)?.snapshot().props['text'])).toEqual([
      'off',
      'on',
    ]);
  });

  it.each([
    ['another history entry', { entry: 'entry-2' }],
    ['another plan', { hash: 'h2' }],
    ['another person', { session: { userId: 'u2', sessionId: 's1' } }],
  ] as const)('are not restored for %s', (_, rest) => {
    const world = fakeWorld();
    const before = visit(world);
    before.write('title', 'Ulysses');
    before.screen.save(240);
    const after = visit(world, rest);
    expect(after.state()['title']).toBe('Emma');
    expect(after.screen.surface.snapshot().scrollTop).toBeUndefined();
  });

  it('state that does not match its type is left out, the rest is restored', () => {
    const world = fakeWorld();
    const before = visit(world);
    before.write('title', 'Ulysses');
    before.screen.save(0);
    const key = 'capiz/visit/entry-1';
    const saved = JSON.parse(world.session.get(key) ?? '{}') as { state: { [name: string]: unknown } };
    saved.state['books'] = 'none';
    saved.state['unheard'] = 'of';
    saved.state['__proto__'] = { polluted: true };
    world.session.set(key, JSON.stringify(saved));
    const after = visit(world).state();
    expect(after['title']).toBe('Ulysses');
    expect(after['books']).toEqual([{ id: '1' }, { id: '2' }]);
    expect(Object.keys(after).sort()).toEqual(['books', 'card/on', 'title']);
  });

  it('an entry with a damaged visit is older than every successful critical call', () => {
    const world = fakeWorld();
    world.device.set('capiz/ended', '5');
    expect(visit(world).screen.engine.opening.endings).toBe(5);
    world.session.set('capiz/visit/entry-1', '{"opening":{}}');
    expect(visit(world).screen.engine.opening.endings).toBe(0);
  });

  it.each([
    [{ open: [7], lists: [] }],
    [{ open: [{ id: 'x', key: 'x#1' }], lists: [] }],
    [{ open: [], lists: [{ id: 'r', origin: { list: 'l', event: 'tap' }, frames: 7 }] }],
    [{ open: [], lists: [null] }],
  ])('damaged overlays are ignored, and the screen opens: %j', (overlays) => {
    const world = fakeWorld();
    const before = visit(world);
    before.write('title', 'Ulysses');
    before.screen.save(0);
    const key = 'capiz/visit/entry-1';
    const stored = JSON.parse(world.session.get(key) ?? '') as object;
    world.session.set(key, JSON.stringify({ ...stored, overlays }));
    expect(visit(world).state()['title']).toBe('Ulysses');
  });

  it.each(['null', '5', '"x"', '{}', '{broken', '{"plan":"h1","state":null}'])(
    'a damaged visit restores nothing: %s',
    (stored) => {
      const world = fakeWorld();
      visit(world);
      world.session.set('capiz/visit/entry-1', stored);
      expect(visit(world).state()['title']).toBe('Emma');
    },
  );

  it('without a hash the plan itself is compared', () => {
    const world = fakeWorld();
    const before = open(world, plan);
    writePath(before.engine.store, before.engine.scope, ['state', 'title'], 'Ulysses');
    before.save(0);
    expect(open(world, plan).engine.store.get().state['title']).toBe('Ulysses');
    expect(open(world, { ...plan, title: 'Other' }).engine.store.get().state['title']).toBe('Emma');
  });
});
