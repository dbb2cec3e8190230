import { expect, it } from 'vitest';
import { act, play, say } from '../testing.ts';

it('back goes back, and the list ends', async () => {
  const { tap, world, toasts } = await play({ tap: [act('back'), say('after')] });
  await tap();
  expect(world.backs).toBe(1);
  expect(toasts()).toEqual([]);
});
