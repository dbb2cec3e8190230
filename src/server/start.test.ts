import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReleaseDocument } from '#src/shared/release.ts';
import { type RunningServer, startServer } from './start.ts';
import { FULL_PAYMENT, testParts, testProject } from './testing.ts';

const loopback = {
  host: '127.0.0.1',
  port: 0,
  demo: false,
  folder: '',
  database: '',
  reportSample: 0,
  uploadDays: 0,
  drainMs: 0,
  proxies: 0,
  logFormat: 'text' as const,
};
let running: RunningServer[] = [];

async function start(settings: Partial<Parameters<typeof startServer>[0]> = {}): Promise<RunningServer> {
  const server = await startServer({ ...loopback, ...settings }, testProject, () => {});
  running.push(server);
  return server;
}
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(running.map((server) => server.close(0)));
  running = [];
});

function pay({ origin }: RunningServer, orderId: string, key: string): Promise<Response> {
  return fetch(`${origin}/v3/loan-details/generate-vcode`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', swift: '', eyes: '', 'Idempotency-Key': key },
    body: new URLSearchParams({ orderId, ...FULL_PAYMENT }),
  });
}

describe('a server that listens', () => {
  it('its page may leave for the payment page, which has a second port', async () => {
    const server = await start();
    const html = await (await fetch(`${server.origin}/order`)).text();
    const data = /id="capiz-release">(.*?)<\/script>/.exec(html)?.[1];
    const release = JSON.parse(data ?? '') as ReleaseDocument;
    const { host } = new URL(server.payOrigin ?? '');
    expect(release.app.plan.hosts.leave).toContain(host);
    expect(release.app.plan.hosts.frame).toContain(host);
    const reply = (await (await pay(server, 'repayable-s', 'k')).json()) as { data: { payUrl: string } };
    expect(reply.data.payUrl.startsWith(`${server.payOrigin}/pay/`)).toBe(true);
    expect(await (await fetch(reply.data.payUrl)).text()).toContain('₱3,412.50');
  });

  it('a lost response breaks the connection, and the same key gets the response', async () => {
    const server = await start();
    const lost = await pay(server, 'pay-code-lost-s', 'k');
    await expect(lost.text()).rejects.toThrow('terminated');
    expect(await (await pay(server, 'pay-code-lost-s', 'k')).json()).toMatchObject({ success: true });
  });

  it('an idle connection stays open longer than a proxy would use it again', async () => {
    const { origin } = await start();
    const reply = await fetch(`${origin}/healthz`);
    const [, seconds] = /^timeout=(\d+)$/.exec(reply.headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  it('ready responses are written after all received requests are read', async () => {
    const order: string[] = [];
    const { releases } = testParts([]);
    const choose: typeof releases.choose = (asked) => {
      order.push(`read ${asked.path}`);
      return releases.choose(asked);
    };
    const { writeHead } = ServerResponse.prototype;
    vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (
      this: ServerResponse,
      ...how
    ) {
      order.push(`write ${this.req.url}`);
      return writeHead.apply(this, how);
    });
    const server = await startServer(
      loopback,
      testProject,
      () => {},
      () => ({
        releases: { ...releases, choose },
      }),
    );
    running.push(server);
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const asks = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    let answered = '';
    socket.on('data', (part) => (answered += part.toString('latin1')));
    socket.write(asks('/order') + asks('/repay'));
    await expect.poll(() => answered.match(/HTTP\/1.1 200/g)).toHaveLength(2);
    socket.destroy();
    expect(order).toEqual(['read /order', 'read /repay', 'write /order', 'write /repay']);
  });

  it('an exception while a release is chosen gets status 500 and a line in the log', async () => {
    const lines: string[] = [];
    const { releases } = testParts([]);
    const choose = () => {
      throw new TypeError('No choice');
    };
    const server = await startServer(
      loopback,
      testProject,
      (line, fields) => void lines.push(`${line} ${String(fields?.error)}`),
      () => ({ releases: { ...releases, choose } }),
    );
    running.push(server);
    const reply = await fetch(`${server.origin}/order`);
    expect([reply.status, lines]).toEqual([500, ['A request failed TypeError']]);
  });

  it('a port in use is an error, and nothing keeps listening', async () => {
    const first = await start();
    const port = Number(new URL(first.origin).port);
    await expect(start({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('old images are deleted at start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capiz-start-'));
    const [old, young] = ['a', 'b'].map((one) => join(folder, `${one.repeat(32)}.jpg`)) as [string, string];
    for (const path of [old, young]) writeFileSync(path, 'x');
    utimesSync(old, 1, 1);
    await start({ uploads: { folder }, uploadDays: 30 });
    await expect.poll(() => existsSync(old)).toBe(false);
    expect(existsSync(young)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('with a real loan service there is no payment page', async () => {
    const server = await start({ upstream: new URL('http://127.0.0.1:9') });
    expect(server.payOrigin).toBeUndefined();
    expect((await fetch(`${server.origin}/growing/plan`, { method: 'POST' })).status).toBe(502);
  });

  it.each([
    ['a request for places fails', false, '503'],
    ['a demonstration offers the sample', true, '0'],
  ])('with a real loan service and no list of places, %s', async (_, demo, code) => {
    const server = await start({ upstream: new URL('http://127.0.0.1:9'), demo });
    const headers = { 'X-Requested-With': 'XMLHttpRequest', building: '', gather: '' };
    const answer = await fetch(`${server.origin}/places/cities`, { headers });
    expect(await answer.json()).toMatchObject({ code });
  });

  it.each([
    ['a real loan service', { upstream: new URL('http://127.0.0.1:9') }, undefined],
    [
      'a real loan service marked as a demonstration',
      { upstream: new URL('http://127.0.0.1:9'), demo: true },
      undefined,
    ],
    ['the simulated loan service', {}, '1000'],
  ])(
    'with %s, a page gets sample values of the session only if the loan service is simulated',
    async (_, settings, given) => {
      const { definitions } = testProject;
      if (definitions === undefined) throw new Error('The test project has definitions.');
      const session = { merchant: { wire: ['merchant'], shape: { type: 'text' as const }, default: '1000' } };
      const app = { ...definitions.app, session, samples: ['session.merchant', 'config.service.phone'] };
      const project = { ...testProject, definitions: { ...definitions, app } };
      const lines: string[] = [];
      const server = await startServer({ ...loopback, ...settings }, project, (line) => lines.push(line));
      running.push(server);
      const html = await (await fetch(`${server.origin}/order`)).text();
      const data = /id="capiz-release">(.*?)<\/script>/.exec(html)?.[1];
      const { plan } = (JSON.parse(data ?? '') as ReleaseDocument).app;
      expect(plan.session['merchant']?.default).toBe(given);
      expect(plan).not.toHaveProperty('samples');
      const isNamed = lines.filter((line) => line.includes('session.merchant, config.service.phone'));
      expect(isNamed).toHaveLength(given === undefined ? 1 : 0);
    },
  );

  it('closing ends at once without connections', async () => {
    const server = await start();
    await server.close(60_000);
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow('fetch failed');
  });
});
