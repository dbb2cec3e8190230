import { describe, expect, it, vi } from 'vitest';
import { Failure, PENDING, type Result } from '../plan/expression.ts';
import type { ResourceState } from './ports/data.ts';
import { LiveScope, nameIn, sendingScope, writePath } from './scope.ts';
import { APP, endpoint, fakeWorld, makePlan, open, readTexts, record, TEXT, text } from './testing.ts';

function alive(rest: Parameters<typeof makePlan>[0] = {}) {
  const plan = makePlan({
    state: { title: { shape: TEXT, initial: 'Emma' }, open: { shape: TEXT } },
    ...rest,
  });
  const app = {
    ...APP,
    config: { hours: { closes: 18 } },
    kept: { last: { shape: TEXT, for: 'device' as const } },
  };
  const screen = open(fakeWorld(), plan, { app });
  const { scope } = screen.engine;
  if (!(scope instanceof LiveScope)) throw new Error('A screen has a scope of its own.');
  return { ...screen.engine, scope, read: (path: string) => scope.read(path.split('.')) };
}

describe('roots', () => {
  it.each([
    ['state.title', 'Emma'],
    ['state.open', undefined],
    ['session.userId', 'u1'],
    ['config.hours.closes', 18],
    ['device.online', true],
    ['device.today', '2026-03-05'],
    ['device.today.length', undefined],
    ['kept.last', undefined],
    ['params.none', undefined],
    ['fetched.none', undefined],
    ['state.none', undefined],
    ['timer.none.left', 0],
    ['timer.none.running', false],
    ['data.none', PENDING],
    ['data.none.deep.er', PENDING],
  ])('%s', (path, expected) => {
    expect(alive().read(path)).toBe(expected);
  });

  it('there are no other roots: no globals, no host objects', () => {
    for (const path of ['window.location', 'globalThis.x', 'constructor.name', 'title', 'data']) {
      expect(alive().read(path)).toBeInstanceOf(Failure);
    }
  });

  it('reads only own properties', () => {
    const { read } = alive();
    for (const path of [
      'session.toString',
      'session.__proto__',
      'state.constructor',
      'config.hours.valueOf',
    ]) {
      expect(read(path)).toBeUndefined();
    }
  });

  it('today is the date in the application’s time zone, not the device’s', () => {
    const world = fakeWorld();
    const at = (timeZone: string) =>
      open(world, makePlan({}), { app: { ...APP, timeZone } }).engine.scope.read(['device', 'today']);
    world.sleep(7 * 3_600_000);
    expect(at('UTC')).toBe('2026-03-05');
    expect(at('Asia/Tokyo')).toBe('2026-03-06');
  });

  it('day counts are computed again on a new day, not every quarter of an hour', () => {
    const world = fakeWorld();
    const plan = makePlan({ body: [text('due', ['call', 'daysUntil', '2026-03-10'])] });
    const computed: string[] = [];
    const screen = open(world, plan, {}, { onComputed: (instance) => void computed.push(instance) });
    expect(readTexts(screen.body)).toEqual([5]);
    computed.length = 0;
    world.sleep(20 * 60_000);
    screen.setDevice({});
    expect(computed).toEqual([]);
    world.sleep(14 * 3_600_000);
    screen.setDevice({});
    expect(readTexts(screen.body)).toEqual([4]);
  });

  // The first formatter of a page takes as long as rendering a form of fifty fields.
  it('creates no date formatter for a screen without dates', () => {
    const { DateTimeFormat } = Intl;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(locales, options) {
      return new DateTimeFormat(locales, options);
    });
    const world = fakeWorld();
    const screen = open(world, makePlan({}), { app: { ...APP, timeZone: 'Pacific/Apia' } });
    screen.setDevice({ keyboardInset: 300 });
    expect(made).not.toHaveBeenCalled();
    expect(screen.engine.scope.read(['device', 'today'])).toBe('2026-03-05');
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });
});

