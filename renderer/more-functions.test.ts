import { expect, it, vi } from 'vitest';
import { APP, DEVICE, endpoint, fakeWorld, makePlan, TEXT } from './runtime/testing.ts';

/* The functions of grammar 5 are loaded with the first plan that calls one. The tests run in this order. */

// Another suite in the same worker may have loaded the functions.
vi.resetModules();
const { openScreen, prepareScreen } = await import('./engine.ts');
const { firstRequests } = await import('./plan/first-requests.ts');
const { findFunction } = await import('./plan/functions.ts');

const NONE = { widgets: [], actions: [] };
const plan = makePlan({
  data: { book: { endpoint: 'book', with: { id: ['call', 'max', 1, 2] }, reads: [] } },
  endpoints: { book: endpoint('book', { title: TEXT }, ['id']) },
  uses: { ...NONE, rare: true },
});
const visit = { app: APP, params: {}, session: { userId: 'u1', sessionId: 's1' } };

it('a plan without them does not load them', async () => {
  await prepareScreen(makePlan({ uses: NONE }));
  expect(findFunction('max')).toBeUndefined();
});

it('a first request that needs them is not sent before they are loaded, nor with a wrong value', () => {
  expect(firstRequests({ plan, ...visit })).toEqual([]);
});

it('a screen that needs them loads them before it opens, and its first request has the value', async () => {
  await prepareScreen(plan, 'picture');
  const world = fakeWorld();
  openScreen({ plan, ...visit, services: world.services, device: DEVICE, entry: 'one' });
  expect(world.calls.map(({ url }) => url)).toEqual(['/api/book?id=2']);
  expect(firstRequests({ plan, ...visit }).map(({ url }) => url)).toEqual(['/api/book?id=2']);
  expect(prepareScreen(plan, 'picture')).toBeUndefined();
});
