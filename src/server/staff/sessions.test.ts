import { expect, it } from 'vitest';
import { listRecords } from '../registry/audit.ts';
import { networkOf } from '../delivery/network.ts';
import { onBothEngines } from '../registry/testing.ts';
import { changeRole, disableStaff, enableStaff, invitePerson, renewAccess } from './accounts.ts';
import { changePassword, findLink, findSession, signIn, takeLink } from './sessions.ts';
import { givenStaff } from './testing.ts';
import { createStaffToken, findTokenOwner } from './tokens.ts';

const GOOD = 'seven boats on the river';
const HOUR_MS = 60 * 60_000;

onBothEngines('people', ({ database, openAgain }) => {
  async function invite(name = 'ana@example.com', role: 'admin' | 'editor' = 'admin'): Promise<string> {
    return invitePerson(database(), { name, role, actor: 'command-line', at: 0 });
  }

  it('set their password with a link, once and within a day, and sign in with it', async () => {
    const secret = await invite();
    expect(await findLink(database(), secret, 0)).toBe('ana@example.com');
    expect(await findLink(database(), secret, 24 * HOUR_MS)).toBeUndefined();
    const first = await takeLink(database(), { secret, password: GOOD, at: 1 });
    expect((await findSession(database(), first, 2))?.account).toEqual({
      ...{ name: 'ana@example.com', kind: 'person', role: 'admin' },
    });
    await expect(takeLink(database(), { secret, password: GOOD, at: 1 })).rejects.toThrow('no longer valid');
    const session = await signIn(database(), { name: 'ana@example.com', password: GOOD, at: 3 });
    expect(session).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(session.secret).not.toBe(first);
    const actions = (await listRecords(database().queries)).map(({ action, actor }) => `${actor} ${action}`);
    expect(actions).toEqual([
      'ana@example.com staff.sign-in',
      'ana@example.com staff.sign-in',
      'ana@example.com staff.password',
      'command-line staff.invite',
    ]);
  });

  it('get the same message for a wrong name and a wrong password', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    await invite('ben@example.com');
    for (const [name, password] of [
      ['ana@example.com', 'eight boats on the river'],
      ['ben@example.com', ''],
      ['cy@example.com', GOOD],
    ] as const) {
      await expect(signIn(database(), { name, password, at: 2 })).rejects.toThrow(
        'The name or the password is wrong.',
      );
    }
  });

  it('wait after five wrong passwords in a minute, even with the right one, on any server', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const other = await openAgain();
    const wrong = (at: number, from = '203.0.113.7') =>
      signIn(other, { name: 'ana@example.com', password: 'wrong password', from, at });
    for (let at = 10; at < 15; at += 1) await expect(wrong(at)).rejects.toThrow('is wrong');
    await expect(wrong(15)).rejects.toMatchObject({ code: 'delayed' });
    const right = (at: number, from: string) =>
      signIn(database(), { name: 'ana@example.com', password: GOOD, from, at });
    await expect(right(16, '203.0.113.7')).rejects.toMatchObject({ code: 'delayed' });
    // An attack does not lock out the person at another address.
    expect(await right(17, '198.51.100.9')).toHaveProperty('secret');
    expect(await right(60_016, '203.0.113.7')).toHaveProperty('secret');
  });

  it('wait with the whole IPv6 network of one customer, and other networks do not wait', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const wrong = (name: string, connected: string) => {
      const from = networkOf(connected, undefined, 0);
      return signIn(database(), { name, password: 'wrong password', from, at: 2 });
    };
    for (let at = 0; at < 30; at += 1)
      await expect(wrong(`somebody-${at}`, `2001:db8:0:7::${at}`)).rejects.toThrow('is wrong');
    await expect(wrong('ana@example.com', '2001:db8:0:7:ffff::1')).rejects.toMatchObject({ code: 'delayed' });
    await expect(wrong('ana@example.com', '2001:db8:0:8::1')).rejects.toThrow('is wrong');
  });

  it('do not wait after any number of right passwords', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const right = () =>
      signIn(database(), { name: 'ana@example.com', password: GOOD, from: '203.0.113.7', at: 2 });
    const together = await Promise.allSettled(Array.from({ length: 12 }, right));
    expect(together.filter(({ status }) => status === 'rejected')).toEqual([]);
    for (let at = 0; at < 25; at += 1) expect(await right()).toHaveProperty('secret');
    expect(await database().queries.selectFrom('staff_tries').select('id').execute()).toEqual([]);
  });

  it('leave no trace of a wrong name that they typed', async () => {
    const typed = { name: 'seven-boats-on-the-river', password: GOOD, from: '203.0.113.7', at: 2 };
    await expect(signIn(database(), typed)).rejects.toThrow('is wrong');
    const kept = await database().queries.selectFrom('staff_tries').selectAll().execute();
    expect(kept.length).toBe(3);
    expect(JSON.stringify(kept)).not.toContain('boats');
  });

  it('with a right password are delayed, but never refused, on a private network, however many wrong passwords are queued', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const attempt = (password: string) =>
      signIn(database(), { name: 'ana@example.com', password, from: '10.0.0.7', at: 2 });
    // Each name gets one attempt, so each is delayed for a second at most. `main.test.ts` makes many attempts for
    // one name.
    const wrong = Array.from({ length: 25 }, (_, at) =>
      signIn(database(), { name: `somebody-${at}`, password: 'wrong password', from: '10.0.0.7', at: 2 }),
    );
    const ended = Promise.allSettled(wrong);
    expect(await attempt(GOOD)).toHaveProperty('secret');
    // Every attempt was checked: `forbidden` means a wrong password; an unchecked one would be `delayed`.
    const reasons = (await ended).map((one) => (one as PromiseRejectedResult).reason as { code: string });
    expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(['forbidden']));
    for (let at = 0; at < 5; at += 1) await expect(attempt('wrong password')).rejects.toThrow('is wrong');
    // After too many wrong passwords, the right one is delayed.
    const began = performance.now();
    expect(await attempt(GOOD)).toHaveProperty('secret');
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('are not checked any more after they have disconnected', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const gone = new AbortController();
    const attempt = (more = {}) =>
      signIn(database(), {
        name: 'ana@example.com',
        password: 'wrong password',
        from: '10.0.0.7',
        at: 2,
        ...more,
      });
    const first = attempt();
    const left = attempt({ gone: gone.signal });
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'delayed' });
    await expect(first).rejects.toThrow('is wrong');
  });

  it('wait as well if all attempts come at once', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const tries = Array.from({ length: 9 }, () =>
      signIn(database(), { name: 'ana@example.com', password: 'wrong password', from: '203.0.113.7', at: 2 }),
    );
    const ends = (await Promise.allSettled(tries)).map(
      (one) => (one as PromiseRejectedResult).reason as { code: string },
    );
    expect(ends.filter(({ code }) => code === 'delayed').length).toBeGreaterThanOrEqual(4);
  });

  it('lose every session and token at once when they are disabled, also on other servers', async () => {
    const session = await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const token = await givenStaff(database(), 'robot', 'admin', 'service');
    await givenStaff(database(), 'boss');
    const other = await openAgain();
    expect(await findSession(other, session, 2)).toBeDefined();
    expect(await findTokenOwner(other, `Bearer ${token}`, 2)).toMatchObject({ name: 'robot' });
    for (const name of ['ana@example.com', 'robot'])
      await disableStaff(database(), { name, actor: 'boss', at: 2 });
    expect(await findSession(other, session, 2)).toBeUndefined();
    expect(await findTokenOwner(other, `Bearer ${token}`, 2)).toBeUndefined();
    await expect(signIn(other, { name: 'ana@example.com', password: GOOD, at: 3 })).rejects.toThrow(
      'is wrong',
    );
    await enableStaff(database(), { name: 'ana@example.com', actor: 'boss', at: 4 });
    expect(await findSession(other, session, 5)).toBeUndefined();
    expect(await signIn(other, { name: 'ana@example.com', password: GOOD, at: 5 })).toHaveProperty('secret');
  });

  it('are signed out after two idle hours, and after twelve hours', async () => {
    const session = await takeLink(database(), { secret: await invite(), password: GOOD, at: 0 });
    const at = (hours: number) => findSession(database(), session, hours * HOUR_MS);
    for (let hours = 1.5; hours < 12; hours += 1.5) expect(await at(hours)).toBeDefined();
    expect(await at(12)).toBeUndefined();
    const { secret: next } = await signIn(database(), { name: 'ana@example.com', password: GOOD, at: 0 });
    expect(await findSession(database(), next, 2 * HOUR_MS)).toBeUndefined();
  });

  it('always include one admin who is a person', async () => {
    await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    await createStaffToken(database(), 0);
    const last = { name: 'ana@example.com', actor: 'command-line', at: 2 };
    await expect(disableStaff(database(), last)).rejects.toMatchObject({ code: 'conflict' });
    await expect(changeRole(database(), { ...last, role: 'publisher' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await givenStaff(database(), 'ben');
    expect(await changeRole(database(), { ...last, role: 'publisher' })).toMatchObject({ role: 'publisher' });
  });

  it('without their password get another link, which ends former sessions when they use it', async () => {
    const old = await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const unused = await renewAccess(database(), { name: 'ana@example.com', actor: 'boss', at: 2 });
    const secret = await renewAccess(database(), { name: 'ana@example.com', actor: 'boss', at: 3 });
    expect(await findLink(database(), unused, 4)).toBeUndefined();
    expect(await findSession(database(), old, 4)).toBeDefined();
    await takeLink(database(), { secret, password: 'nine boats on the river', at: 4 });
    expect(await findSession(database(), old, 5)).toBeUndefined();
    await expect(signIn(database(), { name: 'ana@example.com', password: GOOD, at: 6 })).rejects.toThrow(
      'is wrong',
    );
  });

  it('change their password with the old one, and their other sessions end', async () => {
    const here = await takeLink(database(), { secret: await invite(), password: GOOD, at: 1 });
    const { secret: there } = await signIn(database(), { name: 'ana@example.com', password: GOOD, at: 2 });
    const change = {
      name: 'ana@example.com',
      secret: here,
      next: 'nine boats on the river',
      endsTokens: false,
      at: 3,
    };
    await expect(changePassword(database(), { ...change, password: 'wrong password' })).rejects.toThrow(
      'old password',
    );
    await changePassword(database(), { ...change, password: GOOD });
    expect(await findSession(database(), here, 4)).toBeDefined();
    expect(await findSession(database(), there, 4)).toBeUndefined();
  });

  it('never get a name that another person had', async () => {
    await invite();
    await expect(invite()).rejects.toMatchObject({ code: 'conflict' });
    await expect(invite('capiz')).rejects.toMatchObject({ code: 'conflict' });
  });
});
