import {
  createServer,
  get as requestPage,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compileLibrary, contractOf } from '#renderer/grammar/testing.ts';
import { BORROWER_DATA_ID, BORROWER_HEADER } from '#src/shared/release.ts';
import { readContract } from '#src/shared/contract.ts';
import type { AppOptions } from '../app-options.ts';
import type { CallService } from '../call-service.ts';
import type { OpenDocument } from '../delivery/document.ts';
import { gzipBeginning } from '../delivery/gzip-parts.ts';
import { makeRelease } from '../delivery/release.ts';
import { fixedRelease } from '../delivery/release-source.ts';
import { createTestApp, TEST_NOW, testProject } from '../testing.ts';
import { createContentWriter } from './content-writer.ts';

const ADDRESS = '/shelf?cardId=7&readerId=canary-reader';
const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (Linux; Android 14)' };
const ORIGIN = 'https://page.example';

const { app: library, plans } = compileLibrary({ routes: ['/shelf'] });
if (library === undefined) throw new Error('The library has no plan.');
const release = makeRelease(library, plans);
const contracts = ['shelf', 'book'].map((name) =>
  readContract(JSON.stringify(contractOf(name)), `schemas/api/${name}.endpoint.json`),
);

let upstream: Server;
let calls: { readonly url: string | undefined; readonly response: ServerResponse }[] = [];
let left = 0;
let answerWith: (response: ServerResponse) => void;
const REPLY = '{"ok":true,"data":"canary </script><!-- é"}';
const answerAll = () => {
  for (const { response } of calls) response.end(REPLY);
};

