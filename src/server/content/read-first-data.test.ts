import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FirstRequest } from '#renderer/plan/first-requests.ts';
import { keyOf } from '#src/shared/first-calls.ts';
import { SCREEN_HEADER } from '#src/shared/release.ts';
import type { CallService } from '../call-service.ts';
import { createForwarder } from '../forwarder.ts';
import { testContracts } from '../testing.ts';
import { readFirstData } from './read-first-data.ts';

const NOW = 1_800_000_000_000;
const HEADERS = { 'X-Requested-With': 'XMLHttpRequest', swift: 's', eyes: 'e', [SCREEN_HEADER]: 'order' };
const ORDER: FirstRequest = {
  ...{ method: 'GET', url: '/v3/loan-details/loan-details?productId=1&orderId=%C3%A9', timeoutMs: 60_000 },
  headers: { ...HEADERS, gather: 'g', building: 'b' },
};
const CARD: FirstRequest = {
  ...{ method: 'POST', url: pathOf('card-init'), body: 'orderId=1', timeoutMs: 60_000 },
  headers: { ...HEADERS, 'Content-Type': 'application/x-www-form-urlencoded' },
};

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let upstream: Server;
let service: CallService;
let seen: Seen[] = [];
let logged: string[] = [];
let closed = 0;
let answerWith: (response: ServerResponse, url: string) => void;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let body = '';
    response.on('close', () => (closed += 1));
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body });
      answerWith(response, url ?? '');
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = createForwarder({
    contracts: testContracts,
    upstream: new URL(`http://127.0.0.1:${port}/`),
    now: () => NOW,
    log: (line) => logged.push(line),
  });
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  seen = [];
  logged = [];
  closed = 0;
  answerWith = (response) => response.end('{"success":true}');
});

function pathOf(contract: string): string {
  return testContracts.find(({ name }) => name === contract)?.paths[0] ?? '';
}

const BROWSER = { 'Accept-Language': 'fil-PH,fil;q=0.9', 'User-Agent': 'Mozilla/5.0 (Linux; Android 14)' };

interface ReadOptions {
  readonly calls?: readonly FirstRequest[];
  readonly ms?: number;
  readonly signal?: AbortSignal;
  readonly by?: CallService;
}

function read({
  calls = [ORDER],
  ms = 2_000,
  signal = AbortSignal.timeout(ms),
  by = service,
}: ReadOptions = {}) {
  const request = new Request('https://page.example/order?orderId=1&sessionId=7', {
    headers: {
      ...BROWSER,
      Accept: 'text/html',
      Cookie: 'staff=1',
      Authorization: 'Bearer x',
      Referer: 'https://a.example/',
      'X-Forwarded-For': '203.0.113.9',
    },
  });
  return readFirstData({ service: by, calls, request, signal });
}

describe('the first data of a screen', () => {
  it('is the replies of the loan service, in the order of the calls, each with its time', async () => {
    answerWith = (response, url) => response.end(`é ${url.split('?')[0]}`);
    expect(await read({ calls: [ORDER, CARD] })).toEqual([
      [keyOf(ORDER), { status: 200, body: 'é /v3/loan-details/loan-details', receivedAt: NOW }],
      [keyOf(CARD), { status: 200, body: `é ${CARD.url}`, receivedAt: NOW }],
    ]);
  });

  it.each([ORDER, CARD])('is requested with exactly the headers of the page: $method', async (call) => {
    await read({ calls: [call] });
    const page = new Request(`https://page.example${call.url}`, {
      ...{ method: call.method, ...(call.body !== undefined && { body: call.body }) },
      headers: {
        ...{ ...call.headers, ...BROWSER, Accept: '*/*', Cookie: 'staff=1' },
        Referer: 'https://page.example/order',
        'Sec-Fetch-Dest': 'empty',
        'Sec-Fetch-Mode': 'cors',
        'Sec-Fetch-Site': 'same-origin',
      },
    });
    await service.fetch(page, {});
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.headers).toMatchObject({
      'accept-language': BROWSER['Accept-Language'],
      'user-agent': BROWSER['User-Agent'],
    });
    const { headers: contractual } =
      testContracts.find(({ paths }) => call.url.startsWith(paths[0] ?? '')) ?? {};
    expect(contractual?.map((name) => seen[0]?.headers[name])).not.toContain(undefined);
    expect(JSON.stringify(seen)).not.toMatch(/staff|Bearer|203\.0|a\.example|sessionId|capiz-screen/i);
  });

  it('includes a refusal, which the page shows', async () => {
    answerWith = (response) => response.writeHead(401).end('{"success":false}');
    expect(await read()).toEqual([[keyOf(ORDER), expect.objectContaining({ status: 401 })]]);
  });
});

describe('a reply is left out', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['status 500', (response) => response.writeHead(500).end('{}')],
    ['status 503', (response) => response.writeHead(503).end('{}')],
    ['a redirect', (response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['a connection that breaks', (response) => response.destroy()],
    ['a body that breaks', (response) => response.writeHead(200).write('{', () => response.destroy())],
    ['more than 200,000 characters', (response) => response.end('x'.repeat(200_001))],
    ['more than 4 MB', (response) => response.end('x'.repeat(4 * 1024 * 1024 + 1))],
  ])('%s', async (_, answer) => {
    answerWith = answer;
    expect(await read()).toEqual([]);
  });

  it('a body that does not end in time', async () => {
    answerWith = (response) => response.writeHead(200).write('{');
    expect(await read({ ms: 100 })).toEqual([]);
    await expect.poll(() => closed).toBe(1);
  });

  it.each([ORDER, CARD])('without a line in the log if it does not come in time: $method', async (call) => {
    answerWith = () => {};
    expect(await read({ calls: [call], ms: 100 })).toEqual([]);
    await expect.poll(() => closed).toBe(1);
    await new Promise((done) => setTimeout(done, 50));
    expect(logged).toEqual([]);
  });

  it('that does not come in time; the others are used', async () => {
    answerWith = (response, url) => {
      if (url === CARD.url) response.end('card');
    };
    expect(await read({ calls: [ORDER, CARD], ms: 200 })).toEqual([
      [keyOf(CARD), expect.objectContaining({ body: 'card' })],
    ]);
  });

  it('that could not be requested', async () => {
    const bad = { ...ORDER, headers: { swift: '中' } };
    expect(await read({ calls: [bad, CARD] })).toEqual([[keyOf(CARD), expect.anything()]]);
    const throwing = () => {
      throw new Error('The service is broken.');
    };
    expect(await read({ by: { fetch: throwing } })).toEqual([]);
  });
});

describe('when the borrower leaves', () => {
  it('the call to the loan service is cancelled', async () => {
    const leaving = new AbortController();
    answerWith = () => leaving.abort();
    expect(await read({ signal: leaving.signal })).toEqual([]);
    await expect.poll(() => closed).toBe(1);
  });

  it('a service that does not hear it is not awaited, even if the borrower had left before', async () => {
    const by = { fetch: () => new Promise<Response>(() => undefined) };
    expect(await read({ by, signal: AbortSignal.abort() })).toEqual([]);
    expect(await read({ by, ms: 20 })).toEqual([]);
  });
});
