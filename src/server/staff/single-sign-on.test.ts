import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBothEngines } from '../registry/testing.ts';
import { disableStaff, invitePerson, listStaff } from './accounts.ts';
import { makeFirstLink } from './first-admin.ts';
import { createStaffPages } from './pages.ts';
import {
  ALGORITHMS,
  CLIENT,
  PUBLIC_PEM,
  signEd,
  signHmac,
  signRsa,
  signShort,
  startProvider,
  otherPartyKey,
  type ProviderChanges,
} from './provider.testing.ts';
import { takeLink } from './sessions.ts';
import { createSingleSignOn, findFederated, type SingleSignOn } from './single-sign-on.ts';
import { givenStaff } from './testing.ts';

const told: ProviderChanges = {};
let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider(told);
});
beforeEach(() => {
  for (const name of Object.keys(told)) Reflect.deleteProperty(told, name);
});
afterAll(() => provider.stop());

const BACK = 'http://127.0.0.1:1/capiz/staff/single-sign-on/back';
const open = () => createSingleSignOn({ issuer: provider.issuer, ...CLIENT });

/** One sign-in at the provider, which responds as the test wants. */
async function goThere(
  more: ProviderChanges = {},
  change: (kept: string) => string = (kept) => kept,
  single: SingleSignOn = open(),
) {
  const { address, kept } = await single.begin(BACK);
  const { searchParams } = new URL(address);
  Object.assign(told, more, { claims: { nonce: searchParams.get('nonce'), ...more.claims } });
  const here = new URL(BACK);
  here.search = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' }).toString();
  return single.end(here, change(kept));
}

