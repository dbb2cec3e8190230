import { describe, expect, it } from 'vitest';
import type { Contract } from '#src/shared/contract.ts';
import { createForwarder } from './forwarder.ts';
import { endsForMs, readWish, classifyOutcome } from './keyed-call.ts';
import { createClaimStore, endCallsOfEarlierProcesses, pruneCalls } from './registry/claim-store.ts';
import { onBothEngines } from './registry/testing.ts';

const NOW = Date.UTC(2026, 2, 5);
const DAY = 24 * 60 * 60_000;

/**
 * A payment. Its success ends the wish, unless the reply demands a code: then CONFIRM ends it. ORDER reads the order
 * of both.
 */
const PAY: Contract = {
  ...{ name: 'pay', method: 'POST', paths: ['/pay'], encoding: 'form', headers: ['swift'] },
  ...{ sessionQuery: false, keyed: true, safe: false, timeoutMs: 1_000, members: [] },
  ...{ success: { at: '/success', is: ['true'] }, error: { message: '/message' } },
  once: { forMs: 7 * DAY, unless: { at: '/data/needValid', is: ['1', 'true'] } },
  ...{ replyAt: '', isPicture: false, takes: [] },
};
const CONFIRM: Contract = { ...PAY, name: 'confirm', paths: ['/confirm'] };
const ORDER: Contract = { ...PAY, name: 'order', method: 'GET', paths: ['/order'], keyed: false, safe: true };

const YES = () => Response.json({ success: true, data: { needValid: 0 } });
const CODE = () => Response.json({ success: true, data: { needValid: 1 } });
const NO = () => Response.json({ success: false, message: 'No.' });

