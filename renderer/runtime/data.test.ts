import { describe, expect, it } from 'vitest';
import { PENDING } from '../plan/expression.ts';
import type { Plan, ResourcePlan } from '../plan/plan.ts';
import type { ActionDefinition } from './action.ts';
import type { OpenOptions } from './ports/engine.ts';
import { DEVICE, endpoint, fakeWorld, get, makePlan, open, readTexts, TEXT, text } from './testing.ts';

const endpoints = {
  card: endpoint('card', { name: TEXT, branch: TEXT }, ['id']),
  branch: endpoint('branch', { city: TEXT }, ['branch']),
};

/** Writes a value, or navigates, for a test. */
const actions: { [name: string]: ActionDefinition } = {
  note: {
    name: 'note',
    run({ engine, props }) {
      engine.store.change((draft) => void (draft.state['noted'] = `${props['text']}`));
    },
  },
  away: { name: 'away', run: ({ engine }) => void engine.navigation.go('book', {}, { replace: true }) },
};

function resource(rest: Partial<ResourcePlan> = {}): ResourcePlan {
  return { endpoint: 'card', with: { id: 'c1' }, reads: [], ...rest };
}

const branch = resource({
  endpoint: 'branch',
  with: { branch: get('data.card.branch') },
  reads: ['data.card.branch'],
});
const NAME = text('name', get('data.card.name'));

function alive(
  data: Plan['data'],
  rest: Partial<Plan> = {},
  online = true,
  more: Pick<OpenOptions, 'hasPlaceholder'> = {},
) {
  const world = fakeWorld();
  const plan = makePlan({ endpoints, data, body: [NAME], state: { noted: { shape: TEXT } }, ...rest });
  const screen = open(world, plan, { actions, device: { ...DEVICE, online }, ...more });
  return {
    world,
    screen,
    urls: () => world.calls.map((call) => call.url),
    surface: () => screen.surface.snapshot(),
    texts: () => readTexts(screen.body),
    resource: (name: string) => screen.engine.store.get().data[name],
    set: (name: string, value: string) =>
      screen.engine.store.change((draft) => void (draft.state[name] = value)),
  };
}

const EMMA = { name: 'Emma', branch: 'north' };

describe('a reply still belongs to its host', () => {
  it('the host may change the reply later: it is not frozen, and the screen keeps the values that it read', async () => {
    const live = alive({ card: resource() });
    const answer = { ...EMMA };
    await live.world.calls[0]?.reply(answer);
    answer.name = 'Persuasion';
    expect(live.texts()).toEqual(['Emma']);
    expect(live.resource('card')?.value).toEqual(EMMA);
  });
});

describe('a resource starts as soon as its `with` can be computed', () => {
  it('resources may read each other', async () => {
    const live = alive({ branch, card: resource() });
    expect(live.urls()).toEqual(['/api/card?id=c1']);
    await live.world.calls[0]?.reply(EMMA);
    expect(live.urls()).toEqual(['/api/card?id=c1', '/api/branch?branch=north']);
  });

  it('the second read starts in the commit of the first answer', async () => {
    const live = alive({ branch, card: resource() });
    const phases: unknown[] = [];
    live.screen.engine.store.subscribe(['data.card', 'data.branch'], () => {
      phases.push([live.resource('card')?.phase, live.resource('branch')?.phase]);
    });
    await live.world.calls[0]?.reply(EMMA);
    expect(phases).toEqual([['ready', 'reading']]);
  });

  it('a resource with a false `when` is not read and is absent', () => {
    const live = alive({ card: resource({ when: get('state.noted.x') }) });
    expect(live.urls()).toEqual([]);
    expect(live.surface().phase).toBe('content');
    expect(live.screen.body[0]?.kind === 'node' && live.screen.body[0].snapshot().props).toEqual({});
  });

  it('a `when` that becomes true starts the read, and one that becomes false removes the content', async () => {
    const live = alive(
      { card: resource({ when: ['==', get('state.noted'), 'go'], reads: ['state.noted'] }) },
      {
        state: { noted: { shape: TEXT, initial: 'no' } },
      },
    );
    live.set('noted', 'go');
    expect(live.urls()).toHaveLength(1);
    live.set('noted', 'no');
    await live.world.calls[0]?.reply(EMMA);
    expect(live.resource('card')?.phase).toBe('skipped');
  });
});

