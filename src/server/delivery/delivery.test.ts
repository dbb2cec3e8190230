import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { NodePlan, Plan } from '#renderer/plan/plan.ts';
import {
  planAddress,
  releaseAddress,
  type ReleaseDocument,
  type WholeRelease,
  writeInlineJson,
} from '#src/shared/release.ts';
import type { CountReport } from '#src/shared/reports.ts';
import { serving, createTestApp, TEST_NOW, testAppPlan, testParts, testPlan } from '../testing.ts';
import { preloadsOf } from './preloads.ts';
import { makeRelease, nameOf } from './release.ts';
import { readContract } from '#src/shared/contract.ts';
import { fixedRelease } from './release-source.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https://pictures.example.com; connect-src 'self'; " +
  "frame-src https://frames.example.com 127.0.0.1:4174; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types capiz; report-uri /capiz/reports";

async function releaseOf(answer: Response): Promise<ReleaseDocument> {
  const html = await answer.text();
  const data =
    /<script type="application\/json" data-release="[0-9a-f]{10}" id="capiz-release">(.*?)<\/script>/.exec(
      html,
    )?.[1];
  return JSON.parse(data ?? '') as ReleaseDocument;
}

it.each([
  ['https://loans.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://loans.example.com', null],
  [undefined, null],
])('with the public origin %s, every response has the HSTS header %j', async (publicOrigin, expected) => {
  const { app } = createTestApp({ ...(publicOrigin !== undefined && { publicOrigin }) });
  for (const path of ['/order', '/healthz', '/capiz/nothing', '/no-such-page']) {
    expect((await app.request(path)).headers.get('strict-transport-security')).toBe(expected);
  }
});

it.each([
  ['https://loans.example.com', true],
  ['http://loans.example.com', false],
  [undefined, false],
])('with the public origin %s, every cookie is Secure: %s', async (publicOrigin, isSecure) => {
  const { releases } = testParts([]);
  const visitor = { day: 1, away: 1, attributes: {}, cookie: 'capiz-seen=1; Path=/' };
  const { app } = createTestApp({
    ...(publicOrigin !== undefined && { publicOrigin }),
    releases: {
      ...releases,
      choose: (asked) => ({ ...releases.choose(asked), cookies: ['capiz-visit=1; Path=/'], visitor }),
    },
    counts: { tag: (tag) => tag, served: () => {}, came: () => {}, take: (report) => report },
  });
  const cookies = (await app.request('/order?lang=source')).headers.getSetCookie();
  const names = ['capiz-lang', 'capiz-visit', 'capiz-seen', 'capiz-page'];
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(names);
  expect(cookies.filter((cookie) => /; Secure(;|$)/.test(cookie))).toHaveLength(isSecure ? names.length : 0);
});

