import { describe, expect, it } from 'vitest';
import { type Expression, PENDING } from '../plan/expression.ts';
import type { NodePlan, Plan } from '../plan/plan.ts';
import type { LiveNode } from './live.ts';
import type { StoreDraft } from './ports/store.ts';
import {
  allNodes,
  fakeWorld,
  get,
  list,
  makePlan,
  node,
  open,
  readTexts,
  record,
  TEXT,
  text,
} from './testing.ts';

const INTEGER = { type: 'integer' } as const;
const BOOLEAN = { type: 'boolean' } as const;
const BOOKS = list(record({ id: TEXT, name: TEXT }));

/** A screen without data with this state, and a record of computed nodes. */
function alive(body: readonly NodePlan[], state: Plan['state'] = {}, rest: Partial<Plan> = {}) {
  const world = fakeWorld();
  const computed: string[] = [];
  const screen = open(
    world,
    makePlan({ body, state, ...rest }),
    {},
    {
      onComputed: (instance) => void computed.push(instance),
    },
  );
  const told: string[] = [];
  for (const found of allNodes(screen.body)) found.subscribe(() => void told.push(found.instance));
  computed.length = 0;
  return {
    world,
    screen,
    computed,
    told,
    change(recipe: (state: StoreDraft['state']) => void) {
      computed.length = 0;
      told.length = 0;
      screen.engine.store.change((draft) => recipe(draft.state));
    },
    find: (instance: string) => screen.engine.tree.find(instance) as LiveNode,
    texts: () => readTexts(screen.body),
  };
}

const aAndB = { a: { shape: TEXT, initial: 'a' }, b: { shape: TEXT, initial: 'b' } };

describe('a node is computed again when a value that it reads changed, never for its parent', () => {
  const body = [
    node('section', 'outer', {
      props: { title: get('state.a') },
      slots: { body: [text('inner', get('state.b')), text('still', 'words')] },
    }),
  ];

  it('the parent alone', () => {
    const live = alive(body, aAndB);
    live.change((state) => void (state['a'] = 'A'));
    expect(live.computed).toEqual(['outer']);
    expect(live.told).toEqual(['outer']);
    expect(live.find('outer').snapshot().props['title']).toBe('A');
  });

  it('the child alone', () => {
    const live = alive(body, aAndB);
    live.change((state) => void (state['b'] = 'B'));
    expect([live.computed, live.told]).toEqual([['inner'], ['inner']]);
  });

  it('computes a value with an equal result, and notifies no listener', () => {
    const live = alive([text('bold', ['==', get('state.a'), 'x'])], aAndB);
    const before = live.find('bold').snapshot();
    live.change((state) => void (state['a'] = 'y'));
    expect([live.computed, live.told]).toEqual([['bold'], []]);
    expect(live.find('bold').snapshot()).toBe(before);
  });

  it('a neighbour in the same record is not computed', () => {
    const shape = record({ title: TEXT, note: TEXT });
    const live = alive([text('title', get('state.book.title'))], {
      book: { shape, initial: { title: 'Emma', note: 'n' } },
    });
    live.change((state) => void (state['book'] = { title: 'Emma', note: 'other' }));
    expect(live.computed).toEqual([]);
  });

  it('equal lists in properties keep their identity', () => {
    const rows = [{ props: { label: get('state.a') } }];
    const live = alive([node('rows', 'rows', { props: { more: get('state.b') }, lists: { rows } })], aAndB);
    const before = live.find('rows').snapshot().props;
    live.change((state) => void (state['b'] = 'B'));
    const after = live.find('rows').snapshot().props;
    expect(after).not.toBe(before);
    expect(after['rows']).toBe(before['rows']);
  });

  it('another language computes everything', () => {
    const live = alive([text('x', ['text', 'Hello'])], {}, { messages: { en: { Hello: 'Good day' } } });
    expect(live.texts()).toEqual(['Good day']);
    live.screen.setDevice({ language: 'source' });
    expect(live.texts()).toEqual(['Hello']);
    expect(live.computed).toEqual(['x']);
  });

  it('a busy node is notified without computing its expressions', () => {
    const live = alive([node('button', 'go', { props: { text: get('state.a') } })], aAndB);
    live.screen.engine.store.change((draft) => void (draft.busy['go'] = 1));
    expect(live.computed).toEqual([]);
    expect(live.told).toEqual(['go']);
    expect(live.find('go').snapshot().busy).toBe(true);
  });
});

