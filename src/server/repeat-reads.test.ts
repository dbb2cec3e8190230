import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { createForwarder } from './forwarder.ts';
import { RepeatBudget, type RepeatOptions, waitFor } from './repeat-reads.ts';
import { testContracts } from './testing.ts';

/*
 * Check 14: 200 borrowers read, the loan service is down for a minute, and comes back. The server adds few requests
 * to those of the borrowers, never many in one second, and never a payment.
 */
const CLIENTS = 200;
const [DIES_MS, LIVES_MS, END_MS] = [40_000, 100_000, 140_000];
/** Shortest and longest time between two reads of a borrower, and between a failure and the tap on Try again. */
const THINK_MS = [3_000, 7_000] as const;
const READ = '/v3/loan-details/loan-details';
const PAY = '/v3/loan-details/generate-vcode';
/** How a service is down: nothing listens; a gateway responds; or the service says when it will be back. */
const WAYS = ['refuses', 'unavailable', 'until'] as const;
type Way = (typeof WAYS)[number];
/** Like `refuses`, but with a real port and in real time. */
const CLOSED = 'closes its port';
const TRIED: readonly (Way | typeof CLOSED)[] = LONG ? [...WAYS, CLOSED] : ['refuses', 'until'];

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A simulated clock: steps of 50 ms, between which all pending work runs. */
class Steps {
  at = 0;
  readonly #due: { readonly at: number; readonly go: () => void }[] = [];

