import { describe, expect, it } from 'vitest';
import { Failure, PENDING } from '../plan/expression.ts';
import { nameIn, writePath } from './scope.ts';
import { APP, fakeWorld, makePlan, open, record, TEXT } from './testing.ts';

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
  return { ...screen.engine, read: (path: string) => screen.engine.scope.read(path.split('.')) };
}

describe('roots', () => {
  it.each([
    ['state.title', 'Emma'],
    ['state.open', undefined],
    ['session.userId', 'u1'],
    ['config.hours.closes', 18],
    ['device.online', true],
    ['device.today', '2026-03-05'],
    ['kept.last', undefined],
    ['params.none', undefined],
    ['timer.none.left', 0],
    ['timer.none.running', false],
    ['data.none', PENDING],
    ['data.none.deep.er', PENDING],
  ])('%s', (path, expected) => {
    expect(alive().read(path)).toBe(expected);
  });

  it('nothing else is a root: no globals, no host objects', () => {
    for (const path of ['window.location', 'globalThis.x', 'constructor.name', 'title', 'data']) {
      expect(alive().read(path)).toBeInstanceOf(Failure);
    }
  });

  it('only own properties are read', () => {
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

  it("today is the date where the application is at home, not the device's", () => {
    const world = fakeWorld();
    const at = (timeZone: string) =>
      open(world, makePlan({}), { app: { ...APP, timeZone } }).engine.store.get().device.today;
    world.sleep(7 * 3_600_000);
    expect(at('UTC')).toBe('2026-03-05');
    expect(at('Asia/Tokyo')).toBe('2026-03-06');
  });
});

describe('writing a target', () => {
  const shape = record({ name: TEXT, place: record({ row: TEXT }) });
  const state = { book: { shape, initial: { name: 'Emma', place: { row: '1' } } } };

  it('a member deep inside leaves the rest', () => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book', 'place', 'row'], '2');
    expect(read('state.book')).toEqual({ name: 'Emma', place: { row: '2' } });
  });

  it('what is taken away does not fall back to its initial value', () => {
    const { store, scope, read } = alive({ state });
    writePath(store, scope, ['state', 'book'], undefined);
    expect(read('state.book')).toBeUndefined();
  });

  it('a missing record is made', () => {
    const { store, scope, read } = alive({ state: { book: { shape } } });
    writePath(store, scope, ['state', 'book', 'place', 'row'], '2');
    expect(read('state.book.place.row')).toBe('2');
  });

  it('only state and kept are written', () => {
    const { store, scope, read } = alive();
    writePath(store, scope, ['session', 'userId'], 'other');
    expect(read('session.userId')).toBe('u1');
  });
});

it('names of a part stand for those of its instance, the nearest part first', () => {
  const { scope } = alive();
  expect(nameIn(scope, 'card/on')).toBe('card/on');
});
