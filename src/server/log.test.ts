import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { createForwarder } from './forwarder.ts';
import { createLog } from './log.ts';
import { createPaymentPage } from '#src/simulator/payment/payment-page.ts';
import type { ApiEnvironment } from './registry/api-environment.ts';
import { callEndpoint, createTestApp, TEST_NOW, testContracts, testParts, testPlaces } from './testing.ts';
import { answerUnexpected } from './unexpected-error.ts';

const WHO = ['planted-session', '09171234567', 'planted-order', 'planted-swift', 'planted-name'];
const [SESSION = '', PHONE = '', ORDER = '', SWIFT = '', NAME = ''] = WHO;
const QUERY = new URLSearchParams({ sessionId: SESSION, userId: PHONE, orderId: ORDER, swift: SWIFT });

function collect() {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    'json',
    () => TEST_NOW,
  );
  return { lines, log };
}

const HEADERS = {
  cookie: `capiz-visit=${SESSION}`,
  referer: `https://loans.example/order?${QUERY}`,
  'user-agent': NAME,
  swift: SWIFT,
  eyes: PHONE,
};

describe('the log', () => {
  it('writes lines for machines, or for people', () => {
    const { lines, log } = collect();
    log('Live is another release', { release: '0123456789ab', count: 2 });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        time: new Date(TEST_NOW).toISOString(),
        message: 'Live is another release',
        release: '0123456789ab',
        count: 2,
      },
    ]);
    const read: string[] = [];
    createLog(
      (line) => read.push(line),
      'text',
      () => TEST_NOW,
    )('A request', { status: 200, place: 'a b\n' });
    expect(read).toEqual(['A request status=200 place="a b\\n"\n']);
  });

  it('has a line for every request, without data of the caller', async () => {
    const { lines, log } = collect();
    const { app } = createTestApp({ log, logsRequests: true });
    await app.request(`/order?${QUERY}`, { headers: HEADERS });
    await app.request(`/nowhere/${SESSION}?${QUERY}`, { headers: HEADERS });
    await app.request(`/capiz/${SESSION}`, { headers: HEADERS });
    await callEndpoint(app, 'order-details', { productId: NAME, orderId: ORDER }, { headers: HEADERS });
    const reports = [
      { 'csp-report': { 'document-uri': `https://loans.example/order?${QUERY}`, 'script-sample': NAME } },
      { code: 'widget/threw', screen: 'order', detail: `GET /order?sessionId=${SESSION}`, name: NAME },
      { type: 'counts', release: '0123456789ab', screens: { order: { view: 1 } }, who: NAME },
    ];
    for (const report of reports) {
      await app.request('/capiz/reports', { method: 'POST', body: JSON.stringify(report), headers: HEADERS });
    }
    const places = lines.map((line) => (JSON.parse(line) as { place?: string }).place);
    expect(places.filter((place) => place !== undefined)).toEqual([
      ...['document', 'document', 'file', 'call'],
      ...['report', 'report', 'report'],
    ]);
    for (const planted of WHO) expect(lines.join('')).not.toContain(planted);
  });

  it('warns once about a proxy that the settings do not mention', async () => {
    for (const [proxies, times] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { lines, log } = collect();
      const { app } = createTestApp({ log, proxies });
      for (let at = 0; at < 3; at += 1)
        await app.request('/order', { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      expect(lines.filter((line) => line.includes('CAPIZ_PROXIES is not set')).length).toBe(times);
      expect(lines.join('')).not.toContain('203.0.113.7');
    }
  });

  it('names the place of a failed request, without its content', async () => {
    const { lines, log } = collect();
    const broken = () => {
      throw new Error(`No order ${ORDER}`);
    };
    const { app } = createTestApp({
      log,
      logsRequests: true,
      counts: { tag: broken, served: broken, came: broken, take: broken },
    });
    const body = JSON.stringify({ type: 'counts', release: '0123456789ab', screens: { order: { view: 1 } } });
    expect((await app.request(`/capiz/reports?${QUERY}`, { method: 'POST', body })).status).toBe(500);
    expect(lines[0]).toMatch(/"place":"report","request":"[0-9a-f]{12}","error":"Error","at":"src\//);
    for (const planted of WHO) expect(lines.join('')).not.toContain(planted);
  });

  it('has the code, the request id and the stack of an error in every folder, without its message', async () => {
    const { lines, log } = collect();
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const message = `No order ${ORDER} of "${NAME}" at /order?${QUERY}: ₱3,412.50\n    at ${SESSION} (/${PHONE}:1:1)`;
    const broken = () => {
      const error = Object.assign(new TypeError(message), { code: '23505', detail: SWIFT });
      error.cause = new Error(message);
      throw error;
    };
    const rooms: { readonly [room: string]: () => Promise<Response> | Response } = {
      report: () =>
        createTestApp({
          log,
          counts: { tag: broken, served: broken, came: broken, take: broken },
        }).app.request(`/capiz/reports?${QUERY}`, {
          method: 'POST',
          body: JSON.stringify({ type: 'counts', release: '0123456789ab', screens: { order: { view: 1 } } }),
        }),
      document: () =>
        createTestApp({
          log,
          renderPlaceholder: broken,
          releases: { ...testParts([]).releases, choose: broken },
        }).app.request(`/order?${QUERY}`),
      api: () =>
        createTestApp({ log, api: new Hono<ApiEnvironment>().get('*', broken) }).app.request('/capiz/api/v1'),
      staff: () =>
        createTestApp({ log, staffPages: new Hono().get('/capiz/staff', broken) }).app.request(
          '/capiz/staff',
        ),
      call: () =>
        createTestApp({ log, wait: broken, now: broken }).app.request(
          `/v3/loan-details/loan-details?${QUERY}`,
        ),
      payment: () =>
        createPaymentPage({
          orders: { findPayment: broken } as never,
          wait: broken,
          onError: answerUnexpected(log),
        }).request(`/pay/${SESSION}`),
      forwarder: () =>
        createForwarder({
          contracts: testContracts,
          upstream: new URL('http://127.0.0.1:1/'),
          log,
          repeats: { now: broken, random: broken } as never,
          fetch: broken,
        }).request(testContracts.find(({ name }) => name === 'order-details')?.paths[0] ?? ''),
    };
    const failed: string[] = [];
    for (const [room, ask] of Object.entries(rooms)) {
      lines.length = 0;
      const reply = await ask();
      if (reply.status !== 500) continue;
      failed.push(room);
      const { request, error, code, at } = JSON.parse(lines.at(-1) ?? '{}') as { [name: string]: string };
      expect([room, request, error, code]).toEqual([
        room,
        reply.headers.get('x-request-id'),
        'TypeError',
        '23505',
      ]);
      expect(at).toMatch(/^src\/server\/log\.test\.ts:\d+/);
      for (const planted of [...WHO, '3,412']) expect(lines.join('')).not.toContain(planted);
    }
    expect(failed).toEqual(['report', 'document', 'api', 'staff', 'call', 'payment', 'forwarder']);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it('names the call that the loan service did not answer, without data of the borrower', async () => {
    const { lines, log } = collect();
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const { app } = createApp({
      ...{ ...testParts([]), places: testPlaces, log, logsRequests: true },
      loanService: { upstream: new URL(`http://127.0.0.1:${port}/`) },
    });
    const { status } = await callEndpoint(app, 'order-details', { orderId: ORDER }, { headers: HEADERS });
    expect(status).toBe(502);
    const path = testContracts.find(({ name }) => name === 'order-details')?.paths[0] ?? '';
    expect(lines[0]).toContain(`${path}: The loan service could not be reached.`);
    for (const planted of WHO) expect(lines.join('')).not.toContain(planted);
  });
});
