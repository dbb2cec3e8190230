import { expect, it } from 'vitest';
import { act, play } from '../testing.ts';

it('notice is a neutral toast unless it says otherwise', async () => {
  const { tap, screen } = await play({ tap: [act('notice', { text: 'Hello' })] });
  await tap();
  expect(screen.surface.snapshot().toasts).toMatchObject([{ text: 'Hello', tone: 'neutral' }]);
  expect(screen.surface.snapshot().notices).toEqual([]);
});

it('an unknown tone is neutral', async () => {
  const { tap, screen } = await play({
    tap: [act('notice', { text: 'Hello', tone: 'loud', look: 'inline' })],
  });
  await tap();
  expect(screen.surface.snapshot().notices).toMatchObject([{ text: 'Hello', tone: 'neutral' }]);
});

it.each([
  ['9.3 a toast stands for 2 s', undefined, 2_000],
  ['9.4 a time of its own is kept', 4_500, 4_500],
  ['9.4 301 ms are kept', 301, 301],
  ['9.4 300 ms count as 3 s', 300, 3_000],
  ['9.4 no time at all counts as 3 s', 0, 3_000],
])('%s', async (_, durationMs, standsMs) => {
  const { tap, toasts, world } = await play({
    tap: [act('notice', { text: 'Hello', ...(durationMs !== undefined && { durationMs }) })],
  });
  await tap();
  await world.pass(standsMs - 1);
  expect(toasts()).toEqual(['Hello']);
  await world.pass(1);
  expect(toasts()).toEqual([]);
});