it('the three places that write cookies all know whether borrowers and staff use https', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' });
  const writing = files
    .filter((file) => /(?<!\.test)\.(ts|js|mjs)$/.test(file))
    .filter((file) => /['"]set-cookie['"]|hono\/cookie/i.test(readFileSync(`src/server/${file}`, 'utf8')));
  expect(writing.sort()).toEqual(['answers.ts', 'staff/browser-sessions.ts', 'staff/sign-on-pages.ts']);
});

describe('the address document', () => {
  it('has exactly the page’s policy and headers', async () => {
    const answer = await createTestApp().app.request('/order?orderId=1&sessionId=7');
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
  });

  it('is not stored by browsers if its address contains the session, and otherwise may use the back/forward cache', async () => {
    const { app } = createTestApp();
    const cacheOf = async (address: string) => (await app.request(address)).headers.get('cache-control');
    expect(await cacheOf('/order?orderId=1&sessionId=7')).toBe('no-store');
    expect(await cacheOf('/order?orderId=1')).toBe('no-cache');
  });

  it('contains the application, the names of the plans, the first plan and the demonstration’s mark', async () => {
    const { app } = createTestApp();
    for (const path of ['/order', '/loanDetail']) {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      const release = await releaseOf(answer);
      expect(release).toMatchObject({
        first: { screen: 'order', plan: { id: 'order' } },
        demo: true,
      });
      expect(release.app.plan.hosts.leave).toEqual(['pay.example.com', '127.0.0.1:4174']);
      expect(release.screens.order).toMatch(/^[\w-]{16}$/);
      expect(release.app.plan.screens.order).toEqual({
        paths: ['/order', '/loanDetail'],
        params: ['orderId'],
      });
    }
  });

  it('contains phone and e-mail for browsers without scripts', async () => {
    const html = await (await createTestApp().app.request('/order')).text();
    expect(html).toContain('<a href="tel:+6328000');
    expect(html).toContain('<a href="mailto:help@example.com">');
  });

  it('an unknown path is the same document with status 404 and the screen for unknown addresses', async () => {
    const answer = await createTestApp().app.request('/nowhere');
    expect(answer.status).toBe(404);
    expect((await releaseOf(answer)).first?.screen).toBe('not-found');
    expect((await createTestApp().app.request('/order/')).status).toBe(404);
    expect((await createTestApp().app.request('/order', { method: 'POST' })).status).toBe(404);
  });

  it('a call with a value in its path reaches the service', async () => {
    const request = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
    const words = {
      name: 'letter',
      method: 'GET',
      path: '/letters/{id}',
      encoding: 'query',
      client: 'json',
      safe: true,
    };
    const letter = readContract(JSON.stringify({ ...words, request, reply: 'none' }), 'letter.endpoint.json');
    const release = makeRelease(testAppPlan(), new Map([['not-found', testPlan('not-found')]]));
    const { app } = createTestApp({ releases: serving(release, [letter]) });
    const answered = async (path: string) => (await app.request(path, { headers: { Accept: '*/*' } })).text();
    expect(await answered('/letters/7')).not.toContain('No live contract has this path.');
    expect(await answered('/letters/7/more')).toContain('No live contract has this path.');
    expect(await answered('/letters/..%2F7')).toContain('No live contract has this path.');
  });

  it('a call to a path of no live contract is answered with JSON, not with a page', async () => {
    const { app } = createTestApp();
    const ask = async (path: string, accept: string | undefined, method = 'GET') => {
      const answer = await app.request(path, {
        method,
        headers: accept === undefined ? {} : { Accept: accept },
      });
      const type = answer.headers.get('content-type')?.split(';')[0];
      return [answer.status, type, type === 'application/json' ? await answer.json() : undefined];
    };
    const words = { error: { code: 'unknown', message: 'No live contract has this path.' } };
    const call = [404, 'application/json', words];
    const page = [404, 'text/html', undefined];
    const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(await ask('/hardship/list', '*/*')).toEqual(call);
    expect(await ask('/hardship/list', 'application/json')).toEqual(call);
    expect(await ask('/hardship/list', BROWSER)).toEqual(page);
    expect(await ask('/hardship/list', undefined)).toEqual(page);
    // A browser that opens the path gets the same response, because only the loan service has such paths.
    expect(await ask('/api/hardship-list', BROWSER)).toEqual(call);
    expect(await ask('/v3/personal-center/other', BROWSER)).toEqual(call);
    expect(await ask('/hardship/list', BROWSER, 'POST')).toEqual(call);
    expect((await ask('/order', '*/*')).slice(0, 2)).toEqual([200, 'text/html']);
  });

  it('contains no parameter of the address', async () => {
    const { app, lines } = createTestApp();
    const html = await (await app.request('/order?orderId=secret-4711&mobilePhone=09171234567')).text();
    expect(html + lines.join('\n')).not.toMatch(/4711|0917123/);
  });

  it('its data cannot end the script element', () => {
    const hostile = { text: '</script><!--<script>\u2028' };
    const written = writeInlineJson(hostile);
    expect(written).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(written)).toEqual(hostile);
  });
});

