import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LONG } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { createForwarder } from './forwarder.ts';
import type { Contract } from '#src/shared/contract.ts';
import { type ClaimStore, identify, readKey, classifyOutcome } from './keyed-call.ts';
import { createClaimStore, endCallsOfEarlierProcesses, pruneCalls } from './registry/claim-store.ts';
import type { Database } from './registry/database.ts';
import { onBothEngines } from './registry/testing.ts';
import { testContracts } from './testing.ts';

/** Number of operations, each with ten parallel duplicates (check 10 of the long check: 1,000). */
const OPERATIONS = LONG ? 1_000 : 25;
const DUPLICATES = 10;
const CRASHES = LONG ? 100 : 5;
const PAY = '/v3/loan-details/generate-vcode';
const NOW = Date.UTC(2026, 2, 5);
const DAY = 24 * 60 * 60_000;

type Answer = (effect: number) => Response | Promise<Response>;

function yes(effect: number): Response {
  return Response.json({ success: true, data: { payUrl: `https://pay.example.com/${effect}` } });
}

/** A loan service that checks no keys: every received call has an effect. */
function createService(answer: Answer = yes) {
  const effects: string[] = [];
  const service = {
    effects,
    answer,
    fetch: (async (_target: unknown, { body }: RequestInit) => {
      effects.push(Buffer.from(body as ArrayBuffer).toString());
      const effect = effects.length;
      await new Promise((resolve) => setTimeout(resolve, effect % 4));
      return service.answer(effect);
    }) as typeof fetch,
  };
  return service;
}

function serve(
  calls: ClaimStore,
  service: Pick<ReturnType<typeof createService>, 'fetch'>,
  more: { keepsKeys?: boolean; timeoutMs?: number } = {},
) {
  const upstream = new URL('http://loans.example.com/');
  const app = createForwarder({ contracts: testContracts, upstream, fetch: service.fetch, calls, ...more });
  return async (key: string | undefined, body = 'orderId=1&amount=5', session = 's') => {
    const answer = await app.request(PAY, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        swift: session,
        eyes: session,
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
    });
    return { status: answer.status, body: await answer.text(), type: answer.headers.get('content-type') };
  };
}
type Ask = ReturnType<typeof serve>;

/** Check 10: the number of effects of each operation. */
async function countEffects(ask: Ask, service: ReturnType<typeof createService>) {
  const counts = { operations: OPERATIONS, effects: 0, duplicates: 0, asked: 0, replays: 0, others: 0 };
  for (let operation = 0; operation < OPERATIONS; operation += 1) {
    const before = service.effects.length;
    const body = `orderId=${operation}&amount=5`;
    const parallel = await Promise.all(Array.from({ length: DUPLICATES }, () => ask(`k${operation}`, body)));
    const first = parallel.find(({ status }) => status === 200);
    // The other requests are told to wait (409), or get the same response if the first one has already ended.
    const same = JSON.stringify(first);
    counts.asked += parallel.filter((one) => one.status === 409 || JSON.stringify(one) === same).length;
    const again = await ask(`k${operation}`, body);
    if (JSON.stringify(again) === same) counts.replays += 1;
    if ((await ask(`k${operation}`, `${body}0`)).status === 422) counts.others += 1;
    const effects = service.effects.length - before;
    counts.effects += effects;
    counts.duplicates += Math.max(0, effects - 1);
  }
  return counts;
}

/** A faulty claim store: it reads first and writes later. */
function checkThenAct({ queries }: Database): ClaimStore {
  return {
    async claim({ place, fingerprint }) {
      const known = await queries.selectFrom('kept_calls').selectAll().where('place', '=', place).execute();
      const [row] = known;
      if (row !== undefined && row.fingerprint !== fingerprint) return { is: 'other' };
      if (row?.body) {
        const { status, type, body } = row;
        return { is: 'replay', answer: { status: status ?? 0, type, body: new Uint8Array(body) } };
      }
      const set = async (values: { status: number; type: string | null; body: Uint8Array }) => {
        const whole = {
          place,
          fingerprint,
          attempt: 1,
          until: 0,
          at: 0,
          state: 'answered' as const,
          ...values,
        };
        await queries
          .insertInto('kept_calls')
          .values(whole)
          .onConflict((conflict) => conflict.column('place').doNothing())
          .execute();
      };
      const nothing = () => Promise.resolve();
      return { is: 'mine', attempt: 1, answered: set, unknown: nothing, unsent: nothing };
    },
  };
}