describe('a resource is read again when its `with` changes; late answers to older inputs are dropped', () => {
  const card = resource({ with: { id: get('state.noted') }, reads: ['state.noted'] });
  const state = { noted: { shape: TEXT, initial: 'c1' } };

  it('never shows the answer for c1 under c2', async () => {
    const live = alive({ card }, { state });
    live.set('noted', 'c2');
    expect(live.urls()).toEqual(['/api/card?id=c1', '/api/card?id=c2']);
    expect(live.world.calls[0]?.signal.aborted).toBe(true);
    await live.world.calls[1]?.reply({ name: 'Ulysses' });
    await live.world.calls[0]?.reply(EMMA);
    expect(live.texts()).toEqual(['Ulysses']);
  });

  it('does not show content of other inputs', async () => {
    const live = alive({ card }, { state });
    await live.world.calls[0]?.reply(EMMA);
    live.set('noted', 'c2');
    expect(live.texts()).toEqual([PENDING]);
    expect(live.screen.engine.data.isFresh('card')).toBe(false);
    expect(live.surface().phase).toBe('content');
  });

  it('does not read again for new objects with the same inputs', async () => {
    const live = alive({ card }, { state });
    await live.world.calls[0]?.reply(EMMA);
    live.set('noted', 'c1');
    expect(live.urls()).toHaveLength(1);
  });
});

describe('F6: failed reads', () => {
  it.each(['offline', 'network', 'timeout'] as const)(
    'a required resource that fails by %s shows the error state',
    async (kind) => {
      const live = alive({ card: resource() });
      await live.world.calls[0]?.fail(kind);
      expect(live.surface()).toMatchObject({ phase: 'error', error: { kind } });
      expect(live.surface().error?.reference).toBe('Mar 5, 2026, 10:00 AM ID10');
    },
  );

  it('shows the server’s message as the error text; `failed` of the plan has precedence', async () => {
    const body = JSON.stringify({ success: false, code: '7', message: 'Card blocked' });
    const plain = alive({ card: resource() });
    await plain.world.calls[0]?.answer({ status: 200, body });
    expect(plain.surface().error).toMatchObject({ kind: 'business', text: 'Card blocked' });
    const said = alive({
      card: resource({ failed: ['text', 'No card: {message}', { message: get('error.message') }] }),
    });
    await said.world.calls[0]?.answer({ status: 200, body });
    expect(said.surface().error?.text).toBe('No card: Card blocked');
  });

  it('Retry reads only the failed resources', async () => {
    const live = alive({ card: resource(), other: resource({ with: { id: 'c2' } }) });
    await live.world.calls[0]?.reply(EMMA);
    await live.world.calls[1]?.fail();
    // Only the person's Retry reads again, however long that takes.
    await live.world.pass(10 * 60_000);
    expect(live.urls()).toHaveLength(2);
    live.screen.retry();
    expect(live.urls().slice(2)).toEqual(['/api/card?id=c2']);
    expect(live.surface()).toMatchObject({ phase: 'loading', isQuiet: true });
    expect(live.surface().error).toBeUndefined();
    await live.world.calls[2]?.reply(EMMA);
    expect(live.surface().phase).toBe('content');
  });

  it('an optional resource is absent until it is read and when it fails', async () => {
    const live = alive({ card: resource({ optional: true }) });
    expect(live.surface().phase).toBe('content');
    expect(live.texts()).toEqual([undefined]);
    await live.world.calls[0]?.fail();
    expect(live.surface().phase).toBe('content');
    expect(live.texts()).toEqual([undefined]);
    expect(live.world.faults.map((fault) => fault.code)).toContain('data/failed');
  });

  it('shows the error state for inputs that cannot be computed; Retry tries again', () => {
    const live = alive({ card: resource({ with: { id: ['+!', 9007199254740991, 1] } }) });
    expect(live.surface()).toMatchObject({ phase: 'error', error: { kind: 'invalid' } });
    expect(live.urls()).toEqual([]);
  });

  it('F5: a reply that does not match its contract is invalid-reply, and none of it is shown', async () => {
    const live = alive({ card: resource() });
    await live.world.calls[0]?.reply({ name: { first: 'Emma' } });
    expect(live.surface().error?.kind).toBe('invalid-reply');
    expect(live.world.faults).toContainEqual({
      code: 'reply/invalid',
      screen: 'shelf',
      detail: 'card: /data/name',
    });
  });
});

