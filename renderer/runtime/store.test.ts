import { describe, expect, it } from 'vitest';
import { Failure } from '../plan/expression.ts';
import type { StoreState } from './ports/store.ts';
import { createStore } from './store.ts';
import { DEVICE } from './testing.ts';

function state(rest: Partial<StoreState> = {}): StoreState {
  const device = { ...DEVICE, today: 0 };
  const empty = {
    params: {},
    session: {},
    config: {},
    data: {},
    fetched: {},
    pages: {},
    kept: {},
    timer: {},
    busy: {},
  };
  return { ...empty, device, state: { a: 1, b: 1 }, ...rest };
}

describe('one change is one commit', () => {
  it('notifies listeners once, after the whole change, with the full state', () => {
    const store = createStore(state());
    const seen: unknown[] = [];
    store.subscribe(['state.a', 'state.b'], () => void seen.push(store.get().state));
    store.change((draft) => {
      draft.state['a'] = 2;
      draft.state['b'] = 2;
    });
    expect(seen).toEqual([{ a: 2, b: 2 }]);
  });

  it('nested changes join the outer one', () => {
    const store = createStore(state());
    let told = 0;
    store.subscribe(['state.a', 'state.b'], () => void (told += 1));
    store.change((draft) => {
      draft.state['a'] = 2;
      store.change((inner) => {
        inner.state['b'] = 3;
      });
    });
    expect(store.get().state).toEqual({ a: 2, b: 3 });
    expect(told).toBe(1);
  });

  it('notifies at the end of a batch; inside it, writes are visible at once', () => {
    const store = createStore(state());
    let told = 0;
    store.subscribe(['state.a'], () => void (told += 1));
    store.batch(() => {
      store.change((draft) => void (draft.state['a'] = 2));
      expect(store.get().state['a']).toBe(2);
      store.change((draft) => void (draft.state['a'] = 3));
      expect(told).toBe(0);
    });
    expect(told).toBe(1);
  });

  it('notifies only listeners of changed values', () => {
    const store = createStore(state());
    const told: string[] = [];
    store.subscribe(['state.a'], () => void told.push('a'));
    store.subscribe(['state.b'], () => void told.push('b'));
    store.change((draft) => void (draft.state['b'] = 2));
    store.change((draft) => void (draft.state['a'] = 1));
    expect(told).toEqual(['b']);
  });

  it('notifies no listener of a change that restores the old value', () => {
    const store = createStore(state());
    let told = 0;
    store.subscribe(['state.a'], () => void (told += 1));
    store.batch(() => {
      store.change((draft) => void (draft.state['a'] = 2));
      store.change((draft) => void (draft.state['a'] = 1));
    });
    expect(told).toBe(0);
  });

  it('changes by a reaction belong to the same commit', () => {
    const store = createStore(state());
    const seen: unknown[] = [];
    store.react((commit) => {
      if (commit.keys.has('state.a')) store.change((draft) => void (draft.state['b'] = draft.state['a']));
    });
    store.subscribe(['state.a', 'state.b'], () => void seen.push(store.get().state));
    store.change((draft) => void (draft.state['a'] = 7));
    expect(seen).toEqual([{ a: 7, b: 7 }]);
  });

  it('a listener that changes the store starts a new commit', () => {
    const store = createStore(state());
    const seen: unknown[] = [];
    store.subscribe(['state.a'], () => store.change((draft) => void (draft.state['b'] = 9)));
    store.subscribe(['state.b'], () => void seen.push(store.get().state['b']));
    store.change((draft) => void (draft.state['a'] = 2));
    expect(seen).toEqual([9]);
  });

  it('touch notifies of values outside the store', () => {
    const store = createStore(state());
    let told = 0;
    store.subscribe(['form.rate'], () => void (told += 1));
    store.touch(['form.rate.stars']);
    expect(told).toBe(1);
  });

  it('a recipe that throws leaves the store usable and unchanged', () => {
    const store = createStore(state());
    expect(() =>
      store.change((draft) => {
        draft.state['a'] = 5;
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(store.get().state['a']).toBe(1);
    store.change((draft) => void (draft.state['a'] = 6));
    expect(store.get().state['a']).toBe(6);
  });

  it('unchanged values, and values written as they were, keep their identity', () => {
    const store = createStore(state({ kept: { seen: true }, busy: { save: 1 } }));
    const before = store.get();
    store.change((draft) => {
      draft.state['a'] = 1;
      draft.kept['seen'] = draft.state['b'] === 1;
    });
    expect(store.get()).toBe(before);
    store.change((draft) => {
      draft.kept['tips'] = undefined;
      delete draft.busy['save'];
    });
    expect(store.get()).toEqual({ ...before, kept: { seen: true, tips: undefined }, busy: {} });
    expect(store.get().state).toBe(before.state);
    expect(Object.keys(store.get().kept)).toEqual(['seen', 'tips']);
    expect(before).toMatchObject({ kept: { seen: true }, busy: { save: 1 } });
  });

  it('does not notify after unsubscribing', () => {
    const store = createStore(state());
    let told = 0;
    const stop = store.subscribe(['state.a'], () => void (told += 1));
    stop();
    store.change((draft) => void (draft.state['a'] = 2));
    expect(told).toBe(0);
  });
});

describe('recipes write drafts of the state', () => {
  const shelf = { books: [{ name: 'Emma' }, { name: 'Ulysses' }], place: { row: 1 } };

  it('a deep write replaces its parents and nothing else', () => {
    const store = createStore(state({ state: { shelf } }));
    const before = store.get();
    store.change((draft) => {
      const [first] = (draft.state['shelf'] as unknown as { books: { name: string }[] }).books;
      if (first) first.name = 'Persuasion';
    });
    const after = store.get().state['shelf'] as typeof shelf;
    expect(after.books).toEqual([{ name: 'Persuasion' }, { name: 'Ulysses' }]);
    expect(after.books[1]).toBe(shelf.books[1]);
    expect(after.place).toBe(shelf.place);
    expect((before.state['shelf'] as typeof shelf).books[0]).toEqual({ name: 'Emma' });
    expect(store.get().busy).toBe(before.busy);
  });

  it('a recipe that throws also undoes nested changes', () => {
    const store = createStore(state());
    const before = store.get();
    let told = 0;
    store.subscribe(['state.a', 'state.b'], () => void (told += 1));
    expect(() =>
      store.change((draft) => {
        draft.state['a'] = 5;
        store.change((inner) => void (inner.state['b'] = 5));
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(store.get()).toBe(before);
    expect(told).toBe(0);
  });

  it('freezes the state and the values that recipes store', () => {
    const store = createStore(state());
    const put = { books: [{ name: 'Emma' }] };
    store.change((draft) => void (draft.state['shelf'] = put));
    expect(() => Object.assign(store.get().state, { a: 9 })).toThrow(TypeError);
    expect(() => Object.assign(put.books[0] ?? {}, { name: 'Persuasion' })).toThrow(TypeError);
    expect(store.get().state['shelf']).toBe(put);
  });

  it.each([
    ['a failure', new Failure('broken')],
    ['a date', new Date(0)],
    ['a file', new File(['x'], 'x.txt')],
    ['a signal', new AbortController().signal],
    ['a map', new Map([['a', { b: 1 }]])],
  ])('%s is stored as it is, and stays the same when a neighbour changes', (_, instance) => {
    const store = createStore(state());
    store.change((draft) => void (draft.state['it'] = instance as never));
    store.change((draft) => void (draft.state['a'] = 2));
    expect(store.get().state['it']).toBe(instance);
  });

  it.each([
    ['a failure', new Failure('broken')],
    ['a date', new Date(0)],
    ['a file', new File(['x'], 'x.txt')],
  ])('%s is not frozen', (_, instance) => {
    const store = createStore(state());
    store.change((draft) => void (draft.state['it'] = instance as never));
    expect(Object.isFrozen(instance)).toBe(false);
  });
});
