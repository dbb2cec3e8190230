import { describe, expect, it } from 'vitest';
import { PENDING } from '../plan/expression.ts';
import type { NodePlan, Plan } from '../plan/plan.ts';
import { type ActionDefinition, ActionFailure } from './action.ts';
import type { LiveNode } from './live.ts';
import type { OpenOptions } from './ports/engine.ts';
import {
  APP,
  endpoint,
  fakeWorld,
  get,
  list,
  makePlan,
  node,
  open,
  readTexts,
  record,
  settle,
  TEXT,
  text,
} from './testing.ts';

const books = endpoint('books', { title: TEXT, books: list(record({ id: TEXT, name: TEXT })) }, ['shelf']);
const SHELF = {
  title: 'A',
  books: [
    { id: '1', name: 'Emma' },
    { id: '2', name: 'Ulysses' },
  ],
};

/** Actions of these tests; `steps` records which ran. */
const actions: { [name: string]: ActionDefinition } = {
  step: {
    name: 'step',
    run: ({ engine, props }) =>
      engine.store.change(
        (draft) => void (draft.state['steps'] = `${draft.state['steps'] ?? ''}${props['text']}`),
      ),
  },
  later: { name: 'later', run: ({ engine, props }) => engine.timers.wait(Number(props['seconds'])) },
  go: { name: 'go', run: ({ engine }) => void engine.navigation.go('book', {}, { replace: false }) },
  request: {
    name: 'request',
    run: ({ engine }) => void engine.navigation.go('book', {}, { replace: false }),
  },
  open: {
    name: 'open',
    run: ({ engine, props, origin }) => engine.overlays.open(`${props['overlay']}`, origin),
  },
  break: {
    name: 'break',
    run() {
      throw new ActionFailure({ kind: 'refused' });
    },
  },
};
const step = (words: string) => ({ do: 'step', props: { text: words } });
const wait = (seconds: number) => ({ do: 'later', props: { seconds } });

const shelf: Partial<Plan> = {
  endpoints: { books },
  data: { books: { endpoint: 'books', with: { shelf: 'A' }, refresh: ['resume'], reads: [] } },
  state: { steps: { shape: TEXT } },
};

function alive(rest: Partial<Plan> = {}, options: Partial<OpenOptions> = {}, world = fakeWorld()) {
  const screen = open(world, makePlan({ state: { steps: { shape: TEXT } }, ...rest }), {
    actions,
    ...options,
  });
  return {
    world,
    screen,
    surface: () => screen.surface.snapshot(),
    steps: () => screen.engine.store.get().state['steps'],
    tap: (id: string) => screen.emit(screen.engine.tree.find(id) as LiveNode, 'tap'),
    find: (id: string) => screen.engine.tree.find(id) as LiveNode,
  };
}

describe('application values in the plan', () => {
  it('are added to the application’s own, which have precedence', () => {
    const { screen } = alive(
      {
        config: { shelf: { rows: 3, lamp: 'on' } },
        kept: { seen: { shape: { type: 'boolean' }, initial: false, for: 'session' } },
      },
      { app: { ...APP, config: { shelf: { lamp: 'off' }, help: { phone: '1' } } } },
    );
    const { config, kept } = screen.engine.store.get();
    expect(config).toEqual({ shelf: { rows: 3, lamp: 'off' }, help: { phone: '1' } });
    expect(kept['seen']).toBe(false);
  });
});

describe('a screen opens, loads and shows its content', () => {
  const body = [
    text('heading', ['text', 'Shelf {title}', { title: get('data.books.title') }]),
    text('book', get('book.name'), {
      each: { list: get('data.books.books'), as: 'book', key: get('book.id') },
    }),
  ];

  it('renders nothing first, then skeletons with the placeholders of each list', async () => {
    const { world, screen, surface } = alive({ ...shelf, body });
    expect(surface()).toMatchObject({ phase: 'loading', isQuiet: true, title: 'Shelf' });
    expect(readTexts(screen.body)).toEqual([PENDING, PENDING, PENDING, PENDING]);
    await world.pass(150);
    expect(surface()).toMatchObject({ phase: 'loading', isQuiet: false });
  });

  it('sends the request of the contract and renders the reply', async () => {
    const { world, screen, surface } = alive({ ...shelf, body });
    expect(world.calls.map((call) => `${call.method} ${call.url}`)).toEqual(['GET /api/books?shelf=A']);
    await world.calls[0]?.reply(SHELF);
    expect(surface().phase).toBe('content');
    expect(readTexts(screen.body)).toEqual(['Shelf A', 'Emma', 'Ulysses']);
  });

  it('shows a screen without data at once', () => {
    expect(alive({ body: [text('t', 'words')] }).surface()).toMatchObject({
      phase: 'content',
      isQuiet: false,
    });
  });
});