beforeAll(async () => {
  upstream = createServer(({ url }, response) => {
    calls.push({ url, response });
    response.on('close', () => {
      if (!response.writableEnded) left += 1;
    });
    answerWith(response);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  calls = [];
  left = 0;
  answerWith = (response) => response.end(REPLY);
});

/** A server in front of the loan service, which renders no contents by itself. */
function createPlain(options: Partial<AppOptions> = {}) {
  const { port } = upstream.address() as AddressInfo;
  return createTestApp({
    ...testProject.readBuilt(),
    releases: fixedRelease({ release, contracts, assets: new Map() }),
    loanService: { upstream: new URL(`http://127.0.0.1:${port}`) },
    ...options,
  });
}

/** A server that renders contents, and what it counted. */
function serve(options: Partial<AppOptions> = {}) {
  const { app } = createPlain({
    renderPlaceholder: () => ({ markup: '<p>Loading</p>', title: 'Shelf' }),
    renderContent: (_, { replies, params, session }) =>
      Promise.resolve(`<p>${JSON.stringify({ params, session, replies: replies.length })}</p>`),
    publicOrigin: ORIGIN,
    ...options,
  });
  const open = async (headers: { readonly [name: string]: string } = BROWSER, address = ADDRESS) =>
    app.request(address, { headers });
  const counted = async () => {
    const metrics = await (await app.request('/metrics')).text();
    return Object.fromEntries(
      [...metrics.matchAll(/capiz_documents_total\{outcome="(\w+)"\} (\d+)/g)].map(([, name, count]) => [
        name,
        Number(count),
      ]),
    );
  };
  return { app, open, counted };
}

/** Everybody's document of the address. */
const forAll = (app: ReturnType<typeof serve>['app'], headers: object = {}, method = 'GET') =>
  app.request(ADDRESS, { method, headers: { Accept: '*/*', ...headers } });
const DATA = new RegExp(`<script type="application/json" id="${BORROWER_DATA_ID}">(.*?)</script>`, 's');
const dataIn = (html: string): unknown => JSON.parse(DATA.exec(html)?.[1] ?? 'null');
const CONTENT = /<div id="capiz-content">.*?<\/div>/s;

describe('a document with the data of one borrower', () => {
  it('is everybody’s document with the content and the replies before its end', async () => {
    const { app, open, counted } = serve();
    const html = await (await open()).text();
    expect(calls.map(({ url }) => url)).toEqual(['/api/shelf?cardId=7']);
    expect(html).toContain(
      '<div id="capiz-content"><p>{"params":{"cardId":"7"},"session":{"readerId":"canary-reader"},"replies":1}</p></div>',
    );
    expect(dataIn(html)).toEqual({
      ...{ now: TEST_NOW, origin: ORIGIN, chrome: 'web' },
      replies: [
        [
          expect.stringContaining('/api/shelf?cardId=7'),
          { status: 200, body: REPLY, receivedAt: expect.any(Number) },
        ],
      ],
    });
    const shared = await (await forAll(app)).text();
    expect(html.replace(CONTENT, '').replace(DATA, '')).toBe(shared);
    expect(shared).not.toMatch(/canary|capiz-data|capiz-content/);
    expect(await counted()).toEqual({ content: 1 });
  });

  it('is the same with and without compression', async () => {
    const { open } = serve();
    const plain = await open();
    const zipped = await open({ ...BROWSER, 'Accept-Encoding': 'gzip, deflate, br' });
    const refused = await open({ ...BROWSER, 'Accept-Encoding': 'gzip;q=0, br' });
    const coding = (answer: Response) => answer.headers.get('content-encoding');
    expect([plain, zipped, refused].map(coding)).toEqual([null, 'gzip', null]);
    const text = (html: string) => html.replaceAll(/"receivedAt":\d+/g, '');
    const html = text(await plain.text());
    expect(text(gunzipSync(await zipped.arrayBuffer()).toString())).toBe(html);
    expect(text(await refused.text())).toBe(html);
  });

  it('is in no cache, and has the policies and cookies of everybody’s document', async () => {
    const { app, open } = serve();
    const own = await open();
    const shared = await forAll(app);
    const different = [
      'cache-control',
      'content-length',
      'etag',
      'x-accel-buffering',
      BORROWER_HEADER.toLowerCase(),
    ];
    const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !different.includes(name));
    expect(headersOf(own)).toEqual(headersOf(shared));
    expect(headersOf(own).map(([name]) => name)).toEqual(
      expect.arrayContaining(['content-security-policy', 'referrer-policy', 'set-cookie', 'vary']),
    );
    const values = different.map((name) => own.headers.get(name));
    expect(values).toEqual(['no-store', null, null, 'no', expect.stringMatching(/^\d+$/)]);
    expect(await own.text()).toContain(`"version":${values[4]},`);
    expect(shared.headers.has(BORROWER_HEADER)).toBe(false);
  });

  it('has no content if it was not rendered, and the page uses the replies', async () => {
    const { open, counted } = serve({ renderContent: () => Promise.resolve('') });
    const html = await (await open()).text();
    expect(html).not.toContain('capiz-content');
    expect(dataIn(html)).toEqual({ now: TEST_NOW, origin: ORIGIN, replies: [expect.anything()] });
    expect(await counted()).toEqual({ data: 1 });
  });

  it('is everybody’s document byte for byte if its screen cannot be rendered', async () => {
    const { app, open } = serve({ renderContent: () => Promise.reject(new Error('broken')) });
    expect(await (await open()).text()).toBe(await (await forAll(app)).text());
  });

  it('has the origin of its request if the server has no public one', async () => {
    const { app } = createPlain({ renderContent: () => Promise.resolve('<p>Shown</p>') });
    const html = await (await app.request(`http://10.0.0.1:8080${ADDRESS}`, { headers: BROWSER })).text();
    expect(dataIn(html)).toMatchObject({ origin: 'http://10.0.0.1:8080' });
  });
});

describe('everybody’s document', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['no data in time', () => {}],
    ['a failure', (response) => response.writeHead(500).end('{}')],
  ])('is sent byte for byte after %s, with both encodings', async (_, answer) => {
    answerWith = answer;
    const { app, open, counted } = serve();
    const shared = await (await forAll(app)).text();
    const began = performance.now();
    const own = await open();
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(await own.text()).toBe(shared);
    expect(performance.now() - began).toBeLessThan(2_000);
    const zipped = await open({ ...BROWSER, 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(shared);
    expect(await counted()).toEqual({ nothing: 2 });
  });

  it('is sent for HEAD, without a call and without a body', async () => {
    const { app } = serve();
    const head = await app.request(ADDRESS, { method: 'HEAD', headers: BROWSER });
    const { headers } = await forAll(app, {}, 'HEAD');
    expect([head.status, await head.text(), calls]).toEqual([200, '', []]);
    expect([...head.headers]).toEqual([...headers]);
    expect(head.headers.get('etag')).toMatch(/^W\//);
  });

  it('is answered with 304 if the browser has it, but not for a person who opens the address', async () => {
    const { app, open } = serve();
    const tag = (await forAll(app)).headers.get('etag') ?? '';
    expect((await forAll(app, { 'If-None-Match': tag })).status).toBe(304);
    expect((await open({ ...BROWSER, 'If-None-Match': tag })).status).toBe(200);
  });

  it.each([
    ['without a session', '/shelf?cardId=7'],
    ['of an unknown path', '/elf?cardId=7&readerId=r'],
    ['of a screen without data', '/book?isbn=1&cardId=7&readerId=r'],
  ])('is sent for an address %s, without a call', async (_, address) => {
    const { open, counted } = serve();
    const answer = await open(BROWSER, address);
    expect(answer.headers.has(BORROWER_HEADER)).toBe(false);
    expect(answer.headers.has('etag')).toBe(true);
    expect([calls, await counted()]).toEqual([[], {}]);
  });

  it('is sent by a server that renders no contents', async () => {
    const { app } = createPlain();
    const answer = await app.request(ADDRESS, { headers: BROWSER });
    expect([answer.headers.has(BORROWER_HEADER), calls]).toEqual([false, []]);
  });

  it('is sent after five failures in a row, without a call', async () => {
    answerWith = (response) => response.writeHead(500).end('{}');
    const { open } = serve();
    for (let one = 0; one < 5; one += 1) await (await open()).text();
    calls = [];
    expect((await open()).headers.has(BORROWER_HEADER)).toBe(false);
    expect(calls).toEqual([]);
  });
});

describe('over a connection', () => {
  let server: Server;

  const listen = async (app: ReturnType<typeof serve>['app']) => {
    server = createServer(getRequestListener(app.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${ADDRESS}`;
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const openPage = (address: string, headers = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      requestPage(address, { headers: { ...BROWSER, ...headers } }, resolve).on('error', reject);
    });

  it.each(['identity', 'gzip'])('the beginning arrives before the data (%s)', async (encoding) => {
    answerWith = () => {};
    const { app } = serve();
    const page = await openPage(await listen(app), { 'Accept-Encoding': encoding });
    const parts: Buffer[] = [];
    const ended = new Promise((done) => page.on('end', done));
    page.on('data', (part: Buffer) => parts.push(part));
    await expect.poll(() => parts.length).toBeGreaterThan(0);
    const beginning = Buffer.concat(parts).length;
    await expect.poll(() => calls).toHaveLength(1);
    answerAll();
    await ended;
    const all = Buffer.concat(parts);
    expect(all.length).toBeGreaterThan(beginning);
    const html = (encoding === 'gzip' ? gunzipSync(all) : all).toString();
    expect(html).toMatch(/^<!doctype html>.*<p>Loading<\/p>.*id="capiz-content".*<\/html>$/s);
  });

  it('the calls are cancelled if the borrower leaves, and this is not a failure of the loan service', async () => {
    answerWith = () => {};
    const { app } = serve();
    const address = await listen(app);
    for (let one = 1; one <= 6; one += 1) {
      const page = await openPage(address);
      page.on('error', () => undefined);
      await expect.poll(() => calls.length).toBe(one);
      page.destroy();
      await expect.poll(() => left).toBe(one);
    }
    answerWith = (response) => response.end(REPLY);
    const page = await openPage(address);
    expect(page.headers[BORROWER_HEADER.toLowerCase()]).toBeDefined();
    page.destroy();
  });
});

it('a document whose body is cancelled ends its calls at once', async () => {
  const plan = plans.get('shelf');
  if (plan === undefined || library === undefined) throw new Error('The shelf has no plan.');
  const identity = new TextEncoder().encode('<html>');
  const document: OpenDocument = {
    screen: { plan, app: library, language: 'en', chrome: 'web' },
    version: 1,
    beginning: { identity, gzip: gzipBeginning(identity) },
    end: '</html>',
  };
  const asked: AbortSignal[] = [];
  const service: CallService = {
    fetch({ signal }) {
      asked.push(signal);
      return new Promise(() => undefined);
    },
  };
  const writer = createContentWriter({
    render: () => Promise.resolve(''),
    now: () => TEST_NOW,
    count: () => {},
    patienceMs: 60_000,
  });
  const request = new Request(`${ORIGIN}${ADDRESS}`, { headers: BROWSER });
  const answer = writer.answer(request, document, service, {});
  expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
  await answer?.body?.cancel();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});
