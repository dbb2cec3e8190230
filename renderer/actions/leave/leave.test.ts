import { expect, it } from 'vitest';
import { get } from '../../runtime/testing.ts';
import { act, ask, play, say } from '../testing.ts';

it('leave goes to an allowed host, and the list ends', async () => {
  const { tap, world, toasts } = await play({
    tap: [act('leave', { to: 'https://elsewhere.test/pay?x=1' }), say('after')],
  });
  await tap();
  expect(world.left).toEqual(['https://elsewhere.test/pay?x=1']);
  expect(toasts()).toEqual([]);
});

it('leave to an address that is absent at run time fails with "changed"', async () => {
  const { tap, world, toasts } = await play({
    tap: [ask({ as: 'found' }), act('leave', { to: get('found.address') })],
    app: { failures: { changed: [say('changed')] } },
  });
  await tap();
  await world.calls[0]?.reply({ books: 1 });
  expect(world.left).toEqual([]);
  expect(toasts()).toEqual(['changed']);
});