describe('visibleWhen', () => {
  const shown = { shown: { shape: BOOLEAN, initial: false } };
  const body = [node('section', 's', { visible: get('state.shown'), slots: { body: [text('t', 'words')] } })];

  it('false: children do not exist; true: they are created', () => {
    const live = alive(body, shown);
    expect(live.find('t')).toBeUndefined();
    live.change((state) => void (state['shown'] = true));
    expect(live.texts()).toEqual(['words']);
    live.change((state) => void (state['shown'] = false));
    expect(live.find('t')).toBeUndefined();
    expect(live.find('s').slots).toEqual({});
  });

  it('F3: a condition that cannot be computed: node hidden and reported, once', () => {
    const live = alive(
      [text('t', 'words', { visible: ['+', get('state.a'), 1] }), text('u', 'still')],
      aAndB,
    );
    expect(live.texts()).toEqual(['still']);
    live.change((state) => void (state['a'] = 'other'));
    expect(live.world.faults).toEqual([
      { code: 'condition/failed', screen: 'shelf', node: 't', detail: expect.any(String) },
    ]);
  });

  it('pending renders nothing', () => {
    const live = alive([text('t', 'words', { visible: get('data.gone.ok') })], {});
    expect(live.texts()).toEqual([]);
    expect(live.world.faults).toEqual([]);
  });
});

describe('enabledWhen', () => {
  it.each([
    ['true', true, true],
    ['false', false, false],
    ['pending', get('data.gone.ok'), false],
    ['failed', ['+', 'a', 1] as const, false],
    ['absent', get('state.none'), false],
  ] as const)('%s', (_, enabled, expected) => {
    const live = alive([node('button', 'go', { enabled })]);
    expect(live.find('go').snapshot().enabled).toBe(expected);
  });
});

describe('a section without visible children is hidden, unless it has empty', () => {
  const inner = text('t', 'words', { visible: get('state.shown') });
  const shown = { shown: { shape: BOOLEAN, initial: false } };

  it('filled follows its children, through nested sections', () => {
    const live = alive(
      [node('section', 'a', { slots: { body: [node('section', 'b', { slots: { body: [inner] } })] } })],
      shown,
    );
    const filled = () => ['a', 'b'].map((id) => live.find(id).snapshot().filled);
    expect(filled()).toEqual([false, false]);
    live.change((state) => void (state['shown'] = true));
    expect(filled()).toEqual([true, true]);
    expect(live.computed).toEqual(['t']);
    live.change((state) => void (state['shown'] = false));
    expect(filled()).toEqual([false, false]);
  });

  it('a section with empty is visible, and fills the section around it', () => {
    const empty = node('section', 'b', { props: { empty: 'Nothing yet' }, slots: { body: [inner] } });
    const live = alive([node('section', 'a', { slots: { body: [empty] } })], shown);
    expect(live.find('b').snapshot().filled).toBe(false);
    expect(live.find('a').snapshot().filled).toBe(true);
  });

  it('an empty list fills nothing', () => {
    const each = { list: get('state.books'), as: 'book' };
    const repeat = node('section', 'a', { slots: { body: [text('t', get('book.name'), { each })] } });
    const live = alive([repeat], { books: { shape: BOOKS, initial: [] } });
    expect(live.find('a').snapshot().filled).toBe(false);
    live.change((state) => void (state['books'] = [{ id: '1', name: 'Emma' }]));
    expect(live.find('a').snapshot().filled).toBe(true);
  });
});