onBothEngines('a wish of critical calls', ({ engine, database, openAgain }) => {
  function serve() {
    const effects: string[] = [];
    const world = {
      effects,
      now: NOW,
      answer: YES as () => Response | Promise<Response>,
      /** The database of the running server; replaced at a restart. */
      of: database(),
    };
    const ask = async (
      path: string,
      key: string,
      {
        readAt,
        wish = 'w1',
        swift = 's',
        keepsKeys = false,
      }: { readAt?: number; wish?: string; swift?: string; keepsKeys?: boolean } = {},
    ) => {
      const app = createForwarder({
        contracts: [PAY, CONFIRM, ORDER],
        upstream: new URL('http://loans.example.com/'),
        calls: createClaimStore(world.of, () => world.now),
        now: () => world.now,
        keepsKeys,
        fetch: (async (target: URL) => {
          effects.push(target.pathname);
          return world.answer();
        }) as typeof fetch,
      });
      const answer = await app.request(path, {
        method: 'POST',
        body: `key=${key}`,
        headers: {
          'Idempotency-Key': key,
          swift,
          ...(readAt !== undefined && { 'Capiz-Wish': `${wish}/${readAt}` }),
        },
      });
      return answer.headers.has('Capiz-Ended') ? 'ended' : answer.status;
    };
    return { ...world, world, ask };
  }

  it('after a success, refuses calls with data read before it, and sends calls with data read after it', async () => {
    const { world, effects, ask } = serve();
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(200);
    world.now += 10;
    expect(await ask('/pay', 'two', { readAt: NOW - 1 })).toBe('ended');
    expect(await ask('/pay', 'three', { readAt: NOW })).toBe('ended');
    expect(effects).toHaveLength(1);
    expect(await ask('/pay', 'four', { readAt: NOW + 1 })).toBe(200);
    expect(effects).toHaveLength(2);
    // The data was read before the second success.
    expect(await ask('/pay', 'five', { readAt: NOW + 1 })).toBe('ended');
  });

  it('is not ended by a success that asks for a code, but by the confirmation', async () => {
    const { world, effects, ask } = serve();
    world.answer = CODE;
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(200);
    expect(await ask('/pay', 'again', { readAt: NOW - 5 })).toBe(200);
    world.answer = () => Response.json({ success: true });
    expect(await ask('/confirm', 'two', { readAt: NOW - 5 })).toBe(200);
    expect(await ask('/pay', 'three', { readAt: NOW - 5 })).toBe('ended');
    expect(effects).toEqual(['/pay', '/pay', '/confirm']);
  });

  it('is not ended by a refusal, and stays ended for data from before an earlier success', async () => {
    const { world, effects, ask } = serve();
    await ask('/pay', 'one', { readAt: NOW - 5 });
    world.now += 10;
    world.answer = NO;
    expect(await ask('/pay', 'two', { readAt: NOW + 5 })).toBe(200);
    expect(await ask('/pay', 'three', { readAt: NOW - 1 })).toBe('ended');
    expect(await ask('/pay', 'four', { readAt: NOW + 5 })).toBe(200);
    expect(effects).toHaveLength(3);
  });

  it('belongs to one session, and a session may have several wishes', async () => {
    const { ask } = serve();
    await ask('/pay', 'one', { readAt: NOW - 5 });
    expect(await ask('/pay', 'two', { readAt: NOW - 5, swift: 'other' })).toBe(200);
    expect(await ask('/pay', 'three', { readAt: NOW - 5, wish: 'w2' })).toBe(200);
    expect(await ask('/pay', 'four')).toBe(200);
  });

  it('a repeated key gets the same response, not a refusal', async () => {
    const { effects, ask } = serve();
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(200);
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(200);
    expect(effects).toHaveLength(1);
  });

  it('expires after the time in its contract, not before', async () => {
    const { world, ask } = serve();
    await ask('/pay', 'one', { readAt: NOW - 5 });
    world.now = NOW + 7 * DAY - 1;
    await pruneCalls(database(), world.now);
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe('ended');
    world.now = NOW + 7 * DAY;
    expect(await ask('/pay', 'three', { readAt: NOW - 5 })).toBe(200);
    world.now = NOW + 200 * DAY;
    await pruneCalls(database(), world.now);
    expect(await database().queries.selectFrom('kept_wishes').selectAll().execute()).toEqual([]);
  });

  it('sends one call at a time, on all devices', async () => {
    const { world, effects, ask } = serve();
    let finish = () => {};
    world.answer = () => new Promise((resolve) => (finish = () => resolve(YES())));
    const first = ask('/pay', 'one', { readAt: NOW - 5 });
    await expect.poll(() => effects.length).toBe(1);
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe(409);
    finish();
    expect(await first).toBe(200);
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe('ended');
    expect(effects).toHaveLength(1);
  });

  it('calls of many devices at once have one effect', async () => {
    const { world, effects, ask } = serve();
    world.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return YES();
    };
    const told = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ask('/pay', `k${at}`, { readAt: NOW - 5 })),
    );
    expect(told.filter((one) => one === 200)).toHaveLength(1);
    expect(effects).toHaveLength(1);
  });

  it('with an unknown outcome, refuses other keys with data read before it', async () => {
    const { world, effects, ask } = serve();
    world.answer = () => new Response('<html>', { status: 502 });
    await ask('/pay', 'one', { readAt: NOW - 5 });
    world.now += 10;
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe(409);
    expect(effects).toHaveLength(1);
    expect(await ask('/pay', 'three', { readAt: NOW + 5 })).toBe(200);
  });

  it('refuses to repeat a call with an unknown outcome after another key has ended the wish, even if the service checks keys', async () => {
    const { world, effects, ask } = serve();
    world.answer = () => new Response('<html>', { status: 502 });
    await ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true });
    world.now += 10;
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW + 5, keepsKeys: true })).toBe(200);
    expect(await ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true })).toBe('ended');
    expect(effects).toHaveLength(2);
  });

  it('stays ended if the outcome of a later call is unknown and then a refusal', async () => {
    const { world, effects, ask } = serve();
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(200);
    world.now += 10;
    world.answer = () => new Response('<html>', { status: 502 });
    expect(await ask('/pay', 'two', { readAt: NOW + 5, keepsKeys: true })).toBe(502);
    expect(await ask('/pay', 'three', { readAt: NOW - 5 })).toBe(409);
    world.answer = NO;
    expect(await ask('/pay', 'two', { readAt: NOW + 5, keepsKeys: true })).toBe(200);
    world.answer = YES;
    expect(await ask('/pay', 'four', { readAt: NOW - 5 })).toBe('ended');
    expect(effects).toHaveLength(3);
    expect(await ask('/pay', 'five', { readAt: NOW + 5 })).toBe(200);
  });

  it('sends one call at a time, also while a call with an earlier key is repeated', async () => {
    const { world, effects, ask } = serve();
    world.answer = () => new Response('<html>', { status: 502 });
    await ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true });
    world.now += 10;
    let finish = () => {};
    world.answer = () => new Promise((resolve) => (finish = () => resolve(NO())));
    const again = ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true });
    await expect.poll(() => effects.length).toBe(2);
    expect(await ask('/pay', 'two', { readAt: NOW + 5, keepsKeys: true })).toBe(409);
    finish();
    expect(await again).toBe(200);
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW + 5, keepsKeys: true })).toBe(200);
    expect(effects).toHaveLength(3);
  });

  it('keeps its unknown outcome if the repetition was not sent, and allows calls with data read later', async () => {
    const { world, effects, ask } = serve();
    world.answer = () => new Response('<html>', { status: 502 });
    await ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true });
    world.now += 10;
    world.answer = () => Promise.reject(new TypeError('x', { cause: { code: 'ECONNREFUSED' } }));
    expect(await ask('/pay', 'one', { readAt: NOW - 5, keepsKeys: true })).toBe(502);
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW - 5, keepsKeys: true })).toBe(409);
    world.now += 10;
    expect(await ask('/pay', 'three', { readAt: NOW + 15, keepsKeys: true })).toBe(200);
    expect(effects).toHaveLength(3);
  });

  it('allows another key if its call was never sent', async () => {
    const { world, ask } = serve();
    world.answer = () => Promise.reject(new TypeError('x', { cause: { code: 'ECONNREFUSED' } }));
    expect(await ask('/pay', 'one', { readAt: NOW - 5 })).toBe(502);
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe(200);
  });

  it('has an unknown outcome if its server stopped during a call', async () => {
    const { world, effects, ask } = serve();
    world.answer = () => new Promise<Response>(() => {});
    void ask('/pay', 'one', { readAt: NOW - 5 });
    await expect.poll(() => effects.length).toBe(1);
    if (engine === 'sqlite') world.of = await openAgain();
    await endCallsOfEarlierProcesses(world.of);
    world.answer = YES;
    expect(await ask('/pay', 'two', { readAt: NOW - 5 })).toBe(409);
    world.now += 10 * 60_000;
    expect(await ask('/pay', 'three', { readAt: NOW - 5 })).toBe(409);
    expect(await ask('/pay', 'four', { readAt: world.now - 1 })).toBe(200);
    expect(effects).toHaveLength(2);
  });
});