describe('a failed re-read keeps the old content, shows that it failed and marks it stale', () => {
  it('after the person pulled to refresh', async () => {
    const live = alive({ card: resource({ refresh: ['pull'] }) });
    await live.world.calls[0]?.reply(EMMA);
    const read = live.world.now();
    await live.world.pass(5_000);
    const pulled = live.screen.pull();
    expect(live.surface().refreshing).toBe(true);
    expect(live.texts()).toEqual(['Emma']);
    await live.world.calls[1]?.fail('timeout');
    await pulled;
    expect(live.surface()).toMatchObject({ phase: 'content', refreshing: false, staleSince: read });
    expect(live.texts()).toEqual(['Emma']);
    expect(live.screen.engine.data.isFresh('card')).toBe(false);
  });

  it('the next successful read is fresh', async () => {
    const live = alive({ card: resource({ refresh: ['pull'] }) });
    await live.world.calls[0]?.reply(EMMA);
    const first = live.screen.pull();
    await live.world.calls[1]?.fail();
    await first;
    const second = live.screen.pull();
    await live.world.calls[2]?.reply({ name: 'Ulysses' });
    await second;
    expect(live.surface().staleSince).toBeUndefined();
    expect(live.texts()).toEqual(['Ulysses']);
    expect(live.screen.engine.data.isFresh('card')).toBe(true);
  });

  it('a re-read with equal content changes no value', async () => {
    const live = alive({ card: resource({ refresh: ['pull'] }) });
    await live.world.calls[0]?.reply(EMMA);
    const before = live.resource('card')?.value;
    const pulled = live.screen.pull();
    await live.world.calls[1]?.reply({ ...EMMA });
    await pulled;
    expect(live.resource('card')?.value).toBe(before);
  });
});

describe('offline', () => {
  it('shows when the content was read', async () => {
    const live = alive({ card: resource() });
    await live.world.calls[0]?.reply(EMMA);
    const read = live.world.now();
    live.screen.setDevice({ online: false });
    expect(live.surface()).toMatchObject({ online: false, staleSince: read, phase: 'content' });
  });

  it('reads again when the device is online', async () => {
    const live = alive({ card: resource() }, {}, false);
    await live.world.calls[0]?.fail('offline', false);
    live.screen.setDevice({ online: true });
    await live.world.calls[1]?.reply(EMMA);
    expect(live.surface()).toMatchObject({ online: true, phase: 'content' });
    expect(live.surface().staleSince).toBeUndefined();
  });
});

describe('loading: nothing for 150 ms, a skeleton for at least 300, slow after ten seconds', () => {
  it('shows no skeleton for an answer within 150 ms', async () => {
    const live = alive({ card: resource() });
    await live.world.pass(149);
    await live.world.calls[0]?.reply(EMMA);
    expect(live.surface()).toMatchObject({ phase: 'content', isQuiet: false });
  });

  it('delays an answer just after that until the skeleton was shown for 300 ms', async () => {
    const live = alive({ card: resource() });
    await live.world.pass(160);
    await live.world.calls[0]?.reply(EMMA);
    expect(live.surface().phase).toBe('loading');
    await live.world.pass(289);
    expect(live.surface().phase).toBe('loading');
    await live.world.pass(1);
    expect(live.surface().phase).toBe('content');
  });

  it('continues a server-rendered skeleton and does not delay the answer', async () => {
    const live = alive({ card: resource() }, {}, true, { hasPlaceholder: true });
    expect(live.surface()).toMatchObject({ phase: 'loading', isQuiet: false });
    await live.world.pass(160);
    await live.world.calls[0]?.reply(EMMA);
    expect(live.surface().phase).toBe('content');
  });

  it('ends the server-rendered phase with the first load', async () => {
    const live = alive({ card: resource() }, {}, true, { hasPlaceholder: true });
    await live.world.calls[0]?.fail();
    expect(live.surface().phase).toBe('error');
    live.screen.retry();
    expect(live.surface()).toMatchObject({ phase: 'loading', isQuiet: true });
  });

  it('shows after ten seconds that it is slow, until the answer comes', async () => {
    const live = alive({ card: resource() });
    await live.world.pass(9_999);
    expect(live.surface().isSlow).toBe(false);
    await live.world.pass(1);
    expect(live.surface().isSlow).toBe(true);
    await live.world.calls[0]?.reply(EMMA);
    expect(live.surface()).toMatchObject({ isSlow: false, phase: 'content' });
  });
});

