import { expect, it } from 'vitest';
import { act, button, dialog, play, say, show } from '../testing.ts';

it('dismiss ends the overlay and the list that opened it; its own list continues', async () => {
  const { tap, overlays, toasts } = await play({
    tap: [show('sure'), say('after')],
    plan: { overlays: { sure: dialog('sure', [button('no', [act('dismiss'), say('own')])]) } },
  });
  await tap();
  await tap('no');
  expect(overlays()).toEqual([]);
  expect(toasts()).toEqual(['own']);
});
