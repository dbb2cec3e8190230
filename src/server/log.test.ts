import { once } from 'node:events';
import { hostname } from 'node:os';
import { type AddressInfo, createServer } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { createForwarder } from './forwarder.ts';
import { createLog, type LogFields, sampleLog } from './log.ts';
import { createPaymentPage } from '#src/simulator/payment/payment-page.ts';
import type { ApiEnvironment } from './registry/api-environment.ts';
import { callEndpoint, createTestApp, TEST_NOW, testContracts, testParts, testPlaces } from './testing.ts';
import { answerUnexpected } from './unexpected-error.ts';
import { version } from '../../package.json';

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
        level: 'info',
        server: `${hostname()}/${process.pid}`,
        version,
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
    )('A request', { level: 'error', status: 200, place: 'a b\n', request: undefined });
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

  it('has the level of a request: an error for a failure, a warning for a slow success', async () => {
    const { lines, log } = collect();
    const failing = () => {
      throw new Error('no');
    };
    const api = new Hono<ApiEnvironment>()
      .get('/capiz/api/v1/fails', failing)
      .get('/capiz/api/v1/slow', async (context) => {
        await new Promise((done) => setTimeout(done, 1_010));
        return context.text('done');
      });
    const { app } = createTestApp({ log, logsRequests: true, api });
    for (const path of ['/healthz', '/capiz/api/v1/fails', '/capiz/api/v1/slow']) await app.request(path);
    const requests = lines.map((line) => JSON.parse(line) as { message: string; level: string });
    expect(requests.filter(({ message }) => message === 'A request').map(({ level }) => level)).toEqual([
      'info',
      'error',
      'warn',
    ]);
  });

  it('names a request by one id in its lines, in the answer to a failure and in the call to the loan service', async () => {
    const { lines, log } = collect();
    const seen: (string | undefined)[] = [];
    const service = createServer((socket) => {
      socket.on('data', (data) => {
        seen.push(/^x-request-id: (.*)\r$/im.exec(String(data))?.[1]);
        socket.end('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const loanService = { upstream: new URL(`http://127.0.0.1:${port}/`) };
    const options = { ...testParts([]), places: testPlaces, log, logsRequests: true, loanService };
    const call = async (app: Hono, given: string) => {
      const headers = { ...HEADERS, 'x-request-id': given };
      const reply = await callEndpoint(app, 'order-details', { orderId: ORDER }, { headers });
      return reply.headers.get('x-request-id');
    };
    // Only a proxy of ours may name a request.
    expect(await call(createApp(options).app, 'of-the-caller')).toMatch(/^[0-9a-f]{12}$/);
    expect(seen[0]).toMatch(/^[0-9a-f]{12}$/);
    lines.length = 0;
    const behind = createApp({ ...options, proxies: 1 }).app;
    expect(await call(behind, 'of-the-proxy')).toBe('of-the-proxy');
    expect(seen[1]).toBe('of-the-proxy');
    expect(lines.map((line) => (JSON.parse(line) as { request: string }).request)).toEqual([
      'of-the-proxy',
      'of-the-proxy',
    ]);
    expect(await call(behind, `${ORDER} "quoted"`)).toMatch(/^[0-9a-f]{12}$/);
    service.close();
  });

  it('is sampled: five lines of a kind in a second, then one in a hundred', () => {
    let ms = 0;
    const written: (LogFields | undefined)[] = [];
    const log = sampleLog(
      (_message, fields) => written.push(fields),
      () => ms,
    );
    for (let at = 0; at < 466; at += 1) log('A request', { level: 'info', place: 'document', status: 200 });
    expect(written).toHaveLength(5 + 4);
    expect(written.at(-1)).toMatchObject({ place: 'document', every: 100 });
    expect(written[4]).not.toHaveProperty('every');
    // Another kind has its own lines.
    log('A request', { level: 'error', place: 'document', status: 502 });
    log('A request', { level: 'info', place: 'call', status: 200 });
    log('Live is another release');
    expect(written).toHaveLength(12);
    ms = 1_000;
    log('A request', { level: 'info', place: 'document', status: 200 });
    expect(written).toHaveLength(13);
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
    expect(lines[0]).toMatch(/"request":"[0-9a-f]{12}".*"place":"report","error":"Error","at":"src\//);
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
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: 'The loan service could not be reached.',
      call: `GET ${path}`,
    });
    for (const planted of WHO) expect(lines.join('')).not.toContain(planted);
  });
});