describe('a plan with a critical node that the page cannot render', () => {
  const knowsWidget = (type: string) => type !== 'hologram';
  const tap = { on: { tap: [step('tapped')] } };
  const lost = (rest: Partial<NodePlan>): Partial<Plan> => ({
    ...shelf,
    ...{ on: { enter: [step('entered')] }, body: [node('text', 'words', tap)] },
    overlays: { more: node('dialog', 'more', { slots: { body: [node('hologram', 'later', rest)] } }) },
  });

  it('is refused before any list, read or tap, also if the node would be hidden', async () => {
    const { world, surface, steps, tap: tapOn } = alive(lost({ critical: true }), { knowsWidget });
    tapOn('words');
    await world.pass(10_000);
    expect(surface()).toMatchObject({ phase: 'error', error: { kind: 'unsafe', code: 'widget/unknown' } });
    expect(steps()).toBeUndefined();
    expect(world.calls).toEqual([]);
    expect(world.faults).toMatchObject([{ code: 'widget/unknown', node: 'later', detail: 'hologram' }]);
  });

  it.each<[string, Partial<NodePlan>]>([
    ['it is not critical', {}],
    ['it has a fallback', { critical: true, fallback: 'none' }],
  ])('continues if %s', (_title, rest) => {
    const { world, steps } = alive(lost(rest), { knowsWidget });
    expect(steps()).toBe('entered');
    expect(world.calls).toHaveLength(1);
  });
});

describe('the title can be computed without data, or has a default', () => {
  it('shows its default until the data is there', async () => {
    const title = ['choose', [true, get('data.books.title')], [true, 'Shelf']] as const;
    const { world, surface } = alive({ ...shelf, title, documentTitle: ['text', 'Library'] });
    expect(surface()).toMatchObject({ title: 'Shelf', documentTitle: 'Library' });
    await world.calls[0]?.reply(SHELF);
    expect(surface()).toMatchObject({ title: 'A', documentTitle: 'Library' });
  });
});

describe('parameters', () => {
  const params: Plan['params'] = {
    page: { wire: ['page', 'p'], shape: { type: 'integer' }, default: 1 },
    shelf: { wire: ['shelf'], shape: TEXT, required: true },
  };

  it.each([
    ['a parameter is given by its wire name', { shelf: 'A', page: '3' }, 3],
    ['a parameter can be given by its other wire name', { shelf: 'A', p: '3' }, 3],
    ['an absent parameter has its default', { shelf: 'A' }, 1],
    ['a parameter that is no integer has its default', { shelf: 'A', page: 'x' }, 1],
  ])('%s', (_, given, page) => {
    expect(alive({ params }, { params: given }).screen.engine.store.get().params).toEqual({
      shelf: 'A',
      page,
    });
  });

  it.each([
    ['absent', {}],
    ['empty', { shelf: '' }],
  ])(
    'a required parameter that is %s shows the error state; nothing is read and no list runs',
    (_, given) => {
      const { surface, world, steps } = alive(
        { ...shelf, params, on: { enter: [step('e')] } },
        { params: given },
      );
      expect(surface()).toMatchObject({ phase: 'error', error: { kind: 'refused' } });
      expect([world.calls.length, steps()]).toEqual([0, undefined]);
    },
  );

  it('opens no screen with data without the session that identifies the visitor', () => {
    const session = { userId: 'u1' };
    expect(alive(shelf, { session }).surface()).toMatchObject({ phase: 'error', error: { kind: 'refused' } });
    expect(alive({}, { session }).surface().phase).toBe('content');
    expect(alive({ ...shelf, public: true }, { session }).surface().phase).toBe('loading');
  });
});

