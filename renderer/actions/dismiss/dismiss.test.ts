import { expect, it } from 'vitest';
import { act, button, dialog, play, say, show } from '../testing.ts';

it('dismiss closes the overlay and ends the list that opened it; the list with dismiss continues', async () => {
  const { tap, overlays, toasts } = await play({
    tap: [show('sure'), say('after')],
    plan: { overlays: { sure: dialog('sure', [button('no', [act('dismiss'), say('own')])]) } },
  });
  await tap();
  await tap('no');
  expect(overlays()).toEqual([]);
  expect(toasts()).toEqual(['own']);
});