describe('each', () => {
  const emma = { id: '1', name: 'Emma' };
  const ulysses = { id: '2', name: 'Ulysses' };
  const books = { books: { shape: BOOKS, initial: [emma, ulysses] }, a: { shape: TEXT, initial: 'a' } };
  const each = { list: get('state.books'), as: 'book', at: 'i', key: get('book.id') };
  const body = [text('t', ['text', '{i} {name}', { i: get('i'), name: get('book.name') }], { each })];

  it('creates one node per item, with its index from 0', () => {
    expect(alive(body, books).texts()).toEqual(['0 Emma', '1 Ulysses']);
  });

  it('a moved item keeps its instance, and its index changes', () => {
    const live = alive(body, books);
    const before = live.find('t[1]');
    live.change((state) => void (state['books'] = [ulysses, emma]));
    expect(live.texts()).toEqual(['0 Ulysses', '1 Emma']);
    expect(live.find('t[1]')).toBe(before);
  });

  it('a changed item computes its readers and no other item', () => {
    const live = alive(body, books);
    live.change((state) => void (state['books'] = [emma, { id: '2', name: 'Dubliners' }]));
    expect(live.computed).toEqual(['t', 't[2]']);
    expect(live.told).toEqual(['t[2]']);
    expect(live.texts()).toEqual(['0 Emma', '1 Dubliners']);
  });

  it('equal content in new objects notifies no listener', () => {
    const live = alive(body, books);
    live.change((state) => void (state['books'] = [{ ...emma }, { ...ulysses }]));
    expect(live.computed).toEqual(['t']);
    expect(live.told).toEqual([]);
  });

  it('removes nodes of removed items, creates nodes of new items', () => {
    const live = alive(body, books);
    live.change((state) => void (state['books'] = [{ id: '3', name: 'Walden' }, emma]));
    expect(live.find('t[2]')).toBeUndefined();
    expect(live.texts()).toEqual(['0 Walden', '1 Emma']);
  });

  it('a repeated key falls back to the index and is reported', () => {
    const live = alive(body, books);
    live.change((state) => void (state['books'] = [emma, { ...ulysses, id: '1' }]));
    expect(live.texts()).toEqual(['0 Emma', '1 Ulysses']);
    expect(live.world.faults.map((fault) => fault.code)).toEqual(['list/repeated-key']);
  });

  it('an absent key falls back to the index and is reported', () => {
    const live = alive(body, books);
    live.change((state) => void (state['books'] = [{ name: 'Nameless' }]));
    expect(live.texts()).toEqual(['0 Nameless']);
    expect(live.world.faults.map((fault) => fault.code)).toEqual(['list/no-key']);
  });

  it('keys may contain the separators of paths and instances', () => {
    const live = alive(body, books);
    live.change(
      (state) =>
        void (state['books'] = [
          { id: 'a.b/c]', name: 'Odd' },
          { id: 'a', name: 'Even' },
        ]),
    );
    expect(live.texts()).toEqual(['0 Odd', '1 Even']);
  });

  it('visibleWhen may read the item', () => {
    const visible = ['==', get('book.id'), '2'] as const;
    const live = alive([text('t', get('book.name'), { each, visible })], books);
    expect(live.texts()).toEqual(['Ulysses']);
  });

  it('lists in lists: inner items can read outer items', () => {
    const inner = text('t', ['text', '{book} {tag}', { book: get('book.name'), tag: get('tag') }], {
      each: { list: get('book.tags'), as: 'tag' },
    });
    const outer = node('section', 's', { each, slots: { body: [inner] } });
    const live = alive([outer], {
      books: {
        shape: BOOKS,
        initial: [
          { ...emma, tags: ['x', 'y'] },
          { ...ulysses, tags: ['z'] },
        ],
      },
    });
    expect(live.texts()).toEqual(['Emma x', 'Emma y', 'Ulysses z']);
    expect(live.find('t[1][1]').snapshot().props['text']).toBe('Emma y');
    live.change((state) => void (state['books'] = [{ ...emma, name: 'Persuasion', tags: ['x', 'y'] }]));
    expect(live.texts()).toEqual(['Persuasion x', 'Persuasion y']);
  });

  it.each([
    ['three placeholders', undefined, 3],
    ['as many placeholders as the list declares', 1, 1],
    ['no placeholder', 0, 0],
  ])('while the list loads: %s', (_, placeholders, count) => {
    const waiting = {
      list: get('data.gone.books'),
      as: 'book',
      ...(placeholders !== undefined && { placeholders }),
    };
    const live = alive([text('t', get('book.name'), { each: waiting })]);
    expect(live.texts()).toEqual(Array.from({ length: count }, () => PENDING));
  });
});

