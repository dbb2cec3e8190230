import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixedRelease } from '../delivery/release-source.ts';
import { makeReleaseParts } from '../project.ts';
import { createClaimStore } from '../registry/claim-store.ts';
import { Orders } from '#src/simulator/service/orders.ts';
import { onBothEngines } from '../registry/testing.ts';
import { type RunningServer, startServer } from '../start.ts';
import {
  createTestApp,
  testContracts,
  testProject,
  testScenarios,
  testService,
  testStates,
} from '../testing.ts';

const SETTINGS = {
  ...{ host: '127.0.0.1', port: 0, demo: false, folder: '', database: '', reportSample: 0, uploadDays: 0 },
  ...{ drainMs: 0, proxies: 0, logFormat: 'text' as const },
};
const CARD = { cardId: '71', bankName: 'First Island Bank', cardNo: '4000123412344821', bankCode: 'FIB' };

onBothEngines('without CAPIZ_UPSTREAM, two devices of one session over HTTP', ({ database }) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close(0);
    server = undefined;
  });

  async function start(): Promise<RunningServer> {
    const { definitions } = testProject;
    if (definitions === undefined) throw new Error('The test project has definitions.');
    server = await startServer(
      SETTINGS,
      testProject,
      () => {},
      () => ({
        releases: fixedRelease(makeReleaseParts(definitions, [], true)),
        calls: createClaimStore(database(), Date.now),
      }),
    );
    return server;
  }

  function ask(endpoint: string, members: Record<string, string>, more: Record<string, string> = {}) {
    const contract = testContracts.find(({ name }) => name === endpoint);
    if (contract === undefined) throw new Error(`There is no contract ${endpoint}.`);
    const { encoding, method, paths, headers } = contract;
    const text = new URLSearchParams(members);
    const isQuery = encoding === 'query';
    return fetch(`${server?.origin}${paths[0]}${isQuery ? `?${text}` : ''}`, {
      method,
      headers: {
        ...Object.fromEntries(headers.map((name) => [name, 'one-session'])),
        'X-Requested-With': 'XMLHttpRequest',
        ...more,
      },
      ...(!isQuery && { body: text }),
    });
  }

  /** A device: it reads the ways to pay, and pays with the data that it has read. */
  async function openDevice(orderId: string) {
    const read = async () => (await ask('repayment-way', { orderId })).headers.get('Capiz-Received');
    let readAt = await read();
    return {
      async readAgain() {
        readAt = await read();
      },
      pay(key: string) {
        const members = {
          ...CARD,
          amount: '341250',
          couponId: 'null',
          orderId,
          repayToken: `token-${orderId}`,
        };
        const headers = { 'Idempotency-Key': key, 'Capiz-Wish': `pay/${readAt}` };
        return ask('repayment-commit', { ...members, sendMsg: '0' }, headers);
      },
    };
  }

  async function paid(orderId: string): Promise<number> {
    const answer = await fetch(`${server?.origin}/capiz/reference/order?orderId=${orderId}`);
    return ((await answer.json()) as { payments: readonly unknown[] }).payments.length;
  }

  it('the second device gets 409 after the first device’s success, and may call after a new read', async () => {
    await start();
    const first = await openDevice('cards-at-once-1');
    const second = await openDevice('cards-at-once-1');
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    const told = await second.pay('two');
    expect([told.status, told.headers.get('Capiz-Ended')]).toEqual([409, '1']);
    // The first device repeats its key: the same response, and no second payment.
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await second.readAgain();
    expect(await (await second.pay('three')).json()).toMatchObject({ code: '410' });
    expect(await paid('cards-at-once-1')).toBe(1);
  });

  it('a success that requires a code does not end the wish', async () => {
    await start();
    const first = await openDevice('cards-1');
    const second = await openDevice('cards-1');
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 1 } });
    expect(await (await second.pay('two')).json()).toMatchObject({ data: { needValid: 1 } });
  });

  it('after a lost response the second device cannot pay, and a repeat of the first key gets the response', async () => {
    await start();
    const first = await openDevice('cards-commit-lost-1');
    const second = await openDevice('cards-commit-lost-1');
    expect((await first.pay('one')).status).toBe(502);
    expect((await second.pay('two')).status).toBe(409);
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    expect(await paid('cards-commit-lost-1')).toBe(1);
  });

  it('two devices at the same time make one payment', async () => {
    await start();
    const devices = await Promise.all(Array.from({ length: 6 }, () => openDevice('cards-at-once-2')));
    const told = await Promise.all(devices.map((device, at) => device.pay(`k${at}`)));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await paid('cards-at-once-2')).toBe(1);
  });
});