describe('writing a target', () => {
  const shape = record({ name: TEXT, place: record({ row: TEXT }) });
  const state = { book: { shape, initial: { name: 'Emma', place: { row: '1' } } } };

  it('a nested member changes alone', () => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book', 'place', 'row'], '2');
    expect(read('state.book')).toEqual({ name: 'Emma', place: { row: '2' } });
  });

  it('copies records of a form, so a written member does not change the form', () => {
    const { store, scope, read } = alive();
    const own = Object.create(Object.freeze(Object.create(null)));
    own.city = 'Cebu';
    writePath(store, scope, ['state', 'book'], { address: own });
    writePath(store, scope, ['state', 'copy'], own);
    writePath(store, scope, ['state', 'book', 'address', 'city'], 'Davao');
    writePath(store, scope, ['state', 'copy', 'city'], 'Iloilo');
    expect([read('state.book.address.city'), read('state.copy.city'), own.city]).toEqual([
      'Davao',
      'Iloilo',
      'Cebu',
    ]);
  });

  it('a removed value does not fall back to its initial value', () => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book'], undefined);
    expect(read('state.book')).toBeUndefined();
  });

  it('creates a missing record', () => {
    const { store, scope, read } = alive({ state: { book: { shape } } });
    writePath(store, scope, ['state', 'book', 'place', 'row'], '2');
    expect(read('state.book.place.row')).toBe('2');
  });

  it('writes only state and kept values', () => {
    const { store, scope, read } = alive();
    writePath(store, scope, ['session', 'userId'], 'other');
    expect(read('session.userId')).toBe('u1');
  });

  it('writes a kept value under its own name, also inside a part', () => {
    const { store, scope, read } = alive();
    writePath(store, scope.inPart('last', 'card#1/last'), ['kept', 'last'], 'b7');
    expect(read('kept.last')).toBe('b7');
    writePath(store, scope, ['kept'], 'b8');
    expect(store.get().kept).toEqual({ last: 'b7' });
  });

  it('a root is no target', () => {
    const { store, scope } = alive();
    const before = store.get().state;
    writePath(store, scope, ['state'], 'x');
    writePath(store, scope, [], 'x');
    expect(store.get().state).toEqual(before);
  });

  it('a removed member is absent, its neighbours stay', () => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book', 'name'], undefined);
    expect(read('state.book')).toEqual({ place: { row: '1' } });
    expect(Object.keys(read('state.book') as object)).toEqual(['place']);
  });

  it('writes no member of a text or a list: a record replaces them', () => {
    const { store, scope, read } = alive();
    writePath(store, scope, ['state', 'title', 'en'], 'Emma');
    expect(read('state.title')).toEqual({ en: 'Emma' });
    writePath(store, scope, ['state', 'title'], ['a', 'b']);
    writePath(store, scope, ['state', 'title', 'en'], 'Emma');
    expect(read('state.title')).toEqual({ en: 'Emma' });
  });

  it.each([PENDING, new Failure('broken')])('writing into %s creates a new record', (value) => {
    const { store, scope, read } = alive({ state });
    store.change((draft) => {
      draft.state['book'] = value as never;
    });
    writePath(store, scope, ['state', 'book', 'name'], 'Persuasion');
    expect(read('state.book')).toEqual({ name: 'Persuasion' });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('writing through %s changes no prototype', (name) => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book', name, 'paid'], 'yes');
    expect(read(`state.book.${name}.paid`)).toBeUndefined();
    expect(read('state.book.paid')).toBeUndefined();
    expect(({} as { paid?: string }).paid).toBeUndefined();
    expect((Object as { paid?: string }).paid).toBeUndefined();
  });

  it('values that were read before do not change', () => {
    const { store, scope, read } = alive({ state });
    const before = read('state.book');
    writePath(store, scope, ['state', 'book', 'place', 'row'], '2');
    expect(before).toEqual({ name: 'Emma', place: { row: '1' } });
  });
});

describe('data', () => {
  const of = (state: Partial<ResourceState> | undefined, optional = false) => {
    const { store, read } = alive({
      data: { shelf: { endpoint: 'shelf', with: {}, reads: [], ...(optional && { optional }) } },
      endpoints: { shelf: endpoint('shelf', { name: TEXT }) },
    });
    store.change((draft) => {
      if (state === undefined) delete draft.data['shelf'];
      else draft.data['shelf'] = { phase: 'reading', stale: false, ...state };
    });
    return { value: read('data.shelf.name'), phase: read('phase.shelf') };
  };
  it.each<[Partial<ResourceState> | undefined, boolean, Result, Result]>([
    [{ phase: 'ready', value: { name: 'Poetry' } }, false, 'Poetry', undefined],
    [{ phase: 'reading', value: { name: 'Poetry' } }, false, 'Poetry', undefined],
    [{ phase: 'failed', value: { name: 'Poetry' } }, true, 'Poetry', undefined],
    [{ phase: 'ready' }, false, undefined, undefined],
    [{ phase: 'skipped' }, false, undefined, undefined],
    [{ phase: 'reading' }, false, PENDING, 'loading'],
    [{ phase: 'waiting' }, false, PENDING, 'loading'],
    [{ phase: 'failed' }, false, PENDING, 'failed'],
    [{ phase: 'failed' }, true, undefined, 'failed'],
    [{ phase: 'reading' }, true, undefined, 'loading'],
    [undefined, false, PENDING, 'loading'],
    [undefined, true, undefined, 'loading'],
  ])('in the state %o, optional: %s, is %o', (state, optional, value, phase) =>
    expect(of(state, optional)).toEqual({ value, phase }),
  );
});

