import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.ts';
import { fakeWorld, get, list, makePlan, node, open, record, TEXT } from './testing.ts';

const EMMA_AND_ULYSSES = [
  { id: '1', name: 'Emma' },
  { id: '2', name: 'Ulysses' },
];

type Live = ReturnType<typeof open>;

const alive = (plan: Partial<Plan>) => open(fakeWorld(), makePlan(plan));

function choose(live: Live, value: (typeof EMMA_AND_ULYSSES)[number] | undefined) {
  const found = live.engine.tree.find('c');
  if (found) live.write(found, value);
}

describe('a choice bound to state', () => {
  const options = [
    {
      each: { list: get('state.books'), as: 'book', key: get('book.id') },
      props: { value: get('book'), text: get('book.name') },
    },
  ];
  const shape = record({ id: TEXT, name: TEXT });
  const plan = (preselect: string): Partial<Plan> => ({
    state: { books: { shape: list(shape), initial: EMMA_AND_ULYSSES }, book: { shape } },
    body: [node('choice', 'c', { bind: ['state', 'book'], props: { preselect }, lists: { options } })],
  });
  const read = (live: Live, fresh: typeof EMMA_AND_ULYSSES) =>
    live.engine.store.change((draft) => void (draft.state['books'] = fresh));
  const chosen = (live: Live) => live.engine.store.get().state['book'];

  it('preselects the first option, or none', () => {
    expect(chosen(alive(plan('first')))).toEqual(EMMA_AND_ULYSSES[0]);
    expect(chosen(alive(plan('none')))).toBeUndefined();
  });

  it('keeps its option by key and takes its new value after the list was read again', () => {
    const live = alive(plan('none'));
    choose(live, EMMA_AND_ULYSSES[1]);
    read(live, [{ id: '2', name: 'Dubliners' }]);
    expect(chosen(live)).toEqual({ id: '2', name: 'Dubliners' });
  });

  it('becomes absent if the option is gone', () => {
    const live = alive(plan('none'));
    choose(live, EMMA_AND_ULYSSES[1]);
    read(live, [{ id: '1', name: 'Emma' }]);
    expect(chosen(live)).toBeUndefined();
  });
});

describe('several choices bound to state', () => {
  it.each(['choices', 'picks-of-another-package'])(
    'keep the values whose options remain, and become absent if none remains: %s',
    (type) => {
      const options = [
        { each: { list: get('state.names'), as: 'name' }, props: { value: get('name'), text: get('name') } },
      ];
      const live = alive({
        state: {
          names: { shape: list(TEXT), initial: ['Emma', 'Ulysses'] },
          picked: { shape: list(TEXT), initial: ['Emma', 'Ulysses'] },
        },
        body: [node(type, 'c', { bind: ['state', 'picked'], lists: { options } })],
      });
      const offer = (names: readonly string[]) =>
        live.engine.store.change((draft) => void (draft.state['names'] = [...names]));
      offer(['Ulysses', 'Dubliners']);
      expect(live.engine.store.get().state['picked']).toEqual(['Ulysses']);
      offer(['Dubliners']);
      expect(live.engine.store.get().state['picked']).toBeUndefined();
    },
  );
});
