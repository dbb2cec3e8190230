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