describe('a read', () => {
  it('returns the time when the request reached this server; a call that changes data does not', async () => {
    const app = createForwarder({
      contracts: [ORDER, { ...PAY, keyed: false }],
      upstream: new URL('http://loans.example.com/'),
      fetch: (async () => YES()) as typeof fetch,
      now: () => NOW,
    });
    expect((await app.request('/order')).headers.get('Capiz-Received')).toBe(String(NOW));
    const sent = await app.request('/pay', { method: 'POST', body: 'a=1' });
    expect([sent.status, sent.headers.get('Capiz-Received')]).toEqual([200, null]);
  });
});

describe('the wish in a page’s call', () => {
  const read = (text: string | undefined, swift = 's') =>
    readWish(PAY, new Headers({ swift, ...(text !== undefined && { 'Capiz-Wish': text }) }), NOW);

  it('has a name and the time of its read, which is never in the future', () => {
    expect(read(`w1/${NOW - 5}`)).toEqual({ place: expect.stringMatching(/^[\da-f]{64}$/), readAt: NOW - 5 });
    expect(read(`w1/${NOW + 5}`)?.readAt).toBe(NOW);
    expect(read(`w1/${NOW}`, 't')?.place).not.toBe(read(`w1/${NOW}`)?.place);
  });
  it.each([
    undefined,
    '',
    'w1',
    'w1/',
    '/5',
    'w1/-5',
    'w1/5x',
    `${'w'.repeat(33)}/5`,
    'W1/5',
    'w1/99999999999999999',
  ])('is ignored if it is %j', (text) => expect(read(text)).toBeUndefined());
});