describe('enter', () => {
  it('runs before data is read', () => {
    const data = {
      books: { endpoint: 'books', with: { shelf: get('state.steps') }, reads: ['state.steps'] },
    };
    const { world } = alive({ ...shelf, data, on: { enter: [step('B')] } });
    expect(world.calls.map((call) => call.url)).toEqual(['/api/books?shelf=B']);
  });

  it('runs on the first visit, on reload and on return, not when the page is restored from bfcache', async () => {
    const rest = { on: { enter: [step('e')] } };
    const first = alive(rest);
    first.screen.save(0);
    first.screen.resume();
    await settle();
    expect(first.steps()).toBe('e');
    expect(alive(rest, {}, first.world).steps()).toBe('ee');
  });

  it('reads and renders nothing if enter navigates', () => {
    const { world, surface } = alive({ ...shelf, on: { enter: [{ do: 'go' }] } });
    expect(world.went).toHaveLength(1);
    expect(world.calls).toHaveLength(0);
    expect(surface().phase).toBe('leaving');
  });
});

describe('an event', () => {
  const button = (list: Plan['on']['back'], rest = {}) => [
    node('button', 'b', { on: { tap: list ?? [] }, ...rest }),
  ];

  it('runs the list of its node; meanwhile the node is busy and its events are ignored', async () => {
    const { world, tap, steps, find } = alive({ body: button([wait(1), step('x')]) });
    tap('b');
    tap('b');
    expect(find('b').snapshot().busy).toBe(true);
    await world.pass(1_000);
    expect(steps()).toBe('x');
    expect(find('b').snapshot().busy).toBe(false);
  });

  it('is ignored while the node is disabled or hidden', () => {
    const { tap, steps } = alive({ body: button([step('x')], { enabled: get('state.none') }) });
    tap('b');
    expect(steps()).toBeUndefined();
  });

  it('is ignored after the screen was left; the first navigation wins', () => {
    const { world, tap } = alive({ body: button([{ do: 'go' }]) });
    tap('b');
    tap('b');
    expect(world.went).toHaveLength(1);
  });

  it('S5: if the page comes back after leaving, its buttons work', async () => {
    const { world, tap, screen } = alive({ body: button([{ do: 'go' }]) });
    tap('b');
    screen.resume();
    await settle();
    tap('b');
    expect(world.went).toHaveLength(2);
  });
});

describe('after a return the data is read again before any button works', () => {
  const body = [
    node('button', 'pay', {
      visible: ['==', get('data.books.title'), 'A'],
      on: { tap: [{ do: 'request' }] },
    }),
    node('button', 'note', { on: { tap: [step('n')] } }),
  ];

  async function back() {
    const live = alive({ ...shelf, body });
    await live.world.calls[0]?.reply(SHELF);
    live.screen.resume();
    live.tap('pay');
    return live;
  }

  it('a tap starts after the re-read', async () => {
    const { world, find } = await back();
    expect([world.went.length, find('pay').snapshot().busy]).toEqual([0, true]);
    await world.calls[1]?.reply(SHELF);
    expect(world.went).toHaveLength(1);
  });

  it('a tap does nothing if the re-read removed the button', async () => {
    const { world } = await back();
    await world.calls[1]?.reply({ ...SHELF, title: 'B' });
    expect(world.went).toHaveLength(0);
  });

  it('a list that does not send or navigate starts at once', async () => {
    const { tap, steps } = await back();
    tap('note');
    expect(steps()).toBe('n');
  });

  it('S6: a pause that is over continues after the re-read', async () => {
    const live = alive({ ...shelf, body: [node('button', 'b', { on: { tap: [wait(5), step('x')] } })] });
    await live.world.calls[0]?.reply(SHELF);
    live.tap('b');
    live.world.sleep(60_000);
    live.screen.resume();
    await settle();
    expect(live.steps()).toBeUndefined();
    await live.world.calls[1]?.reply(SHELF);
    expect(live.steps()).toBe('x');
  });
});

describe('Back', () => {
  it('is left to the page if nothing handles it', () => {
    expect(alive().screen.handleBack()).toBe(false);
  });

  it('dismisses the top overlay first, then runs the list', async () => {
    const { screen, surface, steps } = alive({
      on: { back: [step('b')] },
      overlays: { hint: node('dialog', 'hint', { props: { title: 'Hint' } }) },
    });
    const { engine } = screen;
    const origin = { scope: engine.scope, list: 'node:b:tap', event: 'tap' };
    engine.overlays.open('hint', origin)?.catch(() => {});
    expect(surface().overlays.map((overlay) => overlay.node.plan.id)).toEqual(['hint']);
    expect(screen.handleBack()).toBe(true);
    await settle();
    expect([surface().overlays.length, steps()]).toEqual([0, undefined]);
    expect(screen.handleBack()).toBe(true);
    expect(steps()).toBe('b');
  });

  it('goes back if the list fails, so that the person can leave the screen', async () => {
    const { screen, world } = alive({ on: { back: [{ do: 'break' }] } });
    expect(screen.handleBack()).toBe(true);
    await settle();
    expect(world.backs).toBe(1);
  });

  it('S7: while the list runs, Back is ignored', async () => {
    const { screen, world, steps } = alive({ on: { back: [wait(1), step('b')] } });
    screen.handleBack();
    expect(screen.handleBack()).toBe(true);
    await world.pass(1_000);
    expect([steps(), world.backs]).toEqual(['b', 0]);
  });
});

