import { describe, expect, it } from 'vitest';
import { APP, TEXT } from '../../runtime/testing.ts';
import { act, play, put } from '../testing.ts';

describe('reset restores the initial value', () => {
  it('of state, which becomes absent if it has no initial value', async () => {
    const { tap, screen } = await play({
      tap: [
        put('a', 'new'),
        put('b', 'new'),
        act('reset', { target: ['list', ['get', 'state', 'a'], ['get', 'state', 'b']] }),
      ],
      plan: { state: { a: { shape: TEXT, initial: 'old' }, b: { shape: TEXT } } },
    });
    await tap();
    const { scope } = screen.engine;
    expect([scope.read(['state', 'a']), scope.read(['state', 'b'])]).toEqual(['old', undefined]);
  });

  it('of kept values', async () => {
    const kept = ['get', 'kept', 'seen'] as const;
    const { tap, screen } = await play({
      tap: [act('set', { target: kept, value: 'yes' }), act('reset', { target: ['list', kept] })],
      app: { ...APP, kept: { seen: { shape: TEXT, for: 'device', initial: 'no' } } },
    });
    await tap();
    expect(screen.engine.scope.read(['kept', 'seen'])).toBe('no');
  });
});