describe('when a release with a new endpoint goes live', () => {
  const [order] = testContracts.filter(({ name }) => name === 'order-details');

  function openNext() {
    if (order === undefined) throw new Error('There is no contract order-details.');
    const { definitions } = testProject;
    if (definitions === undefined) throw new Error('The test project has definitions.');
    const first = makeReleaseParts(definitions, [], true);
    const hardship = { ...order, name: 'hardship', paths: ['/api/hardship'] };
    const next = { ...first, contracts: [...first.contracts, hardship] };
    let live = first;
    const fixtures = { scenarios: testScenarios, service: testService, states: testStates };
    const readAgain = vi.fn(() => ({
      ...fixtures,
      service: { ...testService, fixtures: { hardship: { letters: 2 } } },
    }));
    const { app } = createTestApp({
      releases: { ...fixedRelease(first), live: () => live, retained: () => [live] },
      loanService: { ...fixtures, payOrigin: '', readAgain },
    });
    const ask = (path: string) =>
      app.request(`${path}?productId=1203&orderId=repayable-1`, {
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          ...Object.fromEntries(order.headers.map((name) => [name, 'one-session'])),
        },
      });
    return { app, ask, readAgain, publish: () => (live = next), rollBack: () => (live = first) };
  }

  it('the simulator answers the endpoint with fixtures, which are read again once', async () => {
    const { ask, publish, readAgain } = openNext();
    expect((await ask('/api/hardship')).status).toBe(404);
    publish();
    const answer = await ask('/api/hardship');
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).toContain('"letters":2');
    await ask('/api/hardship');
    expect(readAgain).toHaveBeenCalledOnce();
  });

  it('an order keeps its stage, and the journal keeps earlier requests', async () => {
    const { app, ask, publish } = openNext();
    const [path = ''] = order?.paths ?? [];
    await ask(path);
    publish();
    await ask(path);
    const seen = await app.request('/capiz/reference/order?orderId=repayable-1');
    expect(await seen.json()).toMatchObject({ reads: 2 });
    const requests = await app.request('/capiz/reference/requests?orderId=repayable-1');
    expect(await requests.json()).toHaveLength(2);
  });

  it('an order uses its updated scenario, and keeps its memory', () => {
    const [scenario] = testScenarios.values();
    if (scenario === undefined) throw new Error('There is no scenario.');
    const orders = new Orders(new Map([['a', { ...scenario, name: 'a', memory: { letters: [] } }]]));
    const order = orders.find('a-1');
    if (order === undefined) throw new Error('There is no order.');
    order.memory = { letters: ['sent'] };
    const again = { ...scenario, name: 'a', memory: { letters: [], calls: 0 } };
    orders.useScenarios(new Map([['a', again]]));
    expect(order).toMatchObject({ scenario: again, memory: { letters: ['sent'], calls: 0 } });
    // The current stage of the order may be gone.
    orders.useScenarios(new Map([['a', { ...again, stages: {} }]]));
    expect(order.scenario).toBe(again);
    // The scenario of the order may be gone, too; new orders use the current scenarios.
    orders.useScenarios(new Map());
    expect(orders.find('a-1')).toBe(order);
    expect(orders.find('a-2')).toBeUndefined();
  });

  it('a rollback removes the endpoint', async () => {
    const { ask, publish, rollBack } = openNext();
    publish();
    await ask('/api/hardship');
    rollBack();
    expect((await ask('/api/hardship')).status).toBe(404);
  });
});