  wait(ms: number): Promise<void> {
    return new Promise((go) => this.#due.push({ at: this.at + ms, go }));
  }

  async runTo(end: number): Promise<void> {
    for (; this.at < end; this.at += 50) {
      const due = this.#due.filter(({ at }) => at <= this.at);
      for (const one of due) {
        this.#due.splice(this.#due.indexOf(one), 1);
        one.go();
      }
      if (due.length > 0) for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    }
  }
}

interface World {
  /** Milliseconds since the beginning. */
  now(): number;
  wait(ms: number): Promise<void>;
  readonly fetch: typeof fetch;
  readonly upstream: URL;
  readonly arrivals: readonly Arrival[];
  /** Runs all pending work. */
  run(): Promise<void>;
}

interface Arrival {
  readonly at: number;
  readonly path: string;
  readonly id: string;
}

/** The requests to a service that is down for a minute, and its responses. */
function createService(way: Way, now: () => number) {
  const arrivals: Arrival[] = [];
  return {
    arrivals,
    /** @returns undefined if nothing responds. */
    answer(url: URL): { status: number; retryAfter?: string } | undefined {
      const at = now();
      arrivals.push({ at, path: url.pathname, id: url.searchParams.get('orderId') ?? '' });
      if (at < DIES_MS || at >= LIVES_MS) return { status: 200 };
      if (way === 'refuses') return undefined;
      if (way === 'unavailable') return { status: 503 };
      return { status: 503, retryAfter: new Date(LIVES_MS).toUTCString() };
    },
  };
}

function inSteps(way: Way): World {
  const steps = new Steps();
  const service = createService(way, () => steps.at);
  return {
    arrivals: service.arrivals,
    now: () => steps.at,
    wait: (ms) => steps.wait(ms),
    run: () => steps.runTo(END_MS + 10_000),
    upstream: new URL('http://loans.example.com/'),
    fetch: (async (target: URL) => {
      const answer = service.answer(new URL(target));
      await steps.wait(200);
      if (answer === undefined) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      const headers = { ...(answer.retryAfter && { 'Retry-After': answer.retryAfter }) };
      return new Response('{"success":true}', { status: answer.status, headers });
    }) as typeof fetch,
  };
}

/** In real time, with a service that closes its port for a minute. */
async function inTime(): Promise<World> {
  const began = Date.now();
  const now = (): number => Date.now() - began;
  const wait = (ms: number): Promise<void> => new Promise((go) => void setTimeout(go, ms));
  const service = createService('refuses', now);
  const listen = (port: number): Promise<Server> => {
    const server = createServer((_, response) => {
      setTimeout(() => response.end('{"success":true}'), 200);
    });
    return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
  };
  const first = await listen(0);
  const { port } = first.address() as AddressInfo;
  const stop = (server: Server): void => {
    server.closeAllConnections();
    server.close();
  };
  return {
    arrivals: service.arrivals,
    ...{ now, wait },
    fetch: (target, init) => {
      // Count the request when it is sent, because nothing receives it if nothing listens.
      service.answer(new URL(String(target)));
      return fetch(target, init);
    },
    upstream: new URL(`http://127.0.0.1:${port}/`),
    async run() {
      await wait(DIES_MS - now());
      stop(first);
      await wait(LIVES_MS - now());
      const second = await listen(port);
      await wait(END_MS + 10_000 - now());
      stop(second);
    },
  };
}

type Planted = Partial<Pick<RepeatOptions, 'budget' | 'random'>>;

/** @returns the figures of one outage. */
async function measure(world: World, seed: number, planted: Planted = {}) {
  const random = randomOf(seed);
  const app = createForwarder({
    contracts: testContracts,
    upstream: world.upstream,
    fetch: world.fetch,
    repeats: {
      ...{ budget: new RepeatBudget(), random, now: world.now, wait: (ms: number) => world.wait(ms) },
      ...planted,
    },
  });
  const asked = { reads: 0, payments: 0, good: 0 };
  const think = () => world.wait(THINK_MS[0] + random() * (THINK_MS[1] - THINK_MS[0]));
  async function live(client: number): Promise<void> {
    await world.wait(random() * THINK_MS[1]);
    while (world.now() < END_MS) {
      const pays = random() < 0.1;
      const id = `${client}-${asked.reads + asked.payments}`;
      asked[pays ? 'payments' : 'reads'] += 1;
      const answer = pays
        ? await app.request(`${PAY}?orderId=${id}`, {
            method: 'POST',
            body: 'amount=5',
            headers: { 'Idempotency-Key': id },
          })
        : await app.request(`${READ}?orderId=${id}`);
      if (answer.ok) asked.good += 1;
      await think();
    }
  }
  const lives = Promise.all(Array.from({ length: CLIENTS }, (_, client) => live(client)));
  await world.run();
  await lives;
  const reads = world.arrivals.filter(({ path }) => path === READ);
  const tries = new Map<string, number>();
  for (const { id } of reads) tries.set(id, (tries.get(id) ?? 0) + 1);
  const perSecond = Array.from({ length: Math.ceil(END_MS / 1_000) }, () => 0);
  for (const { at } of world.arrivals) {
    const second = Math.floor(at / 1_000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  // The seconds between the start of the last borrower and the outage.
  const normal = perSecond.slice(10, DIES_MS / 1_000);
  const mean = normal.reduce((sum, count) => sum + count, 0) / normal.length;
  return {
    ...asked,
    arrived: world.arrivals.length,
    mostTries: Math.max(...tries.values()),
    extraPercent: Math.round((reads.length / asked.reads - 1) * 1_000) / 10,
    paymentsArrived: world.arrivals.length - reads.length,
    normalPerSecond: Math.round(mean),
    // The peak during and after the outage.
    peakTimes: Math.round((Math.max(...perSecond.slice(DIES_MS / 1_000)) / mean) * 100) / 100,
  };
}

type Figures = Awaited<ReturnType<typeof measure>>;

function shortOf({ mostTries, extraPercent, peakTimes, payments, paymentsArrived }: Figures): string[] {
  return [
    ...(mostTries > 3 ? ['tries'] : []),
    ...(extraPercent > 10 ? ['extra load'] : []),
    ...(peakTimes > 3 ? ['a peak'] : []),
    ...(paymentsArrived !== payments ? ['payments'] : []),
  ];
}

describe('retried reads (check 14)', () => {
  it.each(TRIED)(
    'add little load to a service that is down and %s',
    async (way) => {
      for (let round = 0; round < (LONG && way !== CLOSED ? 20 : 1); round += 1) {
        const figures = await measure(way === CLOSED ? await inTime() : inSteps(way), SEED + round);
        reportFigures({ check: 14, way, round, ...figures });
        expect(shortOf(figures)).toEqual([]);
        // The server does retry: otherwise the check would be empty.
        expect([figures.mostTries > 1, figures.extraPercent > 0.5]).toEqual([true, true]);
      }
    },
    600_000,
  );

  it('the check detects retries without jitter: they arrive within one second', async () => {
    const figures = await measure(inSteps('until'), SEED, { random: () => 0 });
    expect(shortOf(figures)).toEqual(['a peak']);
  }, 60_000);

  it('the check detects retries without a budget: they double the load', async () => {
    const figures = await measure(inSteps('refuses'), SEED, {
      budget: { earn: () => {}, spend: () => true },
    });
    expect(shortOf(figures)).toContain('extra load');
  }, 60_000);
});

describe('a read', () => {
  /** Reads from a service that gives these responses in order. @returns the result. */
  async function read(answers: readonly (() => Response | Promise<Response>)[], signal?: AbortSignal) {
    const waits: number[] = [];
    let sent = 0;
    const app = createForwarder({
      contracts: testContracts,
      upstream: new URL('http://loans.example.com/'),
      fetch: async () => (await answers[sent++]?.()) ?? new Response('none left', { status: 500 }),
      repeats: {
        ...{ budget: { earn: () => {}, spend: () => true }, random: () => 0.5, now: () => 0 },
        async wait(ms) {
          waits.push(ms);
        },
      },
    });
    const answer = await app.request(`${READ}?orderId=1`, { ...(signal && { signal }) });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), sent, waits };
  }
  const broken = () => Promise.reject(new TypeError('terminated'));
  const good = () => new Response('{}');
  const away = (retryAfter: string) => () =>
    new Response('', { status: 503, headers: { 'Retry-After': retryAfter } });

  it('is retried after a broken connection, with growing delays, three times at most', async () => {
    expect(await read([broken, good])).toMatchObject({ status: 200, sent: 2, waits: [500] });
    expect(await read([broken, broken, broken, good])).toMatchObject({
      ...{ status: 502, sent: 3, waits: [500, 1_000] },
    });
  });

  it('is retried after the time in Retry-After, and not retried if that time is long', async () => {
    expect(await read([away('3'), good])).toMatchObject({ status: 200, sent: 2, waits: [5_000] });
    const date = 'Thu, 01 Jan 1970 00:00:04 GMT';
    expect(await read([away(date), good])).toMatchObject({ status: 200, sent: 2, waits: [6_000] });
    expect(await read([away('60'), good])).toMatchObject({ status: 503, sent: 1, retryAfter: '60' });
    expect(await read([away('soon'), good])).toMatchObject({ status: 200, sent: 2, waits: [500] });
  });

  it.each([
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/' } }), 502],
    ['status 500', () => new Response('', { status: 500 }), 500],
    ['status 404', () => new Response('', { status: 404 }), 404],
    ['an invalid body', () => new Response('<html>'), 200],
  ] as const)('is not retried after %s', async (_, answer, status) => {
    expect(await read([answer, good])).toMatchObject({ status, sent: 1, waits: [] });
  });

  it('is not retried if the caller has left', async () => {
    const gone = new AbortController();
    const leaves = () => {
      gone.abort();
      return new Response('', { status: 503 });
    };
    expect(await read([leaves, good], gone.signal)).toMatchObject({ sent: 1 });
  });
});

it('the budget of retries is a tenth of the reads, and grows to a hundred at most', () => {
  const budget = new RepeatBudget();
  for (let read = 0; read < 95; read += 1) budget.earn();
  expect(Array.from({ length: 10 }, () => budget.spend())).toEqual([...Array(9).fill(true), false]);
  for (let read = 0; read < 5_000; read += 1) budget.earn();
  expect(Array.from({ length: 200 }, () => budget.spend()).filter(Boolean)).toHaveLength(100);
});

it('waitFor ends after its time, or when the caller leaves', async () => {
  const gone = new AbortController();
  const waits = [waitFor(1, new AbortController().signal), waitFor(60_000, gone.signal)];
  gone.abort();
  expect(await Promise.all([...waits, waitFor(60_000, gone.signal)])).toHaveLength(3);
});
