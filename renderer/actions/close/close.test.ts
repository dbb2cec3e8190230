import { expect, it } from 'vitest';
import { act, button, dialog, play, say, show } from '../testing.ts';

it('close closes the overlay of its list, and the list that opened it continues', async () => {
  const { tap, overlays, toasts } = await play({
    tap: [show('sure'), say('after')],
    plan: { overlays: { sure: dialog('sure', [button('yes', [act('close'), say('own')])]) } },
  });
  await tap();
  await tap('yes');
  expect(overlays()).toEqual([]);
  expect(toasts()).toEqual(['own', 'after']);
});

it('close outside every overlay does nothing', async () => {
  const { tap, toasts } = await play({ tap: [act('close'), say('after')] });
  await tap();
  expect(toasts()).toEqual(['after']);
});
