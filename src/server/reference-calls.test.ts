import { afterEach, expect, it } from 'vitest';
import { fixedRelease } from './delivery/release-source.ts';
import { makeReleaseParts } from './project.ts';
import { createCallKeeper } from './registry/kept-calls.ts';
import { onBothEngines } from './registry/testing.ts';
import { type RunningServer, startServer } from './start.ts';
import { testContracts, testProject } from './testing.ts';

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
        calls: createCallKeeper(database(), Date.now),
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

  /** A device: it reads the ways to pay, and pays with what it has read. */
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

  it('the second is told that a success of the first ended the wish, and after a new read it may ask again', async () => {
    await start();
    const first = await openDevice('cards-at-once-1');
    const second = await openDevice('cards-at-once-1');
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    const told = await second.pay('two');
    expect([told.status, told.headers.get('Capiz-Ended')]).toEqual([409, '1']);
    // The first device repeats its own key: the same answer, and no second payment.
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await second.readAgain();
    expect(await (await second.pay('three')).json()).toMatchObject({ code: '410' });
    expect(await paid('cards-at-once-1')).toBe(1);
  });

  it('a success that asks for a code does not end the wish', async () => {
    await start();
    const first = await openDevice('cards-1');
    const second = await openDevice('cards-1');
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 1 } });
    expect(await (await second.pay('two')).json()).toMatchObject({ data: { needValid: 1 } });
  });

  it('an answer that was lost keeps the second device from paying, and the first key gets the answer', async () => {
    await start();
    const first = await openDevice('cards-commit-lost-1');
    const second = await openDevice('cards-commit-lost-1');
    expect((await first.pay('one')).status).toBe(502);
    expect((await second.pay('two')).status).toBe(409);
    expect(await (await first.pay('one')).json()).toMatchObject({ data: { needValid: 0 } });
    expect(await paid('cards-commit-lost-1')).toBe(1);
  });

  it('two devices at the same moment make one payment', async () => {
    await start();
    const devices = await Promise.all(Array.from({ length: 6 }, () => openDevice('cards-at-once-2')));
    const told = await Promise.all(devices.map((device, at) => device.pay(`k${at}`)));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await paid('cards-at-once-2')).toBe(1);
  });
});
