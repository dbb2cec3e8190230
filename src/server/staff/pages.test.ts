import { scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reportFigures } from '#tests/reliability/figures.ts';
import { createRegistryApi } from '../registry/api.ts';
import type { Database } from '../registry/database.ts';
import { openDatabase } from '../registry/database.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { invitePerson, listStaff } from './accounts.ts';
import { createStaffPages } from './pages.ts';
import { givenStaff } from './testing.ts';

/** Whether every request counts as coming from our page, for a test that injects this fault. */
const planted = vi.hoisted(() => ({ takesAll: false }));
vi.mock('./browser.ts', async (original) => {
  const real = await original<typeof import('./browser.ts')>();
  const isOwnPage: typeof real.isOwnPage = (...given) => planted.takesAll || real.isOwnPage(...given);
  return { ...real, isOwnPage };
});

const ORIGIN = 'https://capiz.example.com';
const OURS = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
const PASSWORD = 'seven boats on the river';
const FORM = 'application/x-www-form-urlencoded';

let database: Database;
let now: number;
beforeEach(async () => {
  now = 1_000;
  planted.takesAll = false;
  database = await openDatabase(':memory:');
  return () => database.close();
});

function open(publicOrigin: string | undefined = ORIGIN, hasStudio = true) {
  const options = {
    ...{ hasStudio, database, now: () => now, afterChange: () => Promise.resolve() },
    ...(publicOrigin !== undefined && { publicOrigin }),
  };
  const pages = createStaffPages(options);
  const api = createRegistryApi(options);
  const post = (
    path: string,
    form: { readonly [name: string]: string },
    headers: { readonly [name: string]: string } = OURS,
    remoteAddress = '203.0.113.7',
  ) =>
    pages.request(
      `${ORIGIN}${path}`,
      {
        method: 'POST',
        headers: { 'Content-Type': FORM, ...headers },
        body: new URLSearchParams(form).toString(),
      },
      { incoming: { socket: { remoteAddress } } },
    );
  return { pages, api, post };
}

/** An admin with a session: the cookie, and the token in our forms. */
async function enter() {
  const { pages, api, post } = open();
  const secret = await invitePerson(database, { name: 'ana', role: 'admin', actor: 'x', at: now });
  const reply = await post(`/capiz/staff/links/${secret}`, { password: PASSWORD });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = () => pages.request(`${ORIGIN}/capiz/staff`, { headers: { Cookie: cookie } });
  const csrf = /name="csrf" value="([\w-]+)"/.exec(await (await page()).text())?.[1] ?? '';
  return { pages, api, post, cookie, csrf, page, reply };
}

