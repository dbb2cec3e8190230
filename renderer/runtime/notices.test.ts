import { describe, expect, it } from 'vitest';
import { act, button, play, say, send } from '../actions/testing.ts';

const inline = (text: string) => act('notice', { text, look: 'inline', tone: 'warning' });

describe('notice', () => {
  it('a toast is shown for 2 s', async () => {
    const { tap, toasts, world } = await play({ tap: [say('copied')] });
    await tap();
    await world.pass(1_999);
    expect(toasts()).toEqual(['copied']);
    await world.pass(1);
    expect(toasts()).toEqual([]);
  });

  it('an inline notice is shown until its list starts again', async () => {
    const { tap, notices, world } = await play({
      tap: [send(), inline('words')],
      plan: { body: [button('other', [inline('others')])] },
    });
    await tap();
    await world.calls[0]?.reply({});
    await tap('other');
    await world.pass(60_000);
    expect(notices()).toEqual(['words', 'others']);
    await tap();
    expect(notices()).toEqual(['others']);
  });

  it('has its tone', async () => {
    const { tap, screen } = await play({ tap: [inline('words')] });
    await tap();
    expect(screen.surface.snapshot().notices).toEqual([
      { id: expect.any(String), text: 'words', tone: 'warning' },
    ]);
  });
});

describe('busy', () => {
  const busy = act('request', { endpoint: 'lend', busy: 'loading...' });

  it('is the text shown while a request runs', async () => {
    const { tap, screen, world } = await play({ tap: [busy] });
    await tap();
    expect(screen.surface.snapshot().busyText).toBe('loading...');
    await world.calls[0]?.fail();
    expect(screen.surface.snapshot()).not.toHaveProperty('busyText');
  });

  it('after 10 s the request is called slow, until it ends', async () => {
    const { tap, screen, world } = await play({ tap: [busy] });
    await tap();
    await world.pass(9_999);
    expect(screen.surface.snapshot().isSlow).toBe(false);
    await world.pass(1);
    expect(screen.surface.snapshot().isSlow).toBe(true);
    await world.calls[0]?.reply({});
    expect(screen.surface.snapshot().isSlow).toBe(false);
  });
});