describe('elements of a list property', () => {
  const rows = [
    { props: { label: 'First' } },
    {
      each: { list: get('state.books'), as: 'row' },
      props: { label: get('row.name'), note: get('row.note') },
    },
    { visible: get('state.shown'), props: { label: 'Last' } },
  ];

  it('repeated elements are between their literal neighbours; absent members are left out', () => {
    const live = alive([node('rows', 'r', { lists: { rows } })], {
      books: { shape: BOOKS, initial: [{ name: 'Emma' }, { name: 'Ulysses' }] },
      shown: { shape: BOOLEAN, initial: true },
    });
    expect(live.find('r').snapshot().props['rows']).toEqual([
      { key: '0', label: 'First' },
      { key: '1:0', label: 'Emma' },
      { key: '1:1', label: 'Ulysses' },
      { key: '2', label: 'Last' },
    ]);
  });
});

describe('texts', () => {
  it('a text that reads an absent field is left out', () => {
    const live = alive([text('t', ['text', 'By {who}', { who: get('state.none') }])]);
    expect(live.find('t').snapshot().props).toEqual({});
  });

  it('F4: a text that cannot be computed is an em dash, and reported', () => {
    const live = alive([text('t', ['text', 'Due {day}', { day: ['call', 'date', 5] }])]);
    expect(live.texts()).toEqual(['—']);
    expect(live.world.faults.map((fault) => fault.code)).toEqual(['text/failed']);
  });

  it("F4: a text that cannot be computed is the choose's default", () => {
    const failing = ['text', 'Due {day}', { day: ['call', 'date', 5] }] as const;
    const live = alive([text('t', ['choose', [true, failing], [true, 'Soon']])]);
    expect(live.texts()).toEqual(['Soon']);
  });
});

