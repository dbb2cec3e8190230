import { expect, it } from 'vitest';
import { act, play, say } from '../testing.ts';

it('copy writes exactly the text, and the list continues', async () => {
  const { tap, world, toasts } = await play({ tap: [act('copy', { text: ' 12 34 ' }), say('copied')] });
  await tap();
  expect(world.copied).toEqual([' 12 34 ']);
  expect(toasts()).toEqual(['copied']);
});

it('copy that the browser refuses fails with "unsupported", and no later action runs', async () => {
  const { tap, world, toasts } = await play({
    tap: [act('copy', { text: '12' }), say('copied')],
    app: { failures: { unsupported: [say('Copy it by hand')] } },
  });
  Object.assign(world.services.clipboard, { write: () => Promise.reject(new Error('denied')) });
  await tap();
  expect(toasts()).toEqual(['Copy it by hand']);
});
