import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContract } from '#src/shared/contract.ts';
import { createForwarder } from './forwarder.ts';
import { ENVIRONMENT } from './settings.schema.ts';
import * as v from 'valibot';

const TEXT = { type: 'string' };
const CANARY = 'Bearer canary-9f2';

function contract(name: string, more: object) {
  const base = { name, path: '/books/{isbn}', encoding: 'query', client: 'json', safe: true };
  const request = { type: 'object', required: ['isbn'], properties: { isbn: TEXT } };
  return readContract(JSON.stringify({ ...base, request, reply: 'none', ...more }), `${name}.endpoint.json`);
}

const CONTRACTS = [
  contract('read', {
    method: 'GET',
    reply: { type: 'object', properties: { etag: { ...TEXT, header: 'ETag' } } },
  }),
  contract('save', {
    method: 'PUT',
    encoding: 'json',
    safe: false,
    headers: { 'If-Match': '${request.etag}' },
  }),
  contract('remove', { method: 'DELETE', safe: false }),
  contract('newest', { method: 'GET', path: '/books/newest' }),
  contract('loans', { method: 'GET', path: '/books/{isbn}/loans/{no}' }),
];

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let service: Server;
let front: ServerType;
let seen: Seen[] = [];
let lines: string[] = [];
let answerWith: (response: ServerResponse) => void;

const portOf = (server: Server | ServerType) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      answerWith(response);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const app = createForwarder({
    contracts: CONTRACTS,
    upstream: new URL(`http://127.0.0.1:${portOf(service)}/gate`),
    serviceHeaders: { Authorization: CANARY },
    log: (line) => lines.push(line),
  });
  front = await new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server));
  });
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
  front.close();
});
beforeEach(() => {
  [seen, lines] = [[], []];
  answerWith = (response) => response.end('{}');
});

/** Sends exactly this path: `fetch` would normalize it. */
function send(
  method: string,
  path: string,
  more: { headers?: { [name: string]: string }; body?: string } = {},
) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>(
    (resolve, reject) => {
      const options = { port: portOf(front), method, path, headers: more.headers ?? {} };
      const request = requestHttp({ host: '127.0.0.1', ...options }, (answer) => {
        let body = '';
        answer.on('data', (chunk) => (body += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      });
      request.on('error', reject);
      request.end(more.body);
    },
  );
}

describe('paths with names', () => {
  it('S29: the call is forwarded with the value as sent, encoded once', async () => {
    await send('GET', '/books/a%20b%3Fc%C3%A9?full=1');
    await send('GET', '/books/newest');
    await send('GET', '/books/1/loans/2');
    expect(seen.map(({ url }) => url)).toEqual([
      '/gate/books/a%20b%3Fc%C3%A9?full=1',
      '/gate/books/newest',
      '/gate/books/1/loans/2',
    ]);
  });

  it.each([
    '/books/',
    '/books/a%2Fb',
    '/books/a%5Cb',
    '/books/..%2Fsecret',
    '/books/%2e%2e%2fsecret',
    '/books/%252e%252e',
    '/books/%252f',
    '/books/a%0d%0ab',
    '/books/a/b',
    '/books//loans/2',
    '/books/../secret',
    '/books/%2e%2e/secret',
    '/books/..\\secret',
    '/books/1/loans/..',
    '/secret',
  ])('does not forward %s', async (path) => {
    const { status } = await send('DELETE', path);
    expect([400, 404, 405]).toContain(status);
    expect(seen).toEqual([]);
  });

  it('no value leads to another path', async () => {
    const text = fc.string({
      unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '5', 'c', '?', '#', 'é', 'a'),
    });
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (value, isEncoded) => {
        seen = [];
        const path = isEncoded ? encodeURIComponent(value) : value.replace(/[^\x21-\x7e]/g, '');
        await send('GET', `/books/${path}`);
        for (const { url = '' } of seen) expect(url.split('?')[0]).toMatch(/^\/gate\/books\/[^/\\]+$/);
      }),
      { numRuns: 150 },
    );
  });
});

describe('methods', () => {
  it('PUT is sent with its body, DELETE without one', async () => {
    const json = { 'Content-Type': 'application/json' };
    await send('PUT', '/books/1', { headers: json, body: '{"title":"T"}' });
    await send('DELETE', '/books/1');
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['PUT', '{"title":"T"}'],
      ['DELETE', ''],
    ]);
  });
  it('another method is answered with those that the path has', async () => {
    const { status, headers } = await send('PATCH', '/books/1');
    expect([status, headers.allow, seen]).toEqual([405, 'GET, PUT, DELETE', []]);
  });
  it('a status without a body stays one', async () => {
    answerWith = (response) => response.writeHead(204).end();
    expect(await send('DELETE', '/books/1')).toMatchObject({ status: 204, body: '' });
  });
});

describe('headers', () => {
  it('S30: only headers that the contract names are forwarded, and passed on', async () => {
    answerWith = (response) =>
      response.writeHead(200, { ETag: '"v2"', 'X-Internal': 'node-4', 'Set-Cookie': 'a=1' }).end('{}');
    const headers = { 'If-Match': '"v1"', 'X-Other': 'a' };
    const read = await send('GET', '/books/1', { headers });
    const saved = await send('PUT', '/books/1', { headers, body: '{}' });
    expect([read.headers.etag, saved.headers.etag]).toEqual(['"v2"', undefined]);
    expect(read.headers).not.toHaveProperty('x-internal');
    expect(read.headers).not.toHaveProperty('set-cookie');
    expect(seen.map(({ headers }) => [headers['if-match'], headers['x-other']])).toEqual([
      [undefined, undefined],
      ['"v1"', undefined],
    ]);
  });
});

describe('secret headers of the service', () => {
  it('S32: the server adds them to every forwarded call; no page, log or answer has them', async () => {
    const answers = [
      await send('GET', '/books/1', { headers: { Authorization: 'Bearer of the page' } }),
      await send('PUT', '/books/1', { body: '{}' }),
      await send('GET', '/books/a%2Fb'),
    ];
    answerWith = (response) => response.destroy();
    answers.push(await send('DELETE', '/books/1'));
    expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set([CANARY]));
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify([answers, lines])).not.toContain('canary');
  });

  it('a message about the setting does not repeat it', () => {
    const setting = ENVIRONMENT.entries.CAPIZ_SERVICE_HEADERS;
    const values = [
      CANARY,
      `["${CANARY}"]`,
      `{"Host":"${CANARY}"}`,
      `{"X-A":"${CANARY}\\n"}`,
      `{"X A":"${CANARY}"}`,
    ];
    for (const value of values) {
      const read = v.safeParse(setting, value);
      expect(read.success).toBe(false);
      expect(read.issues?.map(({ message }) => message).join()).not.toContain('canary');
    }
    expect(v.parse(setting, `{"Authorization":"${CANARY}"}`)).toEqual({ Authorization: CANARY });
  });
});