describe('a response', () => {
  const of = (status: number, body: string) => ({ status, type: null, body: new TextEncoder().encode(body) });
  const { success: _, ...SAYS_NEITHER } = PAY;
  const { once: __, ...FORGETS } = PAY;
  const EMPTY: Contract = { ...PAY, isEmpty: true };
  const yes = PAY.once?.forMs;
  it.each<[string, number, string, Contract, number | undefined]>([
    ['that reports success ends its wish', 200, '{"success":true}', PAY, yes],
    [
      'that reports success and asks for a code does not end its wish',
      200,
      '{"success":true,"data":{"needValid":1}}',
      PAY,
      undefined,
    ],
    [
      'that reports success and asks for a code in another type does not end its wish',
      200,
      '{"success":true,"data":{"needValid":true}}',
      PAY,
      undefined,
    ],
    [
      'that reports success and asks for no code ends its wish',
      200,
      '{"success":true,"data":{"needValid":"0"}}',
      PAY,
      yes,
    ],
    [
      'that reports success with an unreadable code member ends its wish',
      200,
      '{"success":true,"data":{"needValid":{}}}',
      PAY,
      yes,
    ],
    ['that reports a failure does not end its wish', 200, '{"success":false}', PAY, undefined],
    ['that reports neither success nor failure does not end its wish', 200, '{}', PAY, undefined],
    ['of a contract without a success rule ends its wish', 200, '{}', SAYS_NEITHER, yes],
    ['of a contract without `once` does not end its wish', 200, '{"success":true}', FORGETS, undefined],
    ['with status 422 does not end its wish', 422, '{"success":true}', PAY, undefined],
    ['that is a redirect does not end its wish', 302, '{"success":true}', PAY, undefined],
    ['that is not JSON does not end its wish', 200, '<html>', PAY, undefined],
    ['without an expected body does not end its wish', 204, '', PAY, undefined],
    ['without a body ends its wish if none is expected', 204, '', EMPTY, yes],
    ['that is not JSON does not end its wish if no body is expected', 200, '<html>', EMPTY, undefined],
  ])('%s', (_title, status, body, contract, expected) =>
    expect(endsForMs(contract, of(status, body))).toBe(expected),
  );

  it.each([200, 201, 202, 204, 205])(
    'with status %d and no body is a success if no body is expected, otherwise unknown',
    (status) => {
      expect(classifyOutcome(EMPTY, of(status, ''), 1)).toBe('definite');
      expect(classifyOutcome(EMPTY, of(status, ' \n'), 2)).toBe('definite');
      expect(classifyOutcome(PAY, of(status, ''), 1)).toBe('unknown');
    },
  );
  it.each(['<html>', '{"success"', '{"success":true,"success":false}'])(
    'with the body %j is unknown, whether or not a body is expected',
    (body) => {
      expect(classifyOutcome(EMPTY, of(200, body), 1)).toBe('unknown');
      expect(classifyOutcome(PAY, of(200, body), 1)).toBe('unknown');
    },
  );
});
