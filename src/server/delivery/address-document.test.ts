import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_COOKIE } from '#src/shared/release.ts';
import { createTestApp, serving, TEST_NOW, testAppPlan, testPlan } from '../testing.ts';
import { makeRelease } from './release.ts';
import type { Choice } from './release-source.ts';

/** Number of compressions, by kind. */
const { packed } = vi.hoisted(() => ({ packed: { br: 0, better: 0, gzip: 0 } }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  const counted =
    <Call extends (...given: never[]) => unknown>(kind: keyof typeof packed, call: Call) =>
    (...given: Parameters<Call>) => {
      packed[kind] += 1;
      return call(...given);
    };
  return {
    ...zlib,
    brotliCompressSync: counted('br', zlib.brotliCompressSync),
    brotliCompress: counted('better', zlib.brotliCompress as (...given: never[]) => unknown),
    gzipSync: counted('gzip', zlib.gzipSync),
  };
});

const LIST = ['en-PH', 'fil-PH'];
const release = makeRelease(
  { ...testAppPlan(), languages: { default: 'en-PH', list: LIST } },
  new Map(['order', 'repay', 'not-found'].map((id) => [id, testPlan(id)])),
);

const VISITOR = { day: 20_000, away: 7, attributes: {}, cookie: 'capiz-seen=20000; Path=/' };

/** A server whose release choice the test sets, with a running clock. */
function serve() {
  let time = TEST_NOW;
  const given = {
    ...{ version: 7, cookies: [] as string[], isCounting: false },
    tag: { release: '0123456789ab', group: 'first.control', token: 'abc.1.def' },
  };
  const drawn: string[] = [];
  const served: unknown[] = [];
  const came: unknown[] = [];
  const source = serving(release);
  const { app } = createTestApp({
    now: () => (time += 1_000),
    renderPlaceholder({ plan, language, chrome }) {
      drawn.push(`${plan.id} ${language} ${chrome}`);
      return { markup: `<p>$& ${drawn.at(-1)}</p>`, title: `$& <${language}>` };
    },
    releases: {
      ...source,
      choose: (asked): Choice => ({
        ...source.choose(asked),
        version: given.version,
        cookies: given.cookies,
        ...(given.isCounting && { counts: given.tag, visitor: VISITOR }),
      }),
    },
    counts: {
      tag: (tag) => tag,
      served: (tag) => served.push(tag),
      came: (visitor) => came.push(visitor),
      take: () => undefined,
    },
  });
  const open = async (address: string, headers: { readonly [name: string]: string } = {}) => {
    const answer = await app.request(address, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [said] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(PAGE_COOKIE));
    return { ...{ answer, bytes, said }, tag: answer.headers.get('etag') ?? '', status: answer.status };
  };
  return { given, served, came, drawn, open };
}

beforeEach(() => {
  Object.assign(packed, { br: 0, better: 0, gzip: 0 });
});