describe('a document preloads the code that its first plan uses', () => {
  const manifest = {
    '../../renderer/widgets/rating/rating.tsx': {
      file: 'assets/rating-1.js',
      isDynamicEntry: true,
      css: ['assets/rating-2.css'],
    },
    '../../renderer/widgets/rating/later.tsx': { file: 'assets/later-6.js', isDynamicEntry: true },
    '_forms-8.js': { file: 'assets/forms-8.js', name: 'forms', imports: ['_page-4.js'] },
    '_controls-3.js': {
      file: 'assets/controls-3.js',
      name: 'controls',
      imports: ['_page-4.js', '_field-7.js'],
      css: ['assets/controls-5.css'],
    },
    '_field-7.js': { file: 'assets/field-7.js', imports: ['_page-4.js'] },
    '_page-4.js': { file: 'assets/page-4.js', name: 'page' },
  };

  const node = (type: string): NodePlan => ({ id: type, type, props: {}, reads: [] });
  async function open(part: Partial<Plan>): Promise<string> {
    const hasForm = JSON.stringify(part).includes('"form"');
    const widgets = ['text', 'rating', ...(hasForm ? ['form', 'choice'] : []), 'constructor'];
    const plan = { ...testPlan('order'), ...part, uses: { widgets, actions: [] } };
    const { app } = createTestApp({
      releases: serving(makeRelease(testAppPlan(), new Map([['order', plan]]))),
      preloads: preloadsOf(manifest, '<script src="/capiz/assets/page-4.js">'),
    });
    return (await app.request('/order')).text();
  }
  const links = async (part: Partial<Plan>) => (await open(part)).match(/<link[^>]*>/g) ?? [];

  it('preloads the chunks of its widgets, and no others', async () => {
    expect(await links({ body: [node('text'), node('rating'), node('constructor')] })).toEqual([
      '<link rel="modulepreload" crossorigin href="/capiz/assets/rating-1.js">',
      '<link rel="preload" as="style" crossorigin href="/capiz/assets/rating-2.css">',
    ]);
  });

  it('a form preloads its code and its controls, except files that the page already names', async () => {
    expect(await links({ bar: [node('form'), node('choice')] })).toEqual([
      '<link rel="modulepreload" crossorigin href="/capiz/assets/forms-8.js">',
      '<link rel="modulepreload" crossorigin href="/capiz/assets/controls-3.js">',
      '<link rel="preload" as="style" crossorigin href="/capiz/assets/controls-5.css">',
      '<link rel="modulepreload" crossorigin href="/capiz/assets/field-7.js">',
    ]);
  });

  it('the links come before the release, so that a slow network loads their files meanwhile', async () => {
    const html = await open({ bar: [node('form'), node('choice')] });
    expect(html.lastIndexOf('<link')).toBeLessThan(html.indexOf('id="capiz-release"'));
  });

  it('code that only overlays use is not preloaded', async () => {
    expect(await links({ body: [node('text')] })).toEqual([]);
    expect(await links({ body: [node('text')], overlays: { rate: node('form') } as never })).toEqual([]);
  });
});

