import { expect, it } from 'vitest';
import { act, play } from '../testing.ts';

it('timer starts and stops a countdown', async () => {
  const timer = (run: string) => act('timer', { timer: 'resend', run });
  const { tap, screen, world } = await play({
    tap: [timer('start'), act('wait', { seconds: 2 }), timer('stop')],
    plan: { timers: { resend: { seconds: 60 } } },
  });
  const now = () => screen.engine.store.get().timer['resend'];
  await tap();
  expect(now()).toEqual({ left: 60, running: true });
  await world.pass(2_000);
  expect(now()).toEqual({ left: 0, running: false });
});