describe('pages of staff', () => {
  it('set a password with a link, and show colleagues to people who have signed in', async () => {
    const { reply, page, post, cookie } = await enter();
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/studio']);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-capiz-staff=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Lax$/,
    );
    const shown = await page();
    expect(shown.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; form-action 'self'/,
    );
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const html = await shown.text();
    expect(html).toContain('You are <strong>ana</strong>, admin.');
    // The only script is our file; nothing inline runs.
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script src="/capiz/staff/live.js" data-events="/capiz/staff/events" data-after="/capiz/staff/sign-in?ended" defer>',
    ]);
    expect(shown.headers.get('content-security-policy')).toMatch(
      /script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    const out = await post('/capiz/staff/sign-out', {}, { ...OURS, Cookie: cookie });
    expect(out.status).toBe(303);
    expect((await page()).headers.get('location')).toBe('/capiz/staff/sign-in?to=%2Fcapiz%2Fstaff');
  });

  it("perform the API's operations, with the same rules", async () => {
    const { post, cookie, csrf } = await enter();
    const send = (operation: string, form: { readonly [name: string]: string }) =>
      post('/capiz/staff', { csrf, operation, ...form }, { ...OURS, Cookie: cookie });
    const invited = await (await send('invitePerson', { name: 'ben@example.com', role: 'editor' })).text();
    expect(invited).toMatch(/https:\/\/capiz\.example\.com\/capiz\/staff\/links\/[\w-]{43}</);
    expect(await (await send('makeToken', { label: 'My machine', days: '90' })).text()).toMatch(
      />[\w-]{43}</,
    );
    const last = await send('disableStaff', { name: 'ana' });
    expect([last.status, await last.text()]).toEqual([400, expect.stringContaining('last admin')]);
    const mistyped = await send('invitePerson', { name: 'not-an-email', role: 'editor' });
    expect([mistyped.status, await mistyped.text()]).toEqual([
      400,
      expect.stringContaining('ana@example.com'),
    ]);
    await send('invitePerson', { name: 'cyn@example.com', role: 'editor' });
    const taken = await send('withdrawInvitation', { name: 'cyn@example.com' });
    expect(await taken.text()).toContain('The invitation is taken back');
    const used = await send('withdrawInvitation', { name: 'ana' });
    expect([used.status, await used.text()]).toEqual([
      400,
      expect.stringContaining('only an unused invitation'),
    ]);
    const hostile = await send('invitePerson', { name: '<b>x</b>', role: 'editor' });
    expect([hostile.status, await hostile.text()]).toEqual([400, expect.not.stringContaining('<b>x</b>')]);
    expect((await send('publishRelease', { release: 'a'.repeat(64) })).status).toBe(400);
    await send('changeRole', { name: 'ben@example.com', role: 'viewer' });
    expect(await listStaff(database.queries)).toMatchObject([
      { name: 'ana', role: 'admin', state: 'active' },
      { name: 'ben@example.com', role: 'viewer', state: 'invited', madeBy: 'ana' },
    ]);
  });

  it('do not let a script of the page guess the password: after six wrong passwords it is delayed', async () => {
    const { post } = await enter();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await post('/capiz/staff/sign-in', { name: 'ana', password: 'wrong password' })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const waiting = await post('/capiz/staff/sign-in', { name: 'ana', password: PASSWORD });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '60']);
    now += 60_001;
    const entered = await post('/capiz/staff/sign-in', { name: ' ANA ', password: PASSWORD });
    expect(entered.headers.get('location')).toBe('/studio');
  });

  it('delay sign-ins from this machine or a private network, and refuse no right password', async () => {
    const { post } = await enter();
    const signIn = (password: string) =>
      post('/capiz/staff/sign-in', { name: 'ana', password }, OURS, '127.0.0.1');
    for (let at = 0; at < 5; at += 1) expect((await signIn('wrong password')).status).toBe(403);
    const began = performance.now();
    expect((await signIn('wrong password')).status).toBe(403);
    const right = await signIn(PASSWORD);
    expect([right.status, right.headers.get('location')]).toEqual([303, '/studio']);
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });

  it('do not treat a character of another alphabet as a letter of a name', async () => {
    const { post } = open();
    const secret = await invitePerson(database, { name: 'kate', role: 'admin', actor: 'x', at: now });
    await post(`/capiz/staff/links/${secret}`, { password: PASSWORD });
    const signIn = async (name: string) =>
      (await post('/capiz/staff/sign-in', { name, password: PASSWORD })).status;
    expect([await signIn('\u212Aate'), await signIn('\uFF4Bate'), await signIn(' KATE\t')]).toEqual([
      403, 403, 303,
    ]);
  });

  it('accept an old weak password, and ask for another', async () => {
    const { post, pages, cookie, csrf } = await enter();
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync('passwordpassword', salt, 32, { N: 1024, r: 8, p: 1 });
    const old = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    await database.queries.updateTable('staff').set({ password: old }).execute();
    const entered = await post('/capiz/staff/sign-in', { name: 'ana', password: 'passwordpassword' });
    expect(entered.headers.get('location')).toBe('/capiz/staff?weak');
    // A scrypt hash is replaced by an argon2id hash.
    const [row] = await database.queries.selectFrom('staff').select('password').execute();
    expect(row?.password).toMatch(/^\$argon2id\$/);
    const shown = await pages.request(`${ORIGIN}/capiz/staff?weak`, { headers: { Cookie: cookie } });
    expect(await shown.text()).toContain('choose another one below');
    const change = (next: string) =>
      post(
        '/capiz/staff/password',
        { csrf, password: 'passwordpassword', next },
        { ...OURS, Cookie: cookie },
      );
    expect(await (await change('qwertyqwerty1')).text()).toContain('This password is easy to guess');
    expect(await (await change(PASSWORD)).text()).toContain('Your password is changed');
    const again = await post('/capiz/staff/sign-in', { name: 'ana', password: PASSWORD });
    expect(again.headers.get('location')).toBe('/studio');
  });

  it.each([
    [undefined, 200, 'Your other sessions have ended.'],
    ['end', 401, 'Your other sessions and your tokens have ended.'],
  ])("end the person's tokens with the password if requested: %s", async (tokens, status, words) => {
    const { post, api, cookie, csrf } = await enter();
    const own = { ...OURS, Cookie: cookie };
    const made = await post('/capiz/staff', { csrf, operation: 'makeToken', label: 'mine', days: '9' }, own);
    const token = /<code class="secret">([\w-]{43})</.exec(await made.text())?.[1] ?? '';
    const form = { csrf, password: PASSWORD, next: 'nine boats on the river', ...(tokens && { tokens }) };
    expect(await (await post('/capiz/staff/password', form, own)).text()).toContain(words);
    const me = await api.request(`${ORIGIN}/capiz/api/v1/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(status);
  });

  it('redirect to the address in `to` after a link or a sign-in, but only to one of the studio', async () => {
    const { post, pages } = open();
    const secret = await invitePerson(database, { name: 'ana', role: 'admin', actor: 'x', at: now });
    const shown = await pages.request(`${ORIGIN}/capiz/staff/links/${secret}?to=studio`);
    expect(await shown.text()).toContain(`action="/capiz/staff/links/${secret}?to=%2Fstudio"`);
    const entered = await post(`/capiz/staff/links/${secret}?to=studio`, { password: PASSWORD });
    expect(entered.headers.get('location')).toBe('/studio');
    const form = await pages.request(`${ORIGIN}/capiz/staff/sign-in?to=studio`);
    expect(await form.text()).toContain('action="/capiz/staff/sign-in?to=%2Fstudio"');
    const ends = [];
    const own = [
      ...['studio', '/studio', '/studio/d1/screens/order/paid?language=es', '/studio/texts?draft=d1'],
      '/capiz/staff',
    ];
    const others = [
      'https://elsewhere.example',
      '//elsewhere.example',
      'https://elsewhere.example/studio',
      '/studio/..//elsewhere.example',
      '/studio\\..\\..\\elsewhere.example',
      'javascript:/studio',
      '/studios',
      '/capiz/staff/sign-out',
    ];
    for (const to of [...own, ...others]) {
      const address = `/capiz/staff/sign-in?to=${encodeURIComponent(to)}`;
      ends.push((await post(address, { name: 'ana', password: PASSWORD })).headers.get('location'));
    }
    expect(ends).toEqual(['/studio', ...own.slice(1), ...others.map(() => '/studio')]);
  });

  it('lead to Home and back, and end a sign-in at the colleagues if there is no studio', async () => {
    const { page } = await enter();
    const html = await (await page()).text();
    expect(html).toContain('href="/studio">← Home</a>');
    expect(html.indexOf('Change password')).toBeLessThan(html.indexOf('Tokens for the command line'));
    const { post, pages } = open(ORIGIN, false);
    const entered = await post('/capiz/staff/sign-in', { name: 'ana', password: PASSWORD });
    expect(entered.headers.get('location')).toBe('/capiz/staff');
    const Cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const shown = await pages.request(`${ORIGIN}/capiz/staff`, { headers: { Cookie } });
    expect(await shown.text()).not.toContain('Home');
  });

  it('show an error at its field, which has the focus', async () => {
    const { post, cookie, csrf } = await enter();
    const faultOf = async (path: string, form: { readonly [name: string]: string }) => {
      const reply = await post(path, { csrf, ...form }, { ...OURS, Cookie: cookie });
      const html = await reply.text();
      const wrong = html.match(/<input name="(\w+)" required [^>]*aria-invalid="true"[^>]* autofocus>/);
      const words = html.match(/<p class="wrong" id="wrong">(.*?)<\/p>/)?.[1];
      return [reply.status, wrong?.[1], words, html.includes('role="alert"')];
    };
    const staff = '/capiz/staff';
    const token = { operation: 'makeToken', days: '90' };
    const purpose = [400, 'label', 'Say what the token is for, for example “My laptop”.', false];
    expect(await faultOf(staff, { ...token, label: '' })).toEqual(purpose);
    expect(await faultOf(staff, { ...token, label: '  ' })).toEqual(purpose);
    expect(await faultOf(staff, token)).toEqual(purpose);
    for (const [path, form, field, words] of [
      [staff, { operation: 'invitePerson', name: '', role: 'editor' }, 'name', /the e-mail address/],
      [staff, { operation: 'invitePerson', name: 'ana', role: 'editor' }, 'name', /./],
      [staff, { operation: 'addService', name: '', role: 'editor' }, 'name', /name for the service/],
      [`${staff}/password`, { password: '', next: PASSWORD }, 'password', /old password/],
      [`${staff}/password`, { password: 'wrong', next: PASSWORD }, 'password', /old password is wrong/],
      [`${staff}/password`, { password: PASSWORD, next: '' }, 'next', /a new password/],
      [`${staff}/password`, { password: PASSWORD, next: 'short' }, 'next', /12 characters/],
      [`${staff}/sign-in`, { name: '', password: PASSWORD }, 'name', /e-mail address or name/],
      [`${staff}/sign-in`, { name: 'ana', password: '' }, 'password', /your password/],
    ] as const)
      expect(await faultOf(path, form)).toEqual([
        expect.any(Number),
        field,
        expect.stringMatching(words),
        false,
      ]);
  });

  it('show a used link as used, and why a password is refused', async () => {
    const { post, pages } = open();
    const secret = await invitePerson(database, { name: 'ana', role: 'admin', actor: 'x', at: now });
    const address = `/capiz/staff/links/${secret}`;
    // A link preview does not use up the link.
    for (let at = 0; at < 2; at += 1) expect((await pages.request(ORIGIN + address)).status).toBe(200);
    expect((await post(address, { password: 'short' })).status).toBe(400);
    expect((await post(address, { password: PASSWORD })).status).toBe(303);
    expect((await pages.request(ORIGIN + address)).status).toBe(404);
    expect((await post(address, { password: PASSWORD })).status).toBe(404);
  });
});

describe("a request that another site sends with a signed-in person's browser", () => {
  const ELSEWHERE: readonly { readonly [name: string]: string }[] = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://other.example.com', 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'http://capiz.example.com' },
    { Origin: 'https://capiz.example.com.evil.example' },
    {},
  ];

  /** @returns the statuses of the requests. */
  async function forge(): Promise<number[]> {
    const { post, api, cookie, csrf } = await enter();
    const refused: number[] = [];
    for (const headers of ELSEWHERE) {
      for (const form of [{}, { csrf }]) {
        for (const operation of ['invitePerson', 'addService', 'makeToken']) {
          const fields = { operation, name: 'evil', role: 'admin', label: 'evil', days: '9', ...form };
          refused.push((await post('/capiz/staff', fields, { ...headers, Cookie: cookie })).status);
        }
        for (const path of ['sign-in', 'sign-out', 'password']) {
          const fields = { name: 'ana', password: PASSWORD, next: 'nine boats on a lake', ...form };
          refused.push((await post(`/capiz/staff/${path}`, fields, { ...headers, Cookie: cookie })).status);
        }
      }
      for (const type of ['text/plain', FORM, 'application/json']) {
        for (const operation of OPERATIONS.filter(({ id }) => id === 'invitePerson' || id === 'rollBack')) {
          const reply = await api.request(`${ORIGIN}/capiz/api/v1${operation.path}`, {
            method: 'POST',
            headers: { ...headers, Cookie: cookie, 'Content-Type': type },
            body: JSON.stringify({ name: 'evil', role: 'admin' }),
          });
          refused.push(reply.status);
        }
      }
    }
    return refused;
  }

  it('changes nothing: 0 of more than 150 are accepted', async () => {
    const statuses = await forge();
    reportFigures({ check: 24, forged: statuses.length });
    expect(statuses.length).toBeGreaterThan(150);
    expect(statuses.filter((status) => status !== 403)).toEqual([]);
    expect((await listStaff(database.queries)).map(({ name }) => name)).toEqual(['ana']);
  });

  it('the check detects a server that accepts every request with the cookie', async () => {
    planted.takesAll = true;
    expect((await forge()).some((status) => status !== 403)).toBe(true);
  });

  it("changes data only with the session's token", async () => {
    const { api, post, cookie, csrf } = await enter();
    const invite = (headers: { readonly [name: string]: string }) =>
      api.request(`${ORIGIN}/capiz/api/v1/staff`, {
        method: 'POST',
        headers: { ...OURS, Cookie: cookie, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'ben', role: 'viewer' }),
      });
    expect((await invite({})).status).toBe(403);
    expect((await invite({ 'X-Capiz-Csrf': csrf.replace(/^./, '_') })).status).toBe(403);
    const form = { operation: 'invitePerson', name: 'ben', role: 'viewer' };
    expect((await post('/capiz/staff', form, { ...OURS, Cookie: cookie })).status).toBe(403);
    expect((await invite({ 'X-Capiz-Csrf': csrf })).status).toBe(200);
    const me = await api.request(`${ORIGIN}/capiz/api/v1/me`, { headers: { Cookie: cookie } });
    expect(await me.json()).toMatchObject({ name: 'ana', may: { manage: { ordinary: 'yes' } } });
  });

  it('is recognised by the host if the public origin is not known', async () => {
    const { post } = open(undefined);
    await givenStaff(database, 'ana');
    const statusFrom = async (origin: string) =>
      (await post('/capiz/staff/sign-in', { name: 'ana', password: 'x' }, { Origin: origin })).status;
    expect(await statusFrom('http://capiz.example.com')).toBe(403);
    expect(await (await post('/capiz/staff/sign-in', {}, { Origin: ORIGIN })).text()).toContain('wrong');
    expect(await (await post('/capiz/staff/sign-in', {}, { Origin: 'https://evil.example' })).text()).toBe(
      'This form does not belong to your session.',
    );
  });
});