onBothEngines('a critical call', ({ engine, database, openAgain }) => {
  it('has one effect however often it is sent; repeats get the same bytes, and another request with its key is refused', async () => {
    const service = createService();
    const began = performance.now();
    const counts = await countEffects(
      serve(
        createClaimStore(database(), () => NOW),
        service,
      ),
      service,
    );
    reportFigures({ check: 10, engine, ...counts, ms: Math.round(performance.now() - began) });
    expect(counts).toMatchObject({
      effects: OPERATIONS,
      duplicates: 0,
      replays: OPERATIONS,
      others: OPERATIONS,
      asked: OPERATIONS * DUPLICATES,
    });
  }, 300_000);

  it('the check detects a store that reads and writes in two steps: a call has several effects', async () => {
    const service = createService();
    const { duplicates } = await countEffects(serve(checkThenAct(database()), service), service);
    expect(duplicates).toBeGreaterThan(OPERATIONS);
  }, 300_000);

  it('is sent once if two servers get it at the same time', async () => {
    const service = createService();
    const one = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    // Only one process can use the embedded database.
    const other =
      engine === 'sqlite'
        ? one
        : serve(
            createClaimStore(await openAgain(), () => NOW),
            service,
          );
    const answers = await Promise.all([one('k'), other('k'), one('k'), other('k')]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
    expect(service.effects).toHaveLength(1);
    expect(await other('k')).toEqual(await one('k'));
  });

  it('needs a valid key', async () => {
    const service = createService();
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    expect([
      (await ask(undefined)).status,
      (await ask('')).status,
      (await ask('k'.repeat(256))).status,
    ]).toEqual([400, 400, 400]);
    expect(service.effects).toEqual([]);
  });

  it('does not return its response to another session with the same key', async () => {
    const service = createService();
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    const mine = await ask('k', 'orderId=1', 'mine');
    service.answer = () => Response.json({ success: false, code: '404', message: 'No such order.' });
    const others = await ask('k', 'orderId=1', 'others');
    expect(others.body).not.toBe(mine.body);
    expect(others.body).toContain('No such order.');
    const rows = await database().queries.selectFrom('kept_calls').select(['place', 'fingerprint']).execute();
    expect(rows.map(({ place, fingerprint }) => place.length + fingerprint.length)).toEqual([128, 128]);
    expect(rows.map(({ place }) => place)).not.toContain(createHash('sha256').update('k').digest('hex'));
    expect(await ask('k', 'orderId=1', 'mine')).toEqual(mine);
  });

  it(`has an unknown outcome and no second effect if its server stops between claim and response (${CRASHES} times)`, async () => {
    let open = database();
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const service = createService(() => new Promise<Response>(() => {}));
      const gone = serve(
        createClaimStore(open, () => NOW),
        service,
      )(`k${crash}`);
      void gone;
      await expect.poll(() => service.effects.length).toBe(1);
      open = await openAgain();
      await endCallsOfEarlierProcesses(open);
      const ask = serve(
        createClaimStore(open, () => NOW + 10 * 60_000),
        service,
      );
      expect((await ask(`k${crash}`)).status).toBe(409);
      expect(service.effects).toHaveLength(1);
      // A service that checks keys gets the call again, with the same key, and returns the outcome.
      service.answer = yes;
      const again = serve(
        createClaimStore(open, () => NOW + 10 * 60_000),
        service,
        { keepsKeys: true },
      );
      const told = await again(`k${crash}`);
      expect(told).toMatchObject({ status: 200, type: 'application/json' });
      expect(await ask(`k${crash}`)).toEqual(told);
      expect(service.effects).toHaveLength(2);
    }
  }, 300_000);

  const outcomes: readonly (readonly [string, Answer, number])[] = [
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/elsewhere' } }), 502],
    ['an HTML page', () => new Response('<html>Bad gateway</html>'), 200],
    ['a reply without success or failure', () => Response.json({ data: {} }), 200],
    ['an error of a gateway', () => new Response('', { status: 503 }), 503],
    ['a broken connection', () => Promise.reject(new TypeError('terminated')), 502],
    ['a conflict that the service reports', () => Response.json({}, { status: 409 }), 409],
  ];
  it.each(outcomes)(
    'has an unknown outcome if it ends with %s, and is repeated only if the service checks keys',
    async (_, answer, status) => {
      const service = createService(answer);
      const keeper = createClaimStore(database(), () => NOW);
      const ask = serve(keeper, service);
      expect((await ask('k')).status).toBe(status);
      expect((await ask('k')).status).toBe(409);
      expect(service.effects).toHaveLength(1);
      service.answer = yes;
      expect((await serve(keeper, service, { keepsKeys: true })('k')).status).toBe(200);
      expect((await ask('k')).status).toBe(200);
      expect(service.effects).toHaveLength(2);
    },
  );

  const ends: readonly (readonly [string, Answer])[] = [
    ['a success', yes],
    ['a failure', () => Response.json({ success: false, code: '1', message: 'No.' })],
    ['status 422', () => Response.json({ message: 'Wrong.' }, { status: 422 })],
  ];
  it.each(ends)('is finished if it ends with %s: the response is replayed', async (_, answer) => {
    const service = createService(answer);
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    const first = await ask('k');
    service.answer = yes;
    expect(await ask('k')).toEqual(first);
    expect(service.effects).toHaveLength(1);
  });

  const unsent: readonly (readonly [string, Answer])[] = [
    [
      'never reached the service',
      () => Promise.reject(new TypeError('x', { cause: { code: 'ECONNREFUSED' } })),
    ],
    ['was refused unread', () => new Response('', { status: 429, headers: { 'Retry-After': '3' } })],
  ];
  it.each(unsent)('is sent the next time if it %s', async (_, answer) => {
    const service = createService(answer);
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    expect((await ask('k')).status).toBeGreaterThanOrEqual(400);
    service.answer = yes;
    expect((await ask('k')).status).toBe(200);
  });

  it('gets status 504 after its timeout, and its response when it is repeated later', async () => {
    let finish: () => void = () => {};
    const service = createService(
      (effect) => new Promise((resolve) => (finish = () => resolve(yes(effect)))),
    );
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
      { timeoutMs: 1_500 },
    );
    expect((await ask('k')).status).toBe(504);
    expect((await ask('k')).status).toBe(409);
    finish();
    await expect.poll(async () => (await ask('k')).status).toBe(200);
    expect(service.effects).toHaveLength(1);
  });

  it('is not sent if it cannot be claimed', async () => {
    const service = createService();
    const ask = serve({ claim: () => Promise.reject(new Error('The database is away.')) }, service);
    expect((await ask('k')).status).toBe(503);
    expect(service.effects).toEqual([]);
  });

  it('is deleted after 90 days, not before', async () => {
    const service = createService();
    const ask = serve(
      createClaimStore(database(), () => NOW),
      service,
    );
    await ask('k');
    await pruneCalls(database(), NOW + 90 * DAY);
    await ask('k');
    expect(service.effects).toHaveLength(1);
    await pruneCalls(database(), NOW + 90 * DAY + 1);
    await ask('k');
    expect(service.effects).toHaveLength(2);
  });
});

