import { expect, it } from 'vitest';
import { listRecords, verifyAudit } from '../registry/audit.ts';
import { onBothEngines } from '../registry/testing.ts';
import { changeRole, disableStaff, invitePerson, readStaff } from './accounts.ts';
import { makeFirstLink } from './first-admin.ts';
import { listAdmins, recoverAdmin } from './recover.ts';
import { findSession, signIn, takeLink } from './sessions.ts';
import { givenStaff } from './testing.ts';
import { findTokenOwner } from './tokens.ts';

const OLD = 'seven boats on the river';
const NEW = 'nine boats on the river';

onBothEngines('an admin who is recovered', ({ database }) => {
  const invite = (name: string) =>
    invitePerson(database(), { name, role: 'admin', actor: 'command-line', at: 0 });
  const enter = async (name: string) =>
    takeLink(database(), { secret: await invite(name), password: OLD, at: 1 });
  const recover = (name: string) => recoverAdmin(database(), { name, reason: 'Nobody can sign in.', at: 2 });

  it('sets another password with a link, and loses the old password and former sessions', async () => {
    const session = await enter('ana');
    const secret = await recover('ana');
    expect(await findSession(database(), session, 3)).toBeUndefined();
    await expect(signIn(database(), { name: 'ana', password: OLD, at: 3 })).rejects.toThrow('is wrong');
    const opened = await takeLink(database(), { secret, password: NEW, at: 4 });
    expect((await findSession(database(), opened, 5))?.account).toMatchObject({ name: 'ana', role: 'admin' });
    await expect(takeLink(database(), { secret, password: NEW, at: 5 })).rejects.toThrow('no longer valid');
    expect(await listRecords(database().queries, { subject: 'ana', limit: 3 })).toMatchObject([
      { action: 'staff.sign-in' },
      { action: 'staff.password' },
      {
        ...{ actor: 'recovery', action: 'staff.recover' },
        details: { before: { role: 'admin', state: 'active' }, reason: 'Nobody can sign in.' },
      },
    ]);
    expect(await verifyAudit(database().queries)).toMatchObject({ isWhole: true });
  });

  it('may have been disabled or have had another role: the old password and tokens stay invalid', async () => {
    await enter('ana');
    await enter('ben');
    const token = await givenStaff(database(), 'cy', 'editor');
    await changeRole(database(), { name: 'ana', role: 'viewer', actor: 'ben', at: 1 });
    await disableStaff(database(), { name: 'ana', actor: 'ben', at: 1 });
    expect((await listAdmins(database().queries)).map(({ name }) => name)).toEqual(['ben']);
    for (const name of ['ana', 'cy']) {
      const secret = await recover(name);
      expect(await readStaff(database().queries, name)).toMatchObject({ role: 'admin', state: 'invited' });
      await expect(signIn(database(), { name, password: OLD, at: 3 })).rejects.toThrow('is wrong');
      expect(await takeLink(database(), { secret, password: NEW, at: 4 })).toMatch(/^[\w-]{43}$/);
    }
    expect(await findTokenOwner(database(), `Bearer ${token}`, 5)).toBeUndefined();
  });

  it('may be a new account, but not a machine', async () => {
    await givenStaff(database(), 'robot', 'admin', 'service');
    await expect(recover('robot')).rejects.toMatchObject({ code: 'conflict' });
    const secret = await recover('dee@example.com');
    await takeLink(database(), { secret, password: NEW, at: 4 });
    expect(await readStaff(database().queries, 'dee@example.com')).toMatchObject({ state: 'active' });
    // No start creates another admin.
    expect(await makeFirstLink(database(), { name: 'admin', at: 5 })).toBeUndefined();
  });

  it('is recovered by the actor "recovery", which no account can be called', async () => {
    await expect(invite('recovery')).rejects.toMatchObject({ code: 'conflict' });
  });
});