describe('`load` runs before the content replaces the skeleton', () => {
  it('S1: reply, store, load and render are one change', async () => {
    const note = { do: 'note', props: { text: get('data.card.name') } };
    const noted = text('noted', get('state.noted'));
    const live = alive({ card: resource({ load: [note] }) }, { body: [NAME, noted] });
    const drawn: unknown[] = [];
    live.screen.surface.subscribe(() => drawn.push([live.surface().phase, ...live.texts()]));
    await live.world.calls[0]?.reply(EMMA);
    expect(drawn).toEqual([['content', 'Emma', 'Emma']]);
  });

  it('never renders the content if `load` navigates', async () => {
    const live = alive({ card: resource({ load: [{ do: 'away' }] }) });
    const phases: string[] = [];
    live.screen.surface.subscribe(() => phases.push(live.surface().phase));
    await live.world.calls[0]?.reply(EMMA);
    expect(live.world.went).toEqual([{ address: '/book', replace: true }]);
    expect(phases).toEqual(['leaving']);
  });

  it('runs after each successful read', async () => {
    const count: ActionDefinition = {
      name: 'count',
      run: ({ engine }) =>
        engine.store.change((draft) => void (draft.state['noted'] = `${draft.state['noted'] ?? ''}+`)),
    };
    const world = fakeWorld();
    const card = resource({ load: [{ do: 'count' }], refresh: ['pull'] });
    const plan = makePlan({ endpoints, data: { card }, state: { noted: { shape: TEXT } } });
    const screen = open(world, plan, { actions: { count } });
    await world.calls[0]?.reply(EMMA);
    const pulled = screen.pull();
    await world.calls[1]?.reply(EMMA);
    await pulled;
    expect(screen.engine.store.get().state['noted']).toBe('++');
  });
});

describe('F8: data that is stale after resume is read again first; critical actions refuse until then', () => {
  it('a resource that refreshes on resume is not fresh between the return and its re-read', async () => {
    const live = alive({ card: resource({ refresh: ['resume'] }), other: resource({ with: { id: 'c2' } }) });
    await live.world.calls[0]?.reply(EMMA);
    await live.world.calls[1]?.reply(EMMA);
    live.screen.resume();
    const { data } = live.screen.engine;
    expect([data.isFresh('card'), data.isFresh('other')]).toEqual([false, true]);
    expect(live.urls().slice(2)).toEqual(['/api/card?id=c1']);
    await live.world.calls[2]?.reply({ name: 'Ulysses' });
    expect(data.isFresh('card')).toBe(true);
    expect(live.texts()).toEqual(['Ulysses']);
  });

  it('reads once when the same return fires three events', async () => {
    const live = alive({ card: resource({ refresh: ['resume'] }) });
    await live.world.calls[0]?.reply(EMMA);
    live.screen.resume();
    live.screen.resume();
    live.screen.resume();
    expect(live.urls()).toHaveLength(2);
  });

  it('restarts reads that leaving aborted', async () => {
    const live = alive({ card: resource() });
    live.screen.engine.navigation.leave('https://elsewhere.test/', { replace: false });
    expect(live.world.calls[0]?.signal.aborted).toBe(true);
    live.screen.resume();
    await live.world.calls[1]?.reply(EMMA);
    expect(live.surface().phase).toBe('content');
    expect(live.texts()).toEqual(['Emma']);
  });
});

it('an absent request member is not sent', () => {
  const live = alive({ card: resource({ with: { id: get('state.noted') } }) });
  expect(live.urls()).toEqual(['/api/card']);
});

it('an endpoint that is not in the plan is unsupported', async () => {
  const live = alive({ card: resource({ endpoint: 'nowhere' }) });
  await live.world.pass(0);
  expect(live.surface().error?.kind).toBe('unsupported');
});

it('delivers nothing after the screen is closed', async () => {
  const live = alive({ card: resource() });
  live.screen.close();
  await live.world.calls[0]?.reply(EMMA);
  expect(live.resource('card')?.value).toBeUndefined();
});