describe('a call without a key', () => {
  it('is sent as often as it is requested', async () => {
    const service = createService(() => Response.json({ success: true }));
    const app = createForwarder({
      contracts: testContracts,
      upstream: new URL('http://loans.example.com/'),
      fetch: service.fetch,
      calls: { claim: () => Promise.reject(new Error('Nobody asked for it.')) },
    });
    for (let time = 0; time < 2; time += 1) {
      const body = 'orderId=1';
      expect((await app.request('/growing/plan', { method: 'POST', body })).status).toBe(200);
    }
    expect(service.effects).toHaveLength(2);
  });
});

const CALL: Contract = {
  ...{ name: 'pay', method: 'POST', paths: ['/pay'], encoding: 'form', headers: ['swift', 'eyes'] },
  ...{ sessionQuery: false, keyed: true, safe: false, timeoutMs: 1_000, members: [] },
  ...{
    success: { at: '/success', is: ['true'] },
    error: { message: '/message' },
    replyAt: '',
    isPicture: false,
    takes: [],
  },
};

describe('the key of a call', () => {
  const read = (key: string | undefined, over: Partial<Contract> = {}) =>
    readKey({ ...CALL, ...over }, new Headers(key === undefined ? {} : { 'Idempotency-Key': key }));

  it.each(['k', 'k'.repeat(255)])('is read from the Idempotency-Key header', (key) =>
    expect(read(key)).toEqual({ key }),
  );
  it('is also accepted if the contract requires no key', () => {
    expect(read('k', { keyed: false })).toEqual({ key: 'k' });
    expect(read(undefined, { keyed: false })).toBeUndefined();
  });
  it.each<[string, string | undefined, Partial<Contract>, string]>([
    ['no key', undefined, {}, 'This call needs an Idempotency-Key.'],
    ['an empty key', '', {}, 'This Idempotency-Key cannot be used.'],
    ['a key that is too long', 'k'.repeat(256), {}, 'This Idempotency-Key cannot be used.'],
    ['a key of a call that changes nothing', 'k', { method: 'GET' }, 'This Idempotency-Key cannot be used.'],
  ])('is refused: %s', (_title, key, over, refusal) => expect(read(key, over)).toEqual({ refusal }));
});

