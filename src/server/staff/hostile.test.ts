import { expect, it } from 'vitest';
import { createRegistryApi } from '../registry/api.ts';
import { onBothEngines } from '../registry/testing.ts';
import { invitePerson, renewAccess } from './accounts.ts';
import { createStaffPages } from './pages.ts';
import { findLink, openSession } from './sessions.ts';
import { givenStaff } from './testing.ts';

const ORIGIN = 'https://capiz.example.com';
const PASSWORD = 'seven boats on the river';
const NEXT = 'nine boats on the river';

onBothEngines('an attacker', ({ database }) => {
  function open(publicOrigin = ORIGIN) {
    const options = {
      ...{ database: database(), now: () => 5_000, publicOrigin },
      afterChange: () => Promise.resolve(),
    };
    const pages = createStaffPages(options);
    const api = createRegistryApi(options);
    const post = async (path: string, form: { readonly [name: string]: string }, cookie = '') =>
      pages.request(
        publicOrigin + path,
        {
          method: 'POST',
          headers: {
            ...{ 'Content-Type': 'application/x-www-form-urlencoded', Origin: publicOrigin },
            ...(cookie !== '' && { Cookie: cookie }),
          },
          body: new URLSearchParams(form).toString(),
        },
        { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
      );
    const signIn = (name: string, cookie?: string, password = PASSWORD) =>
      post('/capiz/staff/sign-in', { name, password }, cookie);
    const asks = async (cookie: string) =>
      (await api.request(`${publicOrigin}/capiz/api/v1/me`, { headers: { Cookie: cookie } })).status;
    const enter = async (name: string) => {
      const link = await invitePerson(database(), { name, role: 'admin', actor: 'x', at: 0 });
      return cookieOf(await post(`/capiz/staff/links/${link}`, { password: PASSWORD }));
    };
    const csrfFor = async (cookie: string) => {
      const page = await pages.request(`${publicOrigin}/capiz/staff`, { headers: { Cookie: cookie } });
      return /name="csrf" value="([\w-]+)"/.exec(await page.text())?.[1] ?? '';
    };
    return { pages, api, post, signIn, asks, enter, csrfFor };
  }
  const cookieOf = (reply: Response): string => reply.headers.get('set-cookie')?.split(';')[0] ?? '';

  it('cannot set a session in a browser beforehand, because a sign-in ends it', async () => {
    const { signIn, asks, enter } = open();
    const before = await enter('ana');
    const planted = `__Host-capiz-staff=${'A'.repeat(43)}`;
    expect(cookieOf(await signIn('ana', planted))).not.toBe(planted);
    expect([await asks(planted), await asks(before)]).toEqual([401, 200]);
    const after = cookieOf(await signIn('ana', before));
    expect([await asks(before), await asks(after)]).toEqual([401, 200]);
  });

  it.each([
    ['https://capiz.example.com', 'capiz-staff', '__Host-capiz-staff'],
    ['http://127.0.0.1:4173', '__Host-capiz-staff', 'capiz-staff'],
  ])('on %s cannot use the cookie %s to sign a person in', async (origin, other, ours) => {
    const { asks } = open(origin);
    await givenStaff(database(), 'eve');
    const session = await openSession(database(), { name: 'eve', by: 'password', at: 5_000 });
    expect([await asks(`${other}=${session}`), await asks(`${ours}=${session}`)]).toEqual([401, 200]);
  });

  it('can use a link once, also with eight parallel requests', async () => {
    const { post } = open();
    const link = await invitePerson(database(), { name: 'ana', role: 'editor', actor: 'x', at: 0 });
    const takes = Array.from({ length: 8 }, () => post(`/capiz/staff/links/${link}`, { password: PASSWORD }));
    const statuses = (await Promise.all(takes)).map(({ status }) => status);
    expect(statuses.sort((one, other) => one - other)).toEqual([303, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('cannot guess the old password in an open page: after five attempts further ones are delayed', async () => {
    const { post, enter, csrfFor } = open();
    const cookie = await enter('ana');
    const csrf = await csrfFor(cookie);
    const guess = async (password: string) =>
      (await post('/capiz/staff/password', { csrf, password, next: NEXT }, cookie)).text();
    for (let at = 0; at < 5; at += 1) expect(await guess('a wrong password')).toContain('password is wrong');
    expect(await guess('a wrong password')).toContain('Too many wrong tries');
    expect(await guess(PASSWORD)).toContain('Too many wrong tries');
  });

  it('cannot use an unused link after the password has changed', async () => {
    const { post, enter, csrfFor } = open();
    const cookie = await enter('ana');
    const link = await renewAccess(database(), { name: 'ana', actor: 'x', at: 1 });
    expect(await findLink(database(), link, 5_000)).toBe('ana');
    const form = { csrf: await csrfFor(cookie), password: PASSWORD, next: NEXT };
    expect(await (await post('/capiz/staff/password', form, cookie)).text()).toContain(
      'Your password is changed',
    );
    expect(await findLink(database(), link, 5_000)).toBeUndefined();
  });

  it('gets 400 for characters that a database cannot store, on either engine', async () => {
    const { signIn, api } = open();
    for (const name of ['a\0b', '\u{d800}', 'x'.repeat(4_000), "' or 1=1 --"])
      expect((await signIn(name)).status).toBe(403);
    const token = await givenStaff(database(), 'boss');
    const send = (path: string, body?: object) =>
      api.request(`${ORIGIN}/capiz/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const replies = [
      await send('/drafts', { title: 'a\0b' }),
      await send('/tokens', { label: '\0', days: 1 }),
      await send('/rollback', { reason: 'why\0not' }),
      await send('/audit?subject=%00'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    // Six characters that only look like U+0000.
    expect((await send('/tokens', { label: String.raw`\u0000`, days: 1 })).status).toBe(200);
  });
});
