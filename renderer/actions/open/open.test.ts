import { expect, it } from 'vitest';
import { button, dialog, play, say, show } from '../testing.ts';

it('open shows an overlay and waits until it is gone', async () => {
  const { tap, overlays, toasts, screen, world } = await play({
    tap: [show('sure', { optional: true }), say('after')],
    plan: { overlays: { sure: dialog('sure', [button('yes', [])]) } },
  });
  await tap();
  expect([overlays(), toasts()]).toEqual([['sure'], []]);
  screen.dismissOverlay();
  await world.pass(0);
  expect([overlays(), toasts()]).toEqual([[], ['after']]);
});
