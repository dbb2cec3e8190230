import { describe, expect, it } from 'vitest';
import { get } from '../../runtime/testing.ts';
import { fork, play, put, say } from '../testing.ts';

describe('choose runs the first matching case', () => {
  const list = [
    fork(
      { when: ['==', get('state.n'), 1], run: [say('one')] },
      { when: ['<', get('state.n'), 3], run: [say('few')] },
      { run: [say('many')] },
    ),
    say('after'),
  ];
  for (const [n, said] of [
    [1, 'one'],
    [2, 'few'],
    [3, 'many'],
  ] as const) {
    it(`for ${n} it shows "${said}"`, async () => {
      const { tap, toasts } = await play({ tap: [put('n', n), ...list] });
      await tap();
      expect(toasts()).toEqual([said, 'after']);
    });
  }

  it('without a match the list continues', async () => {
    const { tap, toasts } = await play({ tap: [fork({ when: false, run: [say('never')] }), say('after')] });
    await tap();
    expect(toasts()).toEqual(['after']);
  });

  it('a condition that cannot be computed fails the action, and no later case runs', async () => {
    const { tap, toasts } = await play({
      tap: [fork({ when: get('nowhere.at'), run: [] }, { run: [say('guess')] }), say('after')],
      app: { failures: { default: [say(get('error.kind'))] } },
    });
    await tap();
    expect(toasts()).toEqual(['refused']);
  });
});
