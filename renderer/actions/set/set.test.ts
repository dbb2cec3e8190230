import { describe, expect, it } from 'vitest';
import { APP, get, TEXT } from '../../runtime/testing.ts';
import { act, play, put } from '../testing.ts';

describe('set writes state or a kept value', () => {
  it('computes the value when the action starts', async () => {
    const { tap, state } = await play({ tap: [put('a', 1), put('b', ['+!', get('state.a'), 1])] });
    await tap();
    expect(state('b')).toBe(2);
  });

  it('removes the state if the value is absent', async () => {
    const { tap, screen } = await play({
      tap: [put('a', get('state.none'))],
      plan: { state: { a: { shape: TEXT, initial: 'x' } } },
    });
    await tap();
    expect(screen.engine.scope.read(['state', 'a'])).toBeUndefined();
  });

  it('writes one member of a record, and leaves the others', async () => {
    const { tap, state } = await play({
      tap: [
        put('a', ['record', { x: 1, y: 2 }]),
        act('set', { target: ['get', 'state', 'a', 'y'], value: 3 }),
      ],
    });
    await tap();
    expect(state('a')).toEqual({ x: 1, y: 3 });
  });

  it('a kept value outlives the screen', async () => {
    const { tap, world } = await play({
      tap: [act('set', { target: ['get', 'kept', 'seen'], value: 'yes' })],
      app: { ...APP, kept: { seen: { shape: TEXT, for: 'device' } } },
    });
    await tap();
    expect([...world.device.keys()]).toContain('capiz:seen');
  });
});
