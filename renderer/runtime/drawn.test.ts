import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.ts';
import { type ActionDefinition, ActionFailure } from './action.ts';
import type { LiveNode } from './live.ts';
import {
  APP,
  endpoint,
  fakeWorld,
  get,
  list,
  makePlan,
  node,
  open,
  record,
  settle,
  TEXT,
} from './testing.ts';

const books = endpoint('books', { books: list(record({ id: TEXT })) });

const actions: { [name: string]: ActionDefinition } = {
  go: { name: 'go', run: ({ engine }) => void engine.navigation.go('book', {}, { replace: false }) },
  break: {
    name: 'break',
    run() {
      throw new ActionFailure({ kind: 'refused', message: 'The desk is closed.' });
    },
  },
};

function alive(body: Plan['body'], app: Partial<typeof APP> = {}) {
  const world = fakeWorld();
  const data = { books: { endpoint: 'books', with: {}, reads: [] } };
  const screen = open(
    world,
    makePlan({ endpoints: { books }, data, body }),
    { app: { ...APP, ...app }, actions },
    {},
  );
  return {
    world,
    screen,
    answer: async (data: unknown) => {
      await world.calls.at(-1)?.reply(data);
      await world.pass(500);
    },
    find: (id: string) => (screen.engine.tree.find(id) as LiveNode).snapshot(),
  };
}

describe('rows without an entry are not rendered', () => {
  const each = { list: get('data.books.books'), as: 'book' };
  const rows = node('rows', 'rows', { lists: { rows: [{ each, props: { label: get('book.id') } }] } });
  const section = node('section', 'all', { slots: { body: [rows] } });

  it('shows placeholders in their section while they load', () => {
    expect(alive([section]).find('all').filled).toBe(true);
  });

  it.each([
    ['rows with entries fill their section', [{ id: '1' }], true],
    ['rows without entries do not', [], false],
  ] as const)('%s', async (_, found, filled) => {
    const live = alive([section]);
    await live.answer({ books: found });
    expect(live.find('all').filled).toBe(filled);
  });
});

describe('the reason of a disabled node is not shown before its data is there', () => {
  const button = node('button', 'lend', {
    enabled: ['>', ['call', 'size', get('data.books.books')], 0],
    props: { text: 'Lend', disabledNote: 'No book is left.' },
  });

  it('shows the reason when the data is loaded', async () => {
    const live = alive([button]);
    expect(live.find('lend')).toMatchObject({ enabled: false, props: { text: 'Lend' } });
    expect(live.find('lend').props).not.toHaveProperty('disabledNote');
    await live.answer({ books: [] });
    expect(live.find('lend')).toMatchObject({ enabled: false, props: { disabledNote: 'No book is left.' } });
  });
});

describe('the service’s message instead of newer content', () => {
  const refusal = { status: 200, body: JSON.stringify({ success: false, message: 'No book is due.' }) };

  it('is shown until there is newer content', async () => {
    const live = alive([]);
    await live.answer({ books: [] });
    void live.screen.engine.data.reload();
    await live.world.calls.at(-1)?.answer(refusal);
    expect(live.screen.surface.snapshot().staleText).toBe('No book is due.');
    live.screen.retry();
    await live.answer({ books: [] });
    expect(live.screen.surface.snapshot()).not.toHaveProperty('staleText');
  });

  it('a failed connection has no message', async () => {
    const live = alive([]);
    await live.answer({ books: [] });
    void live.screen.engine.data.reload();
    await live.world.calls.at(-1)?.fail();
    expect(live.screen.surface.snapshot().staleSince).toBeDefined();
    expect(live.screen.surface.snapshot()).not.toHaveProperty('staleText');
  });
});

describe('the application’s help', () => {
  it('runs its list in every state of the screen', async () => {
    const live = alive([], { help: { text: 'Ask the desk', run: [{ do: 'go' }] } });
    await live.world.calls.at(-1)?.fail();
    live.screen.help();
    await settle();
    expect(live.world.went.map(({ address }) => address)).toEqual(['/book']);
  });

  it('ends in the default failure when its list fails', async () => {
    const live = alive([], { help: { text: 'Ask the desk', run: [{ do: 'break' }] } });
    live.screen.help();
    await settle();
    expect(live.screen.surface.snapshot().toasts.map(({ text }) => text)).toEqual(['The desk is closed.']);
  });

  it('does nothing if the application has no help list', async () => {
    const live = alive([]);
    live.screen.help();
    await settle();
    expect(live.world.went).toEqual([]);
  });
});
