import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '#src/shared/contract.ts';
import { createForwarder } from './forwarder.ts';
import { testContracts } from './testing.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let seen: Seen[] = [];
let answerWith: (response: ServerResponse) => void = (response) => response.end('{}');

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      answerWith(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function forwarder(timeoutMs?: number) {
  seen = [];
  answerWith = (response) => response.end('{}');
  const lines: string[] = [];
  const { port } = server.address() as AddressInfo;
  const app = createForwarder({
    contracts: testContracts,
    upstream: new URL(`http://127.0.0.1:${port}/gate/`),
    log: (line) => lines.push(line),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { app, lines };
}

describe('forwards the calls of the endpoint contracts, and nothing else', () => {
  it('forwards path, query, body and the named headers, and returns the response', async () => {
    const { app } = forwarder();
    answerWith = (response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Set-Cookie': 'a=1',
        'X-Powered-By': 'x',
      });
      response.end('{"success":true}');
    };
    const answer = await app.request('/v3/loan-details/generate-vcode?a=%C3%A9', {
      method: 'POST',
      body: 'orderId=1&amount=5',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Requested-With': 'XMLHttpRequest',
        'Idempotency-Key': 'k1',
        swift: 's',
        eyes: 'e',
        Cookie: 'staff=1',
        Authorization: 'Bearer x',
        Referer: 'http://localhost/order?sessionId=1',
        'X-Forwarded-Host': 'evil.example',
        TE: 'trailers',
      },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '{"success":true}']);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    const [call] = seen;
    expect(call).toMatchObject({
      method: 'POST',
      url: '/gate/v3/loan-details/generate-vcode?a=%C3%A9',
      body: 'orderId=1&amount=5',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'idempotency-key': 'k1', swift: 's', eyes: 'e' },
    });
    for (const name of ['cookie', 'authorization', 'referer', 'x-forwarded-host', 'te']) {
      expect(call?.headers).not.toHaveProperty(name);
    }
  });

  it('does not forward other paths and methods', async () => {
    const { app } = forwarder();
    for (const path of [
      '/v3/loan-details',
      '/growing/plan/',
      '/growing/../growing/plan2',
      '//evil.example/growing/plan',
    ]) {
      expect((await app.request(path, { method: 'POST' })).status).toBe(404);
    }
    expect((await app.request('/growing/plan')).status).toBe(405);
    expect((await app.request('/v3/loan-details/loan-details', { method: 'DELETE' })).status).toBe(405);
    expect(seen).toEqual([]);
  });

  it('two contracts with one path keep their methods', async () => {
    forwarder();
    const shared = (method: string): Contract => {
      const found = testContracts.find((one) => one.method === method && !one.keyed) as Contract;
      return { ...found, paths: ['/shared'] };
    };
    const [read, save] = [shared('GET'), shared('POST')];
    const { port } = server.address() as AddressInfo;
    const upstream = new URL(`http://127.0.0.1:${port}`);
    for (const contracts of [
      [read, save],
      [save, read],
    ]) {
      seen = [];
      const app = createForwarder({ contracts, upstream });
      for (const method of ['GET', 'POST', 'PUT']) await app.request('/shared', { method });
      expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
      const refused = await app.request('/shared', { method: 'PUT' });
      expect([refused.status, refused.headers.get('allow')?.split(', ').sort()]).toEqual([
        405,
        ['GET', 'POST'],
      ]);
    }
  });

  it('returns error statuses unchanged', async () => {
    const { app } = forwarder();
    answerWith = (response) => {
      response.writeHead(503, { 'Retry-After': '7' });
      response.end('busy');
    };
    const answer = await app.request('/growing/plan', { method: 'POST', body: '' });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      'busy',
    ]);
  });
});

describe('limits of the loan service', () => {
  const ask = (app: ReturnType<typeof forwarder>['app']) =>
    app.request('/v3/loan-details/loan-details?orderId=4711');

  it('does not follow a redirect', async () => {
    const { app, lines } = forwarder();
    answerWith = (response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/stolen' });
      response.end();
    };
    const answer = await ask(app);
    expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
    expect(seen).toHaveLength(1);
    expect(lines).toEqual(['The loan service answered with a redirect.']);
  });

  it('cuts off a response over the limit', async () => {
    const { app } = forwarder();
    answerWith = (response) => response.end('x'.repeat(5 * 1024 * 1024));
    expect((await ask(app)).status).toBe(502);
  });

  it('responds with 504 after a timeout', async () => {
    const { app } = forwarder(50);
    answerWith = () => {};
    expect((await ask(app)).status).toBe(504);
  });

  it('responds with 504 after a timeout although garbage was collected', async () => {
    const { app } = forwarder(300);
    const asked = new Promise<void>((resolve) => (answerWith = () => resolve()));
    const answer = ask(app);
    await asked;
    collectGarbage();
    expect((await answer).status).toBe(504);
  });

  it('responds with 502 if the connection breaks', async () => {
    const { app } = forwarder();
    answerWith = (response) => response.destroy();
    expect((await ask(app)).status).toBe(502);
  });

  it('refuses a request over the limit before it is sent', async () => {
    const { app } = forwarder();
    const answer = await app.request('/growing/plan', { method: 'POST', body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(413);
    expect(seen).toEqual([]);
  });
});
