import { describe, expect, it } from 'vitest';
import type { NodePlan } from '../plan/plan.ts';
import { countReaders } from './count-readers.testing.ts';
import { APP, endpoint, fakeWorld, get, list, makePlan, node, open, record, TEXT, text } from './testing.ts';

const shelves = endpoint('shelves', {
  title: TEXT,
  note: TEXT,
  owner: record({ name: TEXT, since: TEXT }),
  books: list(record({ id: TEXT, name: TEXT, tags: list(TEXT) })),
});

const DATA = {
  title: 'North',
  note: 'n',
  owner: { name: 'Ada', since: '2020' },
  books: [
    { id: '1', name: 'Emma', tags: ['novel', 'old'] },
    { id: '2', name: 'Ulysses', tags: [] },
  ],
};

const each = { list: get('data.shelf.books'), as: 'book', at: 'i', key: get('book.id') };
const tags = {
  each: { list: get('book.tags'), as: 'tag' },
  visible: get('state.isOpen'),
  props: { text: get('tag') },
};

const body: NodePlan[] = [
  text('title', [
    'text',
    '{title} of {name}',
    { title: get('data.shelf.title'), name: get('data.shelf.owner.name') },
  ]),
  node('section', 'more', {
    visible: get('state.isOpen'),
    props: { title: 'More' },
    slots: {
      body: [
        text('since', get('data.shelf.owner.since')),
        text('count', ['call', 'size', get('data.shelf.books')]),
      ],
    },
  }),
  node('section', 'books', {
    props: { empty: get('kept.words') },
    slots: {
      body: [
        node('item', 'book', {
          each,
          props: { title: get('book.name'), at: get('i'), mark: ['==', get('book.id'), get('state.chosen')] },
          lists: { tags: [tags] },
        }),
      ],
    },
  }),
  node('choice', 'choice', {
    bind: ['state', 'chosen'],
    props: { preselect: 'first' },
    lists: { options: [{ each, props: { value: get('book.id'), text: get('book.name') } }] },
  }),
];

function openReadyWith(nodes: readonly NodePlan[]) {
  return async (onComputed: (instance: string) => void) => {
    const world = fakeWorld();
    const plan = makePlan({
      endpoints: { shelves },
      data: { shelf: { endpoint: 'shelves', with: {}, reads: [] } },
      state: { isOpen: { shape: { type: 'boolean' }, initial: true }, chosen: { shape: TEXT } },
      body: nodes,
    });
    const app = { ...APP, kept: { words: { shape: TEXT, for: 'device' as const, initial: 'None' } } };
    const screen = open(world, plan, { app }, { onComputed });
    await world.calls[0]?.reply(DATA);
    return screen;
  };
}

describe('a change re-renders exactly its readers', () => {
  it('for every value of data, state, kept and device', async () => {
    const { values, faults } = await countReaders(openReadyWith(body));
    expect(faults).toEqual([]);
    expect(values).toBe(40);
  });
});

describe('the count can fail', () => {
  it('finds a dependency that the plan lacks', async () => {
    const forgetful = { ...text('t', get('data.shelf.note')), reads: [] };
    const { faults } = await countReaders(openReadyWith([forgetful]));
    expect(faults[0]).toContain('t shows');
  });

  it('finds a condition that the plan lacks', async () => {
    const shy = {
      ...text('t', get('data.shelf.note')),
      visible: ['==', get('data.shelf.title'), 'North'] as const,
    };
    expect((await countReaders(openReadyWith([shy]))).faults).toEqual([
      expect.stringMatching(/title.* t shows/),
      expect.stringMatching(/title.* t shows/),
    ]);
  });
});
