import { expect, it } from 'vitest';
import { act, play } from '../testing.ts';

it('go passes replace and the node to scroll to to the router', async () => {
  const seen: unknown[] = [];
  const { tap, world } = await play({
    tap: [act('go', { to: 'book', with: ['record', { page: 2 }], replace: true, at: 'notes' })],
  });
  const { router } = world.services;
  const go = router.go.bind(router);
  Object.assign(router, {
    go(address: string, options: { replace: boolean; at?: string }) {
      seen.push(options);
      go(address, options);
    },
  });
  await tap();
  expect(world.went).toEqual([{ address: '/book?page=2', replace: true }]);
  expect(seen).toEqual([{ replace: true, at: 'notes' }]);
});