it('S7: `load` fired again cancels its running list and starts it again', async () => {
  const data = {
    books: { endpoint: 'books', with: {}, refresh: ['pull'] as const, load: [wait(1), step('l')], reads: [] },
  };
  const { screen, world, steps } = alive({ ...shelf, data });
  await world.calls[0]?.reply(SHELF);
  await world.pass(500);
  void screen.pull();
  await world.calls[1]?.reply(SHELF);
  await world.pass(600);
  expect(steps()).toBeUndefined();
  await world.pass(400);
  expect(steps()).toBe('l');
});

it('S1: writes are visible to the next action at once and rendered once', () => {
  const { tap, screen, find } = alive({
    state: { steps: { shape: TEXT } },
    body: [node('button', 'b', { on: { tap: [step('1'), step('2')] } }), text('t', get('state.steps'))],
  });
  const drawn: unknown[] = [];
  find('t').subscribe(() => drawn.push(find('t').snapshot().props['text']));
  tap('b');
  expect(drawn).toEqual(['12']);
  expect(screen.engine.store.get().busy).toEqual({});
});

it('open overlays and their waiting lists are restored after a reload', async () => {
  const plan: Partial<Plan> = {
    overlays: { hint: node('dialog', 'hint', { slots: { body: [text('words', 'Hello')] } }) },
    body: [node('button', 'b', { on: { tap: [{ do: 'open', props: { overlay: 'hint' } }, step('after')] } })],
  };
  const first = alive(plan);
  first.tap('b');
  expect(first.surface().overlays).toHaveLength(1);
  first.screen.save(0);
  first.screen.close();
  const again = alive(plan, {}, first.world);
  expect(again.surface().overlays.map((overlay) => readTexts([overlay.node]))).toEqual([['Hello']]);
  const [overlay] = again.surface().overlays;
  if (overlay)
    again.screen.engine.overlays.close({
      scope: again.screen.engine.scope,
      overlay: overlay.key,
      list: '',
      event: '',
    });
  await settle();
  expect(again.steps()).toBe('after');
});

it("an overlay of a part under each sees its part's names, state and items", () => {
  const plan: Partial<Plan> = {
    state: {
      books: { shape: list(record({ id: TEXT, name: TEXT })), initial: SHELF.books },
      'card/mark': { shape: TEXT, initial: 'none' },
    },
    overlays: {
      'card/sheet': node('sheet', 'card/sheet', {
        slots: {
          body: [
            text('card/words', [
              'text',
              '{name}: {mark}',
              { name: get('book.name'), mark: get('state.card/mark') },
            ]),
            node('choice', 'card/pick', { bind: ['state', 'card/mark'] }),
          ],
        },
      }),
    },
    body: [
      node('part', 'card', {
        each: { list: get('state.books'), as: 'book', key: get('book.id') },
        slots: {
          body: [
            node('button', 'card/b', { on: { tap: [{ do: 'open', props: { overlay: 'card/sheet' } }] } }),
          ],
        },
      }),
    ],
  };
  const { tap, surface, screen, find } = alive(plan);
  tap('card[2]/b');
  const words = () => surface().overlays.map((overlay) => readTexts([overlay.node]));
  expect(words()).toEqual([['Ulysses: none']]);
  screen.write(find('card[2]/pick'), 'read');
  expect(words()).toEqual([['Ulysses: read']]);
  expect(screen.engine.store.get().state).toMatchObject({ 'card/mark': 'none', 'card[2]/mark': 'read' });
  screen.engine.store.change((draft) => {
    draft.state['books'] = [{ id: '2', name: 'Dubliners' }];
  });
  expect(words()).toEqual([['Dubliners: read']]);
});

it('reports a rendering fault with screen and node', () => {
  const { screen, find, world } = alive({ body: [text('t', 'x')] }, { app: APP });
  screen.report('widget/threw', find('t'), 'TypeError');
  expect(world.faults).toEqual([{ code: 'widget/threw', screen: 'shelf', node: 't', detail: 'TypeError' }]);
});