describe('names from `each` and `as`', () => {
  it('are read before the roots, the nearest first, and end with their list', () => {
    const { scope } = alive();
    const item = scope.with('item', { book: { name: 'Emma' } }).with('at', 2);
    expect(item.read(['item', 'book', 'name'])).toBe('Emma');
    expect(item.read(['at'])).toBe(2);
    expect(item.with('item', 'inner').read(['item'])).toBe('inner');
    expect(item.read(['item', 'book', 'none'])).toBeUndefined();
    expect(item.read(['state', 'title'])).toBe('Emma');
    expect(item.with('state', 'other').read(['state'])).toBe('other');
    expect(item.with('slow', PENDING).read(['slow', 'name'])).toBe(PENDING);
    expect(scope.read(['item', 'book'])).toBeInstanceOf(Failure);
  });
  it('do not change the language', () => {
    const { scope } = alive();
    expect(scope.locale.language).toBe('en');
    expect(scope.with('item', 1).locale).toBe(scope.locale);
    expect(scope.inPart('card/', 'card#1/').locale).toBe(scope.locale);
  });
});

/** A scope whose forms record how each path was read. */
function withForms() {
  const { scope } = alive();
  const read = (path: readonly string[]) => `now ${path.join('.')}`;
  const readSent = (path: readonly string[]) => `sent ${path.join('.')}`;
  return new LiveScope({
    ...scope.sources,
    locale: scope.locale,
    forms: { ...scope.sources.forms, read, readSent },
  });
}

describe('a form', () => {
  it('reads its own values under the name of its instance', () => {
    expect(withForms().read(['form', 'order', 'amount', 'unit'])).toBe('now form.order.amount.unit');
    const part = withForms().inPart('card/', 'card#1/');
    expect(part.read(['form', 'card/order', 'amount'])).toBe('now form.card#1/order.amount');
  });
  it('is read without hidden fields only by the list that sends it', () => {
    const around = withForms().inPart('card/', 'card#1/').with('item', 1);
    const sending = sendingScope(around);
    expect(sending.read(['form', 'card/order', 'amount'])).toBe('sent form.card#1/order.amount');
    expect(sending.read(['item'])).toBe(1);
    expect(sending.read(['state', 'title'])).toBe('Emma');
    expect(sending.locale).toBe(around.locale);
    expect(around.read(['form', 'order'])).toBe('now form.order');
  });
  it('is not changed in a scope of another kind', () => {
    const plain = { locale: withForms().locale, read: () => 1, with: () => plain };
    expect(sendingScope(plain)).toBe(plain);
    expect(nameIn(plain, 'card/on')).toBe('card/on');
  });
});

describe('inside a part', () => {
  const { scope, store, read } = alive({
    state: { 'card/on': { shape: TEXT }, on: { shape: TEXT, initial: 'outside' } },
  });
  const card = scope.inPart('card/', 'card#1/');

  it('names of a part belong to its instance, the nearest part first', () => {
    expect(nameIn(scope, 'card/on')).toBe('card/on');
    expect(nameIn(card, 'card/on')).toBe('card#1/on');
    expect(nameIn(card, 'on')).toBe('on');
    expect(nameIn(card, 'other/card/')).toBe('other/card/');
    const row = card.inPart('card/row/', 'card#1/row#2/');
    expect(nameIn(row, 'card/row/open')).toBe('card#1/row#2/open');
    expect(nameIn(row, 'card/on')).toBe('card#1/on');
  });
  it('state belongs to the instance, for reads and writes', () => {
    writePath(store, card, ['state', 'card/on'], 'yes');
    expect(card.read(['state', 'card/on'])).toBe('yes');
    expect(card.with('item', 1).read(['state', 'card/on'])).toBe('yes');
    expect(scope.inPart('card/', 'card#2/').read(['state', 'card/on'])).toBeUndefined();
    expect(read('state.card/on')).toBeUndefined();
    expect(card.read(['state', 'on'])).toBe('outside');
  });
  it('a part that is used once has the names of the definition', () => {
    expect(scope.inPart('card/', 'card/')).toBe(scope);
    expect(nameIn(card.inPart('row/', 'row/'), 'row/on')).toBe('row/on');
    expect(card.inPart('row/', 'row/')).not.toBe(card);
  });
  it.each([
    [['state', 'card/on'], 'state.card#1/on'],
    [['timer', 'card/wait', 'left'], 'timer.card#1/wait'],
    [['form', 'card/order', 'amount'], 'form.card#1/order'],
    [['data', 'card/shelf'], 'data.card/shelf'],
    [['phase', 'shelf'], 'data.shelf'],
    [['session', 'userId'], 'session.userId'],
    [['params'], 'params.'],
    [[], '.'],
  ])('a change of %j notifies the readers of %s', (path, key) => expect(card.keyOf(path)).toBe(key));
});
