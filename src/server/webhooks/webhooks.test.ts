import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { reportFigures } from '#tests/reliability/figures.ts';
import { record } from '../registry/audit.ts';
import { onBothEngines } from '../registry/testing.ts';
import { eventOf, sendDue, sign } from './outbox.ts';
import { findAddressFault, isOutside, NotSent, postOutside } from './outside.ts';

/** From the documentation of Standard Webhooks. */
it('signs the published example of Standard Webhooks with the same signature', () => {
  const { headers } = sign(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', address: 'https://x.example/' },
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1_614_265_330_000,
  );
  expect(headers['Webhook-Signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

const INSIDE = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '10.255.255.255',
  ],
  ...['172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.1.254', '169.254.169.254', '169.254.0.1'],
  ...['100.64.0.1', '100.127.255.254', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.88.99.1', '127.0.0.1:8080'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]'],
  ...[
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
  ],
  ...['[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[100::1]', '[3fff::1]', '[::ffff:0:127.0.0.1]'],
];
const OTHER = [
  'http://example.com/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'gopher://example.com/',
  'data:text/plain,x',
  'https://user:password@example.com/',
  'ws://example.com/',
];
/** Lists of addresses to which a name may resolve. Each list contains an internal address, or is empty. */
const NAMES = [
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['::1'],
  ['fd00::1'],
  ['93.184.215.14', '127.0.0.1'],
  ['::ffff:192.168.0.1'],
  [],
];

type Post = typeof postOutside;

/** Tries with `post` to send to every address that must be refused. `left` are the addresses that were not refused. */
async function sendInside(post: Post) {
  const asked = vi.fn();
  const left: string[] = [];
  const send = async (address: string, found: readonly string[]) => {
    const resolve = ((_name: string, _options: object, callback: (...args: unknown[]) => void) => {
      asked();
      callback(
        null,
        found.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      );
    }) as never;
    const sending = { address: new URL(address), headers: {}, body: '{}' };
    const end = await post(sending, { resolve, timeoutMs: 1_000 }).catch((error: unknown) => error);
    if (!(end instanceof NotSent) || !/internal|https|user name or password/.test(end.message))
      left.push(address);
  };
  const literals = [...INSIDE.map((host) => `https://${host}/`), ...OTHER];
  for (const address of literals) await send(address, ['93.184.215.14']);
  const lookedUp = asked.mock.calls.length;
  for (const found of NAMES) await send('https://hooks.example.com/', found);
  return { tried: literals.length + NAMES.length, left, lookedUp };
}

it('sends no request to an internal or unsafe address: 0 of more than 60', async () => {
  const { tried, left, lookedUp } = await sendInside(postOutside);
  reportFigures({ check: 24, addresses: tried, left: left.length });
  expect(lookedUp).toBe(0);
  expect(tried).toBeGreaterThanOrEqual(60);
  expect(left).toEqual([]);
  expect(['93.184.215.14', '2606:2800:21f:cb07::1', '172.32.0.1'].map(isOutside)).toEqual([true, true, true]);
  expect(findAddressFault(new URL('https://hooks.example.com:8443/x'))).toBeUndefined();
});

it('the check detects a server that checks only host names: it sends to an internal address', async () => {
  const byName: Post = async ({ address }) => {
    if (/^(localhost$|127\.|10\.|192\.168\.)/.test(address.hostname)) throw new NotSent('It is internal.');
    return 200;
  };
  expect((await sendInside(byName)).left).toContain('https://169.254.169.254/');
});

onBothEngines('webhooks', ({ database }) => {
  /** A listener on this machine, which the operator allows. */
  async function listen(answers: number[]) {
    const got: { readonly body: string; readonly headers: IncomingMessage['headers'] }[] = [];
    const server = createServer((request, reply) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        got.push({ body, headers: request.headers });
        reply.writeHead(answers.shift() ?? 200, { Location: 'http://127.0.0.1:1/' }).end('x');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secret = Buffer.from('a secret').toString('base64');
    const events = JSON.stringify(['release.published']);
    const row = { id: 'h', address: `http://${host}/hook`, events, secret, actor: 'ana', at: 0 };
    await database().queries.insertInto('webhooks').values(row).execute();
    return { got, inside: new Set([host]), close: () => server.close() };
  }
  const publish = (fails = false) =>
    database().write(async (queries, turn) => {
      const change = {
        turn,
        at: 1_000,
        actor: 'ana',
        action: 'release.publish',
        subject: 'r',
        details: { reason: 'Why.' },
      };
      await record(queries, change);
      if (fails) throw new Error('It did not happen.');
    });

  it('report changes after they are committed, and none that were rolled back', async () => {
    const { got, inside, close } = await listen([]);
    await expect(publish(true)).rejects.toThrow('did not happen');
    expect(await sendDue(database(), () => 2_000, { inside })).toBe(0);
    await publish();
    const both = [sendDue(database(), () => 2_000, { inside }), sendDue(database(), () => 2_000, { inside })];
    expect((await Promise.all(both)).reduce((sum, one) => sum + one)).toBe(1);
    close();
    expect(got.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'release.published', data: { actor: 'ana', subject: 'r', reason: 'Why.' } },
    ]);
    const { headers, body } = got[0] ?? { headers: {}, body: '' };
    const again = sign(
      { id: String(headers['webhook-id']), body, address: 'https://x.example/' },
      Buffer.from('a secret').toString('base64'),
      2_000,
    );
    expect(headers['webhook-signature']).toBe(again.headers['Webhook-Signature']);
  });

  it('retry with growing delays, follow no redirects, and give up', async () => {
    const { got, inside, close } = await listen([500, 302, 500, 500, 500, 500, 500, 500, 200]);
    await publish();
    let now = 1_000;
    for (let hour = 0; hour < 40; hour += 1) {
      for (const step of [0, 10_000, 60_000, 240_000, 900_000])
        await sendDue(database(), () => now + step, { inside });
      now += 60 * 60_000;
    }
    close();
    expect(got.length).toBe(8);
    const row = await database().queries.selectFrom('webhook_messages').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'given-up', tries: 8, outcome: '500' });
  });
});

it.each([
  ['release.make', { needs: [{}], parent: 'p' }, 'ana', 'approval.waiting'],
  ['release.make', { needs: [], parent: 'p' }, 'ana', undefined],
  ['release.make', { needs: [{}], parent: null }, 'ana', undefined],
  ['release.approve', {}, 'ana', 'release.approved'],
  ['release.ask-changes', {}, 'ana', 'release.changes-asked'],
  ['release.publish', {}, 'ana', 'release.published'],
  ['rollout.return', {}, 'capiz', 'rollout.halted'],
  ['rollout.return', {}, 'ana', 'release.rolled-back'],
  ['release.rollback', {}, 'ana', 'release.rolled-back'],
  ['draft.save', {}, 'ana', undefined],
])('the audit record %s with %j by %s causes the event %s', (action, details, actor, event) => {
  expect(eventOf({ turn: 1, at: 0, actor, action, subject: 's', details })).toBe(event);
});
