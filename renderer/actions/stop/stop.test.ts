import { describe, expect, it } from 'vitest';
import { get } from '../../runtime/testing.ts';
import { act, play, say } from '../testing.ts';

describe('stop', () => {
  it('ends the list without a failure', async () => {
    const { tap, toasts } = await play({ tap: [act('stop'), say('after')] });
    await tap();
    expect(toasts()).toEqual([]);
  });

  it('with a text it fails, and its own catch can handle that', async () => {
    const { tap, toasts } = await play({
      tap: [act('stop', { text: 'Closed' }, { catch: [{ run: [say(get('error.message'))] }] }), say('after')],
    });
    await tap();
    expect(toasts()).toEqual(['Closed']);
  });

  it('with a text that is absent it still fails', async () => {
    const { tap, toasts } = await play({
      tap: [act('stop', { text: get('state.none') }), say('after')],
      app: { failures: { refused: [say('refused')] } },
    });
    await tap();
    expect(toasts()).toEqual(['refused']);
  });
});
