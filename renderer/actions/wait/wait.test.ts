import { expect, it } from 'vitest';
import { act, play, say } from '../testing.ts';

it('wait pauses the list; the node stays busy', async () => {
  const { tap, toasts, world, isBusy } = await play({
    tap: [say('one'), act('wait', { seconds: 1.5 }), say('two')],
  });
  await tap();
  expect([toasts(), isBusy()]).toEqual([['one'], true]);
  await world.pass(1_500);
  expect([toasts(), isBusy()]).toEqual([['one', 'two'], false]);
});