describe('the provider identifies a person', () => {
  const ANA = { sub: '7', email: 'ana@example.com', email_verified: true };

  it.each([
    ['RS256 and its key', {}],
    ['no email, which the provider returns on request', { claims: { email: undefined }, userInfo: ANA }],
  ] as [string, ProviderChanges][])('by a token with %s', async (_title, { claims, ...more }) => {
    const identity = await goThere({ ...more, claims: { ...ANA, ...claims } });
    expect(identity).toEqual({ subject: `${provider.issuer.origin} 7`, email: 'ana@example.com' });
  });

  it.each(ALGORITHMS)('by a token with $alg, if the metadata lists it', async ({ alg, kid, sign }) => {
    told.algorithms = [alg];
    const token = { claims: ANA, header: { alg, kid }, sign };
    expect(await goThere(token)).toMatchObject({ email: 'ana@example.com' });
    told.algorithms = [alg === 'RS256' ? 'RS512' : 'RS256'];
    await expect(goThere(token)).rejects.toBeInstanceOf(Error);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each([
    ['alg none', { header: { alg: 'none' }, sign: () => '' }],
    ['alg none that is signed', { header: { alg: 'none' } }],
    ['no alg', { header: { alg: undefined } }],
    ['HS256 by the public key', { header: { alg: 'HS256' }, sign: signHmac(PUBLIC_PEM) }],
    ['HS256 by the secret of the client', { header: { alg: 'HS256' }, sign: signHmac(CLIENT.clientSecret) }],
    [
      'an algorithm that the provider does not name',
      { header: { alg: 'RS384' }, sign: signRsa(undefined, 'sha384') },
    ],
    ['the key of another party', { sign: signRsa(otherPartyKey.privateKey) }],
    ['a key that is not for signatures', { header: { kid: 'enc' }, sign: signRsa(otherPartyKey.privateKey) }],
    ['an unknown key', { header: { kid: 'other' } }],
    ['a key of another type', { header: { alg: 'ES256', kid: 'rsa' } }],
    [
      'a key inside the token',
      {
        header: { kid: undefined, jwk: otherPartyKey.publicKey.export({ format: 'jwk' }) },
        sign: signRsa(otherPartyKey.privateKey),
      },
    ],
    ['a key that is too short', { header: { kid: 'short' }, sign: signShort }],
    ['an empty signature', { sign: () => '' }],
    ['another issuer', { claims: { iss: 'https://idp.example' } }],
    ['an issuer with one more slash', { claims: { iss: 'http://127.0.0.1/' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['a second audience that is the authorized party', { claims: { aud: ['capiz', 'other'], azp: 'other' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['an expiry in the past', { claims: { exp: now - 600, iat: now - 900 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['a start in the future', { claims: { nbf: now + 600 } }],
    ['the nonce of another browser', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an empty sub', { claims: { sub: '' } }],
    ['a blank sub', { claims: { sub: '  ' } }],
    ['no sub', { claims: { sub: undefined } }],
    ['a number as sub', { claims: { sub: 7 } }],
    ['null as sub', { claims: { sub: null } }],
    ['a list as sub', { claims: { sub: ['7'] } }],
    ['a sub of 256 characters', { claims: { sub: '7'.repeat(256) } }],
    ['a sub with a character outside ASCII', { claims: { sub: '７' } }],
    [
      'another subject on request for the email',
      { claims: { email: undefined }, userInfo: { ...ANA, sub: '8' } },
    ],
    ['no token', { isSilent: true }],
  ] as [string, ProviderChanges][])(
    'the server refuses a sign-in with %s',
    async (_title, { claims, ...more }) => {
      await expect(goThere({ ...more, claims: { ...ANA, ...claims } })).rejects.toBeInstanceOf(Error);
    },
  );

  it.each([
    ['not verified', { email: 'ana@example.com', email_verified: false }],
    ['with email_verified as a text', { email: 'ana@example.com', email_verified: 'true' }],
    ['without email_verified', { email: 'ana@example.com', email_verified: undefined }],
    ['with the Kelvin sign', { email: '\u212Aate-anne@example.com' }],
    ['with full-width letters', { email: '\uFF41na@example.com' }],
    ['with a combining accent', { email: 'ana\u0301@example.com' }],
    ['with a space', { email: ' ana@example.com' }],
    ['without an @', { email: 'admin' }],
    ['with two @', { email: 'a@b@example.com' }],
    ['that is a list', { email: ['ana@example.com'] }],
  ])('the server ignores an email address %s', async (_title, claims) => {
    expect(await goThere({ claims: { ...ANA, ...claims } })).toEqual({
      subject: `${provider.issuer.origin} 7`,
    });
  });

  it('by a token with a current key of the provider: the server reads the keys again after a minute if a key is unknown, otherwise after five', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const single = open();
      const bySecond = { claims: ANA, header: { alg: 'EdDSA', kid: 'ed' }, sign: signEd };
      const visit = (more: ProviderChanges) => goThere(more, undefined, single);
      told.kids = ['rsa'];
      await visit({ claims: ANA });
      told.kids = ['ed'];
      await expect(visit(bySecond)).rejects.toBeInstanceOf(Error);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await visit(bySecond)).toMatchObject({ email: 'ana@example.com' });
      told.kids = ['rsa'];
      vi.setSystemTime(Date.now() + 301_000);
      await expect(visit(bySecond)).rejects.toBeInstanceOf(Error);
    } finally {
      vi.useRealTimers();
    }
  });

  it('only if the same browser started the sign-in', async () => {
    const other = (at: number) => (kept: string) =>
      kept
        .split('.')
        .map((part, place) => (place === at ? 'another' : part))
        .join('.');
    for (const at of [0, 1]) await expect(goThere({ claims: ANA }, other(at))).rejects.toBeInstanceOf(Error);
    await expect(goThere({ claims: ANA }, () => '')).rejects.toThrow('did not start');
    const away = createSingleSignOn({ issuer: new URL('http://127.0.0.1:1'), ...CLIENT });
    await expect(away.begin(BACK)).rejects.toBeInstanceOf(Error);
  });
});

describe('an identity that waits for a password', () => {
  it('is valid for ten minutes, if a server with the same client secret sealed it', () => {
    const single = open();
    const unconfirmed = { subject: 'https://idp.example 7', name: 'ana@example.com' };
    const kept = single.seal(unconfirmed, 1_000);
    expect(open().unseal(kept, 600_999)).toEqual(unconfirmed);
    expect(single.unseal(kept, 601_000)).toBeUndefined();
    const [written = '', signed = ''] = kept.split('.');
    const other = Buffer.from(JSON.stringify(['x', 'admin', 9e15])).toString('base64url');
    for (const forged of [`${other}.${signed}`, `${written}.`, written, '', `${written}.AAAA`, 'a.b.c'])
      expect(single.unseal(forged, 1_000)).toBeUndefined();
    const elsewhere = createSingleSignOn({ issuer: provider.issuer, ...CLIENT, clientSecret: 'another' });
    expect(elsewhere.unseal(kept, 1_000)).toBeUndefined();
  });
});

onBothEngines('people of single sign-on', ({ database }) => {
  const ANA = { subject: 'https://idp.example 7', email: 'ana@example.com' };
  const GOOD = 'seven boats on the river';
  const invite = (name: string) => invitePerson(database(), { name, role: 'editor', actor: 'x', at: 0 });
  const joined = { name: 'ana@example.com', isUnconfirmed: false };

  it('are found by an invited address first, and by their subject from then on', async () => {
    await expect(findFederated(database(), ANA, 1)).rejects.toMatchObject({ code: 'forbidden' });
    await invite('ana@example.com');
    await expect(findFederated(database(), { subject: ANA.subject }, 1)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await findFederated(database(), ANA, 1)).toEqual(joined);
    expect(await findFederated(database(), { ...ANA, email: 'ana@married.example' }, 2)).toEqual(joined);
    // A person who gets ana's address later is another person. The same subject at another provider is another
    // person, too.
    for (const subject of ['https://idp.example 8', 'https://other.example 7']) {
      await expect(findFederated(database(), { ...ANA, subject }, 3)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
  });

  it('are refused while disabled, and never sign in as a machine', async () => {
    await invite('ana@example.com');
    await findFederated(database(), ANA, 1);
    await disableStaff(database(), { name: 'ana@example.com', actor: 'x', at: 2 });
    await expect(findFederated(database(), ANA, 3)).rejects.toThrow('disabled');
    await givenStaff(database(), 'robot@example.com', 'admin', 'service');
    const robot = { subject: 'https://idp.example 9', email: 'robot@example.com' };
    await expect(findFederated(database(), robot, 4)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are never linked to an account by its name, or by a character that only looks like a letter of its address', async () => {
    await makeFirstLink(database(), { name: 'admin', at: 0 });
    await invite('kate-anne@example.com');
    for (const email of ['admin', '\u212Aate-anne@example.com', '\uFF4Bate-anne@example.com']) {
      const somebody = { subject: `https://idp.example ${email.length}`, email };
      await expect(findFederated(database(), somebody, 1)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await listStaff(database().queries)).filter(({ isFederated }) => isFederated)).toEqual([]);
  });

  it('are linked to an account with a password after they have typed the password in the pages', async () => {
    const secret = await invite('ana@example.com');
    await takeLink(database(), { secret, password: GOOD, at: 1 });
    expect(await findFederated(database(), ANA, 2)).toEqual({ ...joined, isUnconfirmed: true });
    const origin = 'http://127.0.0.1:1';
    const pages = createStaffPages({
      hasStudio: true,
      ...{ database: database(), now: Date.now, publicOrigin: origin, singleSignOn: open() },
      afterChange: () => Promise.resolve(),
    });
    const env = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };
    const cookieOf = (reply: Response) => reply.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
    const visit = async (to = '') => {
      const there = await pages.request(`${origin}/capiz/staff/single-sign-on${to}`);
      const { searchParams } = new URL(there.headers.get('location') ?? '');
      told.claims = {
        sub: '7',
        email: 'ana@example.com',
        email_verified: true,
        nonce: searchParams.get('nonce'),
      };
      const query = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' });
      return pages.request(`${BACK}?${query}`, { headers: { Cookie: cookieOf(there) } }, env);
    };
    const confirm = (password: string, cookie: string, from = origin) =>
      pages.request(
        `${origin}/capiz/staff/single-sign-on/confirm`,
        {
          method: 'POST',
          headers: { Origin: from, Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ password, name: 'admin' }).toString(),
        },
        env,
      );
    const back = await visit();
    expect([back.status, await back.text()]).toEqual([
      200,
      expect.stringContaining('Is this account yours?'),
    ]);
    const cookie = cookieOf(back);
    expect(cookie).toMatch(/^capiz-sign-on=[\w-]+\.[\w-]{43}$/);
    expect((await confirm('a wrong password', cookie)).status).toBe(403);
    expect((await confirm(GOOD, 'capiz-sign-on=a.b')).status).toBe(403);
    expect((await confirm(GOOD, cookie, 'https://evil.example')).status).toBe(403);
    expect((await listStaff(database().queries)).some(({ isFederated }) => isFederated)).toBe(false);
    const asked = '/studio/d1/screens/order?language=es';
    const to = `?${new URLSearchParams({ to: asked })}`;
    const entered = await confirm(GOOD, cookieOf(await visit(to)));
    expect([entered.status, entered.headers.get('location')]).toEqual([303, asked]);
    expect((await listStaff(database().queries)).some(({ isFederated }) => isFederated)).toBe(true);
    // From now on no password is needed.
    expect((await visit()).headers.get('location')).toBe('/studio');
    expect((await visit(to)).headers.get('location')).toBe(asked);
    expect((await visit('?to=%2F%2Fevil.example%2Fstudio')).headers.get('location')).toBe('/studio');
  });

  it('keep the target of the link when single sign-on fails, and drop an address that is too long for a cookie', async () => {
    const origin = 'http://127.0.0.1:1';
    const openPages = (singleSignOn: SingleSignOn) =>
      createStaffPages({
        ...{ database: database(), now: Date.now, publicOrigin: origin, singleSignOn },
        afterChange: () => Promise.resolve(),
      });
    const pages = openPages(open());
    const asked = '/studio/d1/screens/order?language=es';
    const to = `?${new URLSearchParams({ to: asked })}`;
    const begin = `${origin}/capiz/staff/single-sign-on`;
    const there = await pages.request(begin + to);
    const Cookie = there.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
    const failures = [
      await openPages({ ...open(), begin: () => Promise.reject(new Error('gone')) }).request(begin + to),
      await pages.request(`${BACK}?error=access_denied`, { headers: { Cookie } }),
      await pages.request(`${begin}/confirm`, { method: 'POST', headers: { Origin: origin, Cookie } }),
    ];
    for (const failure of failures) {
      const html = await failure.text();
      expect(failure.status).toBe(403);
      expect(html).toContain(`action="/capiz/staff/sign-in${to}"`);
      expect(html).toContain(`href="/capiz/staff/single-sign-on${to}"`);
    }
    const long = async (length: number): Promise<number> => {
      const address = `/studio?q=${'é'.repeat(length)}`;
      const reply = await pages.request(`${begin}?${new URLSearchParams({ to: address })}`);
      return reply.headers.getSetCookie().at(-1)?.split(';')[0]?.length ?? 0;
    };
    expect(await long(150)).toBeGreaterThan(1_200);
    expect(await long(170)).toBe(await long(5_000));
    expect(await long(5_000)).toBeLessThan(1_000);
  });
});