describe('an amount without a value is not shown, and critical actions of the screen refuse', () => {
  const fine = (value: NodePlan['props']) => node('amount', 'fine', { critical: true, props: value ?? {} });

  it.each([
    ['present', get('state.fine'), true, true],
    ['absent', get('state.none'), false, false],
    ['failed', ['+!', 9007199254740991, get('state.fine')] as const, false, false],
    ['pending', get('data.gone.fine'), true, false],
  ] as const)('%s', (_, value, isDrawn, areTermsShown) => {
    const live = alive([fine({ value })], { fine: { shape: INTEGER, initial: 500 } });
    expect(live.find('fine').snapshot().visible).toBe(isDrawn);
    expect(live.screen.engine.tree.areTermsShown()).toBe(areTermsShown);
  });

  it('an amount that is hidden by its own condition does not matter', () => {
    const hidden = { ...fine({ value: get('state.none') }), visible: false };
    expect(alive([hidden]).screen.engine.tree.areTermsShown()).toBe(true);
  });

  it('an amount whose condition cannot be computed refuses', () => {
    const unclear = { ...fine({ value: 5 }), visible: get('data.gone.ok') };
    expect(alive([unclear]).screen.engine.tree.areTermsShown()).toBe(false);
  });

  it('an amount in a section whose condition cannot be computed refuses', () => {
    const around = (visible: ReturnType<typeof get>) =>
      alive([
        node('section', 's', { visible, slots: { body: [fine({ value: 5 })] } }),
      ]).screen.engine.tree.areTermsShown();
    expect([around(true), around(false), around(get('data.gone.ok'))]).toEqual([true, true, false]);
  });

  it('F3: critical actions refuse if the condition of a consent cannot be computed, but not if the consent is hidden or shown', () => {
    const agree = (visible: Expression) =>
      alive([
        node('check', 'agree', { critical: true, visible, bind: ['state', 'agreed'] }),
      ]).screen.engine.tree.areTermsShown();
    expect([agree(true), agree(false), agree(get('data.gone.ok')), agree(get('nowhere.at'))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('a list of fields whose condition cannot be computed refuses if a service may choose a consent', () => {
    const fields = (kind: string, visible: Expression) =>
      alive([
        node('fields', 'more', {
          visible,
          slots: { sections: [node('field-list', 'more-rest-list')] },
          supply: {
            allow: { kinds: [kind], name: '.*', not: [], count: 1, options: 1, refused: 'skip' },
            elements: [{ kind, name: 'agreed', nodes: { [kind]: node(kind, 'more-field-0') } }],
          },
        }),
      ]).screen.engine.tree.areTermsShown();
    const unclear = get('data.gone.ok');
    expect([fields('check', unclear), fields('check', false), fields('day', unclear)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('a critical node that cannot be rendered locks the screen', () => {
    const live = alive([fine({ value: 5 })]);
    live.screen.lock();
    expect(live.screen.engine.tree.areTermsShown()).toBe(false);
  });
});

describe('a part under each: its state is per key', () => {
  const each = { list: get('state.books'), as: 'book', key: get('book.id') };
  const flag = text('card/flag', [
    'text',
    '{name} {on}',
    { name: get('book.name'), on: get('state.card/on') },
  ]);
  const part = node('part', 'card', {
    each,
    slots: { body: [flag, node('choice', 'card/pick', { bind: ['state', 'card/on'] })] },
  });
  const state = {
    books: {
      shape: BOOKS,
      initial: [
        { id: '1', name: 'Emma' },
        { id: '2', name: 'Ulysses' },
      ],
    },
    'card/on': { shape: TEXT, initial: 'off' },
  };

  it('starts with the initial value and is written per key', () => {
    const live = alive([part], state);
    expect(live.texts()).toEqual(['Emma off', 'Ulysses off']);
    live.computed.length = 0;
    live.screen.write(live.find('card[2]/pick'), 'on');
    expect(live.texts()).toEqual(['Emma off', 'Ulysses on']);
    expect(live.computed).toEqual(['card[2]/flag', 'card[2]/pick']);
    expect(live.find('card[2]/pick').snapshot().value).toBe('on');
  });
});

describe('events check a node’s current state, not the rendered one', () => {
  it('a hidden or disabled ancestor blocks an event', () => {
    const button = node('button', 'go', { enabled: get('state.on') });
    const live = alive([node('section', 's', { visible: get('state.shown'), slots: { body: [button] } })], {
      shown: { shape: BOOLEAN, initial: true },
      on: { shape: BOOLEAN, initial: true },
    });
    const { store, tree } = live.screen.engine;
    const go = live.find('go');
    expect(tree.isOpenToEvents(go)).toBe(true);
    store.batch(() => {
      store.change((draft) => void (draft.state['shown'] = false));
      expect(tree.isOpenToEvents(go)).toBe(false);
      store.change((draft) => {
        draft.state['shown'] = true;
        draft.state['on'] = false;
      });
      expect(tree.isOpenToEvents(go)).toBe(false);
    });
  });
});