describe('two calls', () => {
  const BASE = {
    swift: 's',
    eyes: 'e',
    key: 'k',
    name: 'pay',
    path: '/pay',
    query: '?order=1',
    body: 'amount=5',
  };
  const of = (over: Partial<typeof BASE> = {}) => {
    const { swift, eyes, key, name, path, query, body } = { ...BASE, ...over };
    return identify({ ...CALL, name }, key, {
      headers: new Headers({ swift, eyes, language: 'en' }),
      target: new URL(`http://loans.example.com${path}${query}`),
      body: new TextEncoder().encode(body).buffer,
    });
  };
  it.each<Partial<typeof BASE>>([{ key: 'l' }, { name: 'lend' }, { swift: 't' }, { eyes: 'f' }])(
    'have different claims if they differ in %j',
    (over) => {
      expect(of(over).place).not.toBe(of().place);
      expect(of(over).fingerprint).toBe(of().fingerprint);
    },
  );
  it.each<Partial<typeof BASE>>([
    { path: '/pays' },
    { query: '?order=2' },
    { query: '' },
    { body: 'amount=50' },
  ])('have one claim and are different requests if they differ in %j', (over) => {
    expect(of(over).place).toBe(of().place);
    expect(of(over).fingerprint).not.toBe(of().fingerprint);
  });
  it('are the same if all their parts are equal', () => expect(of({})).toEqual(of()));
  it('are the same if a session header is absent in one and empty in the other', () => {
    const target = new URL('http://loans.example.com/pay');
    const bare = identify(CALL, 'k', {
      headers: new Headers({ swift: 's' }),
      target,
      body: new ArrayBuffer(0),
    });
    expect(bare).toEqual(of({ eyes: '', query: '', body: '' }));
  });
});

describe('a response', () => {
  const YES = '{"success":true}';
  const NO = '{"success":false,"message":"No."}';
  const { success: _, ...SAYS_NEITHER } = CALL;
  const WORDLESS = { ...CALL, error: {} };
  it.each<[status: number, body: string, first: string, again: string, contract?: Contract]>([
    [200, YES, 'definite', 'definite'],
    [200, NO, 'definite', 'definite'],
    [299, YES, 'definite', 'definite'],
    [200, '{"data":{}}', 'unknown', 'unknown'],
    [200, '<html>', 'unknown', 'unknown'],
    [200, '', 'unknown', 'unknown'],
    [200, '{"data":{}}', 'definite', 'definite', SAYS_NEITHER],
    [200, '<html>', 'unknown', 'unknown', SAYS_NEITHER],
    [199, YES, 'unknown', 'unknown'],
    [300, YES, 'unknown', 'unknown'],
    [302, NO, 'unknown', 'unknown'],
    [399, YES, 'unknown', 'unknown'],
    [400, NO, 'definite', 'definite'],
    [400, '', 'definite', 'unknown'],
    [422, '{"success":false}', 'definite', 'unknown'],
    [422, NO, 'definite', 'unknown', WORDLESS],
    [408, NO, 'unknown', 'unknown'],
    [409, NO, 'unknown', 'unknown'],
    [425, NO, 'unread', 'unknown'],
    [429, NO, 'unread', 'unknown'],
    [499, NO, 'definite', 'definite'],
    [500, NO, 'unknown', 'unknown'],
    [503, YES, 'unknown', 'unknown'],
  ])(
    'with status %d and body %s is %s, and %s if the call was repeated',
    (status, body, first, again, contract = CALL) => {
      const answer = { status, type: null, body: new TextEncoder().encode(body) };
      expect(classifyOutcome(contract, answer, 1)).toBe(first);
      expect(classifyOutcome(contract, answer, 2)).toBe(again);
    },
  );
});
