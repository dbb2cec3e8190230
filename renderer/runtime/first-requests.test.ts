import { describe, expect, it } from 'vitest';
import { firstRequests } from '../plan/first-requests.ts';
import type { EndpointPlan, Plan, ResourcePlan, Shape } from '../plan/plan.ts';
import { APP, endpoint, fakeWorld, get, makePlan, open, TEXT } from './testing.ts';

/* Requests that are sent before the engine is loaded equal the engine's, byte for byte. */

const NUMBER: Shape = { type: 'integer' };
const PARAMS: Plan['params'] = {
  orderId: { wire: ['orderId', 'order_id'], shape: TEXT },
  page: { wire: ['page'], shape: NUMBER, default: 1 },
};

function resource(name: string, more: Partial<ResourcePlan> = {}): ResourcePlan {
  return { endpoint: name, with: {}, reads: [], ...more };
}

function book(name: string, more: Partial<EndpointPlan> = {}): EndpointPlan {
  return { ...endpoint(name, { title: TEXT }, ['id', 'page']), ...more };
}

const OF_ADDRESS = {
  with: { id: get('params.orderId'), page: get('params.page') },
  reads: ['params.orderId', 'params.page'],
};

function both(plan: Plan, params: { readonly [name: string]: string } = { order_id: 'o 1' }) {
  const session = { userId: 'u1', sessionId: 's1' };
  const app = { ...APP, config: { lend: { most: 3 } }, sessionQuery: ['userId', 'orderId'] };
  const world = fakeWorld();
  open(world, plan, { app, params, session });
  const sent = world.calls.map(({ method, url, headers, body, timeoutMs }) => ({
    method,
    url,
    headers,
    timeoutMs,
    ...(body === undefined ? {} : { body }),
  }));
  return { sent, ahead: firstRequests({ app, plan, params, session }) };
}

describe('the first requests of a screen', () => {
  it('are known from its address and its visitor', () => {
    const plan = makePlan({
      params: PARAMS,
      data: {
        book: resource('book', OF_ADDRESS),
        read: resource('read', OF_ADDRESS),
        most: resource('most', { with: { id: get('config.lend.most') }, reads: ['config.lend'] }),
      },
      endpoints: {
        book: book('book', { sessionQuery: true, headers: ['sessionId'] }),
        read: book('read', { method: 'POST', encoding: 'json', timeoutMs: 9 }),
        most: book('most'),
      },
    });
    const { sent, ahead } = both(plan);
    expect(ahead).toEqual(sent);
    expect(sent).toHaveLength(3);
    expect(sent[0]?.url).toBe('/api/book?id=o+1&page=1&userId=u1&orderId=o+1');
    expect(sent[1]?.body).toBe('{"id":"o 1","page":1}');
  });

  it.each([
    ['because it depends on another read', { with: { id: get('data.book.title') }, reads: ['data.book'] }],
    ['because it depends on state', { with: { id: get('state.chosen') }, reads: ['state.chosen'] }],
    [
      'because it depends on the device',
      { with: { id: get('device.language') }, reads: ['device.language'] },
    ],
    ['because its condition is false', { ...OF_ADDRESS, when: ['==', get('params.page'), 2] as const }],
  ])('a request is not sent ahead %s', (_, more: Partial<ResourcePlan>) => {
    const plan = makePlan({
      params: PARAMS,
      state: { chosen: { shape: TEXT, initial: 'x' } },
      data: { book: resource('book', OF_ADDRESS), later: resource('later', more) },
      endpoints: { book: book('book'), later: book('later') },
    });
    const { sent, ahead } = both(plan);
    expect(ahead.map(({ url }) => url)).toEqual(['/api/book?id=o+1&page=1']);
    expect(sent).toEqual(expect.arrayContaining([...ahead]));
  });

  it('are not sent ahead if they are unsafe, or for an image', () => {
    const plan = makePlan({
      params: PARAMS,
      data: { pay: resource('pay', OF_ADDRESS), code: resource('code', OF_ADDRESS) },
      endpoints: { pay: book('pay', { safe: false }), code: book('code', { picture: true }) },
    });
    expect(both(plan).ahead).toEqual([]);
  });

  it('S22: a call whose contract says `"prefetch": false` is sent only by the open screen', () => {
    const plan = makePlan({
      params: PARAMS,
      data: { book: resource('book', OF_ADDRESS), ticket: resource('ticket', OF_ADDRESS) },
      endpoints: { book: book('book'), ticket: book('ticket', { ahead: false }) },
    });
    const { sent, ahead } = both(plan);
    const paths = (calls: readonly { readonly url: string }[]) => calls.map(({ url }) => url.split('?')[0]);
    expect(paths(ahead)).toEqual(['/api/book']);
    expect(paths(sent)).toEqual(['/api/book', '/api/ticket']);
  });

  it('are not sent ahead without the screen’s parameters', () => {
    const plan = makePlan({
      params: PARAMS,
      data: { book: resource('book', { with: { id: get('params.page') }, reads: ['params.page'] }) },
      endpoints: { book: book('book') },
    });
    const { sent, ahead } = both(plan, { page: 'many' });
    expect(ahead).toEqual(sent);
    expect(ahead[0]?.url).toBe('/api/book?id=1');
  });
});