describe('plans keep their addresses forever', () => {
  it('every plan of the document is at its address, immutable and compressed', async () => {
    const { app } = createTestApp();
    const release = await releaseOf(await app.request('/repay'));
    for (const name of Object.values(release.screens)) {
      const plain = await app.request(`/capiz/plans/${name}.json`);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(plain.headers.get('vary')).toBe('Accept-Encoding');
      const text = await plain.text();
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await app.request(`/capiz/plans/${name}.json`, {
          headers: { 'Accept-Encoding': encoding },
        });
        expect(answer.headers.get('content-encoding')).toBe(encoding);
        expect(unpack(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text);
      }
    }
    const refused = await app.request(`/capiz/plans/${release.screens['repay']}.json`, {
      headers: { 'Accept-Encoding': 'br;q=0, gzip;q=0' },
    });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it('the whole release has an address named by its bytes, with everything that screens need', async () => {
    const { app } = createTestApp();
    const release = await releaseOf(await app.request('/repay'));
    const answer = await app.request(releaseAddress(release.name));
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const text = await answer.text();
    expect(nameOf(text)).toBe(release.name);
    const whole = JSON.parse(text) as WholeRelease;
    expect(whole).toMatchObject({
      language: release.language,
      screens: release.screens,
    });
    for (const [screen, name] of Object.entries(whole.screens)) {
      expect(whole.plans[name]?.id).toBe(screen);
      expect(JSON.stringify(whole.plans[name])).toBe(await (await app.request(planAddress(name))).text());
    }
    expect(release).not.toHaveProperty('bundled');
    expect((await app.request(releaseAddress('AAAAAAAAAAAAAAAA'))).status).toBe(404);
  });

  it('the release in the bundle of the page is served too, and the document names it if it is not the live release', async () => {
    const parts = (word: string) => {
      const plans = new Map([['order', { ...testPlan('order'), title: word }]]);
      return { release: makeRelease(testAppPlan(), plans), contracts: [], assets: new Map() };
    };
    const source = (own: string) => ({ ...fixedRelease(parts('Live')), bundled: () => parts(own) });
    const { app } = createTestApp({ releases: source('Own') });
    const release = await releaseOf(await app.request('/order'));
    expect(release.bundled).not.toBe(release.name);
    const whole = await (await app.request(releaseAddress(release.bundled ?? ''))).text();
    expect(whole).toContain('"title":"Own"');
    const { app: same } = createTestApp({ releases: source('Live') });
    expect(await releaseOf(await same.request('/order'))).not.toHaveProperty('bundled');
  });

  it('responds with 304 and no body if the browser has the file', async () => {
    const { app } = createTestApp();
    const release = await releaseOf(await app.request('/repay'));
    const path = `/capiz/plans/${release.screens['repay']}.json`;
    const ask = (tag: string) =>
      app.request(path, { headers: { 'If-None-Match': tag, 'Accept-Encoding': 'br' } });
    const tag = (await app.request(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const answer = await ask(known);
      expect([answer.status, await answer.text()]).toEqual([304, '']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        etag: tag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    expect((await ask('W/"another-one"')).status).toBe(200);
  });

  it('unknown addresses below /capiz/ have status 404', async () => {
    const { app } = createTestApp();
    for (const path of [`/capiz/plans/${'0'.repeat(16)}.json`, '/capiz/plans/x.json', '/capiz/nothing']) {
      const answer = await app.request(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe('Not found');
    }
  });

  it('equal plans have equal names', () => {
    const make = () => makeRelease(testAppPlan(), new Map([['order', testPlan('order')]]));
    expect(make().screens).toEqual(make().screens);
    expect([...make().files.keys()]).toEqual([...make().files.keys()]);
  });
});

describe('reports are limited and contain only known words', () => {
  type App = ReturnType<typeof createTestApp>['app'];
  const post = (app: App, body: string | object, remoteAddress = '203.0.113.7') =>
    app.request(
      '/capiz/reports',
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
      { incoming: { socket: { remoteAddress } } },
    );
  const list = async (app: App) =>
    (await (await app.request('/capiz/reference/reports')).json()) as { details: object }[];

  it('a policy report keeps its directive and host, in both formats', async () => {
    const { app, lines } = createTestApp();
    const report = {
      'csp-report': {
        'document-uri': 'http://localhost/order?mobilePhone=09171234567#/x',
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/4711/x.js?sessionId=4711',
        'script-sample': 'alert(4711)',
        'line-number': 3,
      },
    };
    expect((await post(app, report)).status).toBe(204);
    const body = { effectiveDirective: 'img-src', blockedURL: 'https://4711@evil.example:8443/4711' };
    await post(app, [{ type: 'csp-violation', body }]);
    expect(await list(app)).toEqual([
      { at: TEST_NOW, kind: 'csp', details: { directive: 'script-src-elem', blocked: 'evil.example' } },
      { at: TEST_NOW, kind: 'csp', details: { directive: 'img-src', blocked: 'evil.example' } },
    ]);
    expect(lines.join('\n')).not.toMatch(/4711|0917/);
  });

  it.each([
    ['inline', 'inline'],
    ['data', 'data'],
    ['data:text/plain,4711', 'data'],
    ['blob:https://evil.example/4711', 'blob'],
    ['4711', 'other'],
    ['javascript:4711', 'other'],
    ['//4711', 'other'],
  ])('the blocked address %j is stored as %j', async (blocked, said) => {
    const { app } = createTestApp();
    await post(app, { 'csp-report': { 'violated-directive': 'style-src 4711', 'blocked-uri': blocked } });
    await post(app, { 'csp-report': { 'effective-directive': '4711', 'blocked-uri': blocked } });
    expect((await list(app)).map(({ details }) => details)).toEqual([
      { directive: 'style-src', blocked: said },
      { directive: 'other', blocked: said },
    ]);
  });

  it('the page’s own report keeps its code and names, if they are known', async () => {
    const body: NodePlan[] = [{ id: 'n3', type: 'text', props: {}, reads: [] }];
    const plans = new Map([['order', { ...testPlan('order'), body }]]);
    const { app } = createTestApp({ releases: serving(makeRelease(testAppPlan(), plans)) });
    const node = 'n3';
    const fault = { type: 'fault', code: 'text/failed', screen: 'order', extra: '4711' };
    await post(app, { ...fault, node, detail: 'server' });
    await post(app, { ...fault, detail: 'order-details: /data/4711' });
    await post(app, { ...fault, screen: '4711', node, detail: 'call me at 4711' });
    await post(app, { ...fault, node: '4711', detail: { text: '4711' } });
    await post(app, { ...fault, code: 'call/me-at-4711' });
    await post(app, { ...fault, code: 'image/not-allowed', detail: 'pictures.example' });
    await post(app, { ...fault, code: 'image/not-allowed', detail: 'call me at 4711' });
    expect((await list(app)).map(({ details }) => details)).toEqual([
      { code: 'text/failed', screen: 'order', node, detail: 'server' },
      { code: 'text/failed', screen: 'order', detail: 'order-details' },
      { code: 'text/failed' },
      { code: 'text/failed', screen: 'order' },
      { code: 'other' },
      { code: 'image/not-allowed', screen: 'order', detail: 'pictures.example' },
      { code: 'image/not-allowed', screen: 'order', detail: 'other' },
    ]);
  });

  it('no text of a posted body reaches the log, the metrics or the counts', async () => {
    const kept: string[] = [];
    const counts = {
      tag: () => undefined,
      served: () => {},
      came: () => {},
      take(report: CountReport) {
        kept.push(...Object.keys(report.screens));
        return report;
      },
    };
    const { app, lines } = createTestApp({ counts });
    const marks = ['4711-call-me', 'CALLME4711', 'call_me\n4711', '${4711}', '__proto__4711'];
    for (const mark of marks) {
      const words = {
        code: mark,
        screen: mark,
        node: mark,
        detail: mark,
        'document-uri': mark,
        [mark]: mark,
      };
      await post(app, words);
      await post(app, { ...words, code: 'text/failed' });
      for (const name of ['effective-directive', 'violated-directive', 'effectiveDirective', 'blocked-uri'])
        await post(app, { 'csp-report': { 'effective-directive': 'img-src', ...words, [name]: mark } });
      const screens = { order: { view: 1, [mark]: 1 }, [mark.toLowerCase()]: { view: 1 } };
      await post(app, { type: 'counts', release: '0123456789ab', screens });
    }
    const metrics = await (await app.request('/metrics')).text();
    expect([lines.join('\n'), metrics, kept.join(), JSON.stringify(await list(app))].join()).not.toMatch(
      /4711/,
    );
    expect(kept).toEqual(marks.map(() => 'order'));
    expect(metrics).toContain('capiz_page_reports_total{kind="fault",code="other"} 5');
  });

  it('the log has at most ten lines a minute for one network and sixty for all, and the metrics count every report', async () => {
    let now = TEST_NOW;
    const { app, lines } = createTestApp({ now: () => now });
    const told = () => lines.splice(0).filter((line) => line.startsWith('A page reports')).length;
    const send = async (count: number, from: (at: number) => string) => {
      for (let at = 0; at < count; at += 1) await post(app, { code: 'text/failed' }, from(at));
    };
    await send(30, (at) => `2001:db8:0:7::${at}`);
    expect(told()).toBe(10);
    await send(100, (at) => `198.51.100.${at}`);
    expect(told()).toBe(50);
    now += 60_000;
    await send(100, () => '127.0.0.1');
    expect(told()).toBe(60);
    const metrics = await (await app.request('/metrics')).text();
    expect(metrics).toContain('capiz_page_reports_total{kind="fault",code="text/failed"} 230');
  });

  it('invalid reports are dropped, too long ones refused, and the oldest deleted', async () => {
    const { app } = createTestApp();
    for (const body of ['', 'x', '1', '{}', '[null]', '{"csp-report":{"__proto__":"x"}}'])
      await post(app, body);
    expect(await list(app)).toEqual([]);
    expect((await post(app, { code: 'x'.repeat(20_000) })).status).toBe(413);
    await post(app, { code: 'list/failed' });
    for (let index = 0; index < 25; index += 1)
      await post(
        app,
        Array.from({ length: 30 }, () => ({ code: 'text/failed' })),
      );
    const kept = await list(app);
    expect(kept).toHaveLength(500);
    expect(JSON.stringify(kept)).not.toContain('list/failed');
  });
});

describe('small routes', () => {
  it('/ redirects to the demonstration while the simulator is used', async () => {
    const { app } = createTestApp();
    const answer = await app.request('/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/capiz/demo']);
    const page = await (await app.request('/capiz/demo')).text();
    expect(page).toMatch(/href="\/order\?orderId=journey-[0-9a-f]{6}&amp;productId=1203&amp;userId=/);
  });

  it('/healthz and /readyz respond', async () => {
    const { app } = createTestApp();
    expect((await app.request('/healthz')).status).toBe(200);
    expect((await app.request('/readyz')).status).toBe(200);
  });

  it('with a real loan service there is no page of the simulator', async () => {
    const { app, paymentPage } = createTestApp({ loanService: { upstream: new URL('http://127.0.0.1:9') } });
    expect(paymentPage).toBeUndefined();
    for (const path of ['/capiz/demo', '/capiz/reference/requests', '/capiz/reference/reports']) {
      expect((await app.request(path)).status).toBe(404);
    }
    expect((await releaseOf(await app.request('/order'))).demo).toBe(false);
    expect((await app.request('/')).status).toBe(404);
  });
});
