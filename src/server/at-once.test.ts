import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readPlainly } from './delivery/read-asked.ts';
import { responseOf } from './delivery/compressed.ts';
import type { PageCall } from './delivery/release-source.ts';
import { createTestApp, TEST_NOW, testParts } from './testing.ts';

type Headers = { readonly [name: string]: string };

function incoming(url: string, headers: Headers = {}, method = 'GET'): IncomingMessage {
  const given = { host: 'localhost', ...headers };
  return Object.assign(new IncomingMessage(new Socket()), { method, url, headers: given });
}

/** A server whose clock stands, and what it writes of what it answered. */
function serve(options: Parameters<typeof createTestApp>[0] = {}) {
  const apps = createTestApp({ now: () => TEST_NOW, logsRequests: true, ...options });
  const atOnce = (...given: Parameters<typeof incoming>) => {
    const asked = readPlainly(incoming(...given));
    const answer = asked && apps.atOnce(asked);
    return answer && responseOf(answer);
  };
  const counts = async () => (await apps.app.request('/metrics')).text();
  return { ...apps, atOnce, counts };
}

/** All of an answer but the number by which a visitor is known from now on. */
async function tell(answer: Response) {
  const headers = [...answer.headers].map(([name, value]) => [
    name,
    value.replace(/(capiz-visitor=)[\w-]{22}/, '$1'),
  ]);
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()).toString('base64') };
}

async function planOf({ app }: ReturnType<typeof serve>): Promise<string> {
  const html = await (await app.request('/order')).text();
  return `/capiz/plans/${/"order":"([\w-]+)"/.exec(html)?.[1]}.json`;
}

describe('what is answered at once is what the app answers', () => {
  const same = (what: string, path: string | undefined, headers: Headers = {}) =>
    it(`${what} is`, async () => {
      const server = serve();
      const address = path ?? (await planOf(server));
      const expected = await tell(await server.app.request(address, { headers }));
      const lines = server.lines.length;
      const before = await server.counts();
      const answer = server.atOnce(address, headers);
      expect(answer && (await tell(answer))).toEqual(expected);
      const [line] = server.lines.slice(lines).filter((one) => !one.includes('health'));
      expect(line?.replace(/"ms":\d+/, '')).toBe(server.lines[lines - 1]?.replace(/"ms":\d+/, ''));
      expect(await server.counts()).not.toBe(before);
    });
  same('a plan', undefined);
  same('a plan, packed', undefined, { 'accept-encoding': 'br' });
  same('a plan that somebody has', undefined, { 'if-none-match': '*' });
  same('a document', '/order', { 'accept-encoding': 'gzip, deflate, br' });
  same('a document that somebody has', '/order', { 'if-none-match': '*' });
  same('a document in a language that is asked for', '/order?lang=fil', { 'accept-encoding': 'gzip' });
  same('a document of somebody', '/order?orderId=repayable-s&merchantNumber=1001');
  same('a document that is fetched ahead', '/order', { 'sec-fetch-dest': 'empty' });
  same('a document in a frame', '/order', { 'sec-fetch-dest': 'iframe' });
  same('a document of a visit that goes on', '/order', {
    cookie: `capiz-visitor=${'v'.repeat(22)}; capiz-lang=fil-PH`,
  });
});

describe('the app is asked', () => {
  const asksApp = (what: string, ...given: Parameters<typeof incoming>) =>
    it(`${what} is its matter`, () => expect(serve().atOnce(...given)).toBeUndefined());
  asksApp('an address that no screen has', '/nowhere');
  asksApp('a call', '/v3/loan-details/generate-vcode');
  asksApp('a plan that nobody serves', '/capiz/plans/AAAAAAAAAAAAAAAA.json');
  asksApp('a page that is no screen', '/capiz/demo');
  asksApp('a beginning that leads elsewhere', '/');
  asksApp('a head alone', '/order', {}, 'HEAD');
  asksApp('what is sent', '/order', {}, 'POST');
  asksApp('an address with steps in it', '/capiz/../order');
  asksApp('an address with escaped letters', '/%6frder');
  asksApp('an address with a host in it', 'http://localhost/order');
  asksApp('a host that is none', '/order', { host: 'a/b' });

  it('about a screen that has the address of a call of a release at hand', () => {
    const { releases } = testParts([]);
    const [call] = releases.live().contracts;
    const earlier = { ...releases.live(), contracts: call ? [{ ...call, paths: ['/order'] }] : [] };
    const retained = () => [releases.live(), earlier];
    expect(serve({ releases }).atOnce('/order')).toBeDefined();
    expect(serve({ releases: { ...releases, retained } }).atOnce('/order')).toBeUndefined();
  });

  it('about a page of which something is to be said', () => {
    const { releases } = testParts([]);
    const judge = ({ screen }: PageCall) => (screen === 'order' ? 'closed' : undefined);
    const { atOnce } = serve({ releases: { ...releases, judge } });
    expect(atOnce('/order')).toBeDefined();
    expect(atOnce('/order', { 'capiz-screen': 'order' })).toBeUndefined();
  });
});
