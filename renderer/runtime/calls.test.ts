import { describe, expect, it } from 'vitest';
import type { EndpointPlan } from '../plan/plan.ts';
import { ActionFailure } from './action.ts';
import { APP, endpoint, fakeWorld, makePlan, open, settle, TEXT } from './testing.ts';

const lend: EndpointPlan = {
  ...endpoint('lend', { due: TEXT }, ['book']),
  method: 'POST',
  encoding: 'json',
  headers: ['sessionId'],
  safe: false,
  keyed: true,
  error: { code: '/code', message: '/message', fields: '/errors' },
};

function call(request = { book: 'b1' }, options: { key?: string } = {}) {
  const world = fakeWorld();
  const { calls } = open(world, makePlan({})).engine;
  const outcome = calls.call(lend, request, { signal: new AbortController().signal, ...options }).then(
    (value) => value,
    (thrown: unknown) => thrown,
  );
  return { world, outcome, calls };
}

describe('a call follows its contract', () => {
  it('sends method, path, headers, body and timeout of the contract', () => {
    const { world } = call({ book: 'b1' }, { key: 'k1' });
    expect(world.calls[0]).toMatchObject({
      method: 'POST',
      url: '/api/lend',
      body: '{"book":"b1"}',
      timeoutMs: 60_000,
      headers: { sessionId: 's1', 'Idempotency-Key': 'k1', 'Content-Type': 'application/json' },
    });
  });

  it('sends the session parameters and carried parameters in sessionQuery; else all session parameters', () => {
    const queryOf = (sessionQuery?: readonly string[]) => {
      const app = {
        ...APP,
        carried: { card: { wire: ['card'], shape: TEXT } },
        ...(sessionQuery && { sessionQuery }),
      };
      const { calls } = open(fakeWorld(), makePlan({}), { app, params: { card: 'c7' } }).engine;
      return calls.prepare({ ...lend, sessionQuery: true }, { book: 'b1' }).url;
    };
    expect(queryOf(['sessionId', 'card', 'absent'])).toBe('/api/lend?sessionId=s1&card=c7');
    expect(queryOf()).toBe('/api/lend?userId=u1&sessionId=s1');
  });

  it('sends a prepared call again with the same bytes', async () => {
    const { world, calls } = call();
    const body = calls.prepare(lend, { book: 'b2' });
    const { signal } = new AbortController();
    const never = () => {};
    calls.call(lend, {}, { signal, body, key: 'k' }).catch(never);
    calls.call(lend, { book: 'other' }, { signal, body, key: 'k' }).catch(never);
    await settle();
    const [, first, second] = world.calls;
    expect([first?.url, first?.body, first?.headers]).toEqual([second?.url, second?.body, second?.headers]);
  });

  it('an endpoint that answers an image returns its address, or the address from the page’s own answers', async () => {
    const drawn: EndpointPlan = { ...endpoint('cover', {}, ['book']), picture: true };
    const valueOf = (picture?: (address: string) => Promise<string>) => {
      const world = fakeWorld();
      const { services } = world;
      const http = { ...services.http, ...(picture && { picture }) };
      const { calls } = open({ ...world, services: { ...services, http } }, makePlan({})).engine;
      return calls.call(drawn, { book: 'b1' }, { signal: new AbortController().signal });
    };
    expect(await valueOf()).toMatch(/^\/api\/cover\?book=b1&t=\d+$/);
    expect(await valueOf((address) => Promise.resolve(`data:,${address.split('&')[0]}`))).toBe(
      'data:,/api/cover?book=b1',
    );
  });

  it('returns the members of the reply that its contract describes', async () => {
    const { world, outcome } = call();
    await world.calls[0]?.reply({ due: '2026-03-19', unknown: 1 });
    expect(await outcome).toEqual({ due: '2026-03-19' });
  });
});

describe('every failure has a kind', () => {
  const says = (answer: object) => JSON.stringify(answer);

  it.each([
    ['server', 503, ''],
    ['business', 200, says({ success: false, code: '9', message: 'Lent out' })],
    ['server', 500, 'Oops'],
    ['invalid-reply', 200, '<html>'],
    ['invalid-reply', 200, says({ success: true, data: { due: [] } })],
    ['invalid-reply', 200, ''],
  ])('S38: %s: %s %s', async (kind, status, body) => {
    const { world, outcome } = call();
    await world.calls[0]?.answer({ status, body });
    expect(await outcome).toMatchObject({ error: { kind, status }, unsent: false });
  });

  it.each([
    ['offline', false],
    ['network', true],
    ['timeout', true],
  ] as const)('S38: %s, sent: %s', async (kind, sent) => {
    const { world, outcome } = call();
    await world.calls[0]?.fail(kind, sent);
    const failure = await outcome;
    expect(failure).toMatchObject({ error: { kind }, unsent: !sent });
    expect(failure).not.toHaveProperty('error.status');
  });

  it('returns the field errors of the contract', async () => {
    const { world, outcome } = call();
    const body = says({ success: false, message: 'No', errors: { book: 'Lent out' } });
    await world.calls[0]?.answer({ status: 200, body });
    expect(await outcome).toMatchObject({ answer: { status: 200, fields: { book: 'Lent out' } } });
  });

  it('a request that cannot be built is unsupported and certainly not sent', async () => {
    const { calls, world } = call();
    const broken = { ...lend, path: '//evil.test/' };
    const { signal } = new AbortController();
    const failure = await calls.call(broken, {}, { signal }).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ActionFailure);
    expect(failure).toMatchObject({ error: { kind: 'unsupported' }, unsent: true });
    expect(world.calls).toHaveLength(1);
  });
});