describe('the address document is the same for everybody', () => {
  it('two visitors at different times get the same bytes, with their own clock and counts in cookies', async () => {
    const { open, given, served } = serve();
    const one = await open('/order?orderId=1&sessionId=7');
    given.cookies = ['capiz-visit=other; Path=/'];
    given.isCounting = true;
    const two = await open('/loanDetail?orderId=2');
    expect(two.bytes.equals(one.bytes)).toBe(true);
    expect(two.tag).toBe(one.tag);
    expect(one.said).toBe(`capiz-page=${TEST_NOW + 1_000}///; Path=/; Max-Age=60; SameSite=Lax`);
    expect(two.said).toBe(
      `capiz-page=${TEST_NOW + 2_000}/0123456789ab/first.control/abc.1.def; Path=/; Max-Age=60; SameSite=Lax`,
    );
    expect(served).toEqual([given.tag]);
    expect(two.answer.headers.getSetCookie()).toContain(VISITOR.cookie);
    expect(two.bytes.toString()).not.toMatch(/0123456789ab|first\.control|abc\.1\.def/);
  });

  it('responds with 304 and with the clock, policy and cookies of that response if the browser has the document', async () => {
    const { open, given } = serve();
    const { tag, answer } = await open('/order');
    given.cookies = ['capiz-visit=later; Path=/'];
    const again = await open('/order', { 'If-None-Match': tag });
    expect([again.status, again.bytes.length, again.tag]).toEqual([304, 0, tag]);
    expect(again.said).toContain(`=${TEST_NOW + 2_000}/`);
    expect(again.answer.headers.getSetCookie()).toContain('capiz-visit=later; Path=/');
    for (const name of ['content-security-policy', 'cache-control', 'vary'])
      expect(again.answer.headers.get(name)).toBe(answer.headers.get(name));
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  });

  it('an unknown address has status 404 even if the browser has its document', async () => {
    const { open } = serve();
    const { tag, status } = await open('/nowhere');
    expect([status, (await open('/elsewhere', { 'If-None-Match': tag })).status]).toEqual([404, 404]);
  });

  it('another screen, language or version has another document', async () => {
    const { open, given } = serve();
    const tags = [
      (await open('/order')).tag,
      (await open('/repay')).tag,
      (await open('/order?lang=fil-PH')).tag,
    ];
    given.version = 8;
    tags.push((await open('/order')).tag);
    expect(new Set(tags).size).toBe(4);
    expect((await open('/order', { 'If-None-Match': tags[0] ?? '' })).status).toBe(200);
  });

  it('a document that a service worker fetches sets no page cookie and is not counted', async () => {
    const { open, given, served, came } = serve();
    given.isCounting = true;
    const said = async (to: string) => (await open('/order', { 'Sec-Fetch-Dest': to })).said;
    expect(await said('empty')).toBeUndefined();
    expect(await said('iframe')).toContain('///');
    expect([...served, ...came]).toEqual([]);
    expect(await said('document')).toContain('/0123456789ab/');
    expect(served).toHaveLength(1);
    expect(came).toEqual([VISITOR]);
  });
});

describe('a document contains the placeholder of its screen', () => {
  const SHELL =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  const SAFARI = `${SHELL} Version/17.5 Safari/604.1`;
  const CHROME =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';

  it.each([
    ['the shell', SHELL, 'host'],
    ['Safari', SAFARI, 'web'],
    ['Chrome', CHROME, 'web'],
    ['a client without a User-Agent', undefined, 'web'],
  ])('the server renders the placeholder once per language for %s', async (_title, agent, chrome) => {
    const { open, drawn } = serve();
    const headers = agent === undefined ? {} : { 'User-Agent': agent };
    for (const language of ['en-PH', 'fil-PH', 'en-PH']) {
      const { bytes } = await open(`/order?lang=${language}`, headers);
      expect(bytes.toString()).toContain(
        `<div id="capiz"><!--capiz-picture--><p>$& order ${language} ${chrome}</p><!--/capiz-picture--></div>`,
      );
      expect(bytes.toString()).toContain(`<title>$&#38; &#60;${language}&#62;</title>`);
    }
    expect(drawn).toEqual([`order en-PH ${chrome}`, `order fil-PH ${chrome}`]);
  });

  it('an unknown address has the placeholder of the screen for unknown addresses', async () => {
    const { open } = serve();
    expect((await open('/nowhere')).bytes.toString()).toContain('$& not-found en-PH web');
  });
});

describe('the address document is compressed once', () => {
  it('once for all requests of a screen and language, in each encoding', async () => {
    const { open } = serve();
    for (const encoding of ['br', 'gzip', 'br', 'gzip', 'gzip, br', 'br']) {
      const { bytes, answer } = await open('/order', { 'Accept-Encoding': encoding });
      const unpack = answer.headers.get('content-encoding') === 'gzip' ? gunzipSync : brotliDecompressSync;
      expect(unpack(bytes).toString()).toContain('id="capiz-release"');
    }
    for (let visitor = 0; visitor < 50; visitor += 1)
      await open(`/loanDetail?orderId=${visitor}`, { 'Accept-Encoding': 'gzip, br' });
    // The second brotli compression is the smaller one, made in the background.
    await expect.poll(() => packed).toEqual({ br: 1, better: 1, gzip: 1 });
    await open('/order?lang=fil-PH', { 'Accept-Encoding': 'br' });
    await open('/repay', { 'Accept-Encoding': 'br' });
    await expect.poll(() => packed).toEqual({ br: 3, better: 3, gzip: 1 });
  });

  it('all unknown addresses share one document', async () => {
    const { open } = serve();
    for (let visitor = 0; visitor < 20; visitor += 1)
      await open(`/nowhere/${visitor}`, { 'Accept-Encoding': 'br' });
    expect(packed.br).toBe(1);
  });
});
