import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runIn } from '#src/cli/testing.ts';
import { listRecords } from '#src/server/registry/audit.ts';
import { onBothEngines } from '#src/server/registry/testing.ts';
import { findLink } from '#src/server/staff/sessions.ts';
import { givenStaff } from '#src/server/staff/testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-recover-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const recover = (...args: string[]) => runIn(folder, 'recover', ...args);

const WHY = ['--reason', 'Nobody can sign in.'];

onBothEngines('capiz recover', ({ engine, address, database }) => {
  beforeEach(() => {
    if (engine === 'postgres') vi.stubEnv('DATABASE_URL', address());
    else {
      vi.stubEnv('CAPIZ_DATA', 'kept');
      mkdirSync(join(folder, 'kept'));
      symlinkSync(address(), join(folder, 'kept/registry.db'));
    }
  });

  it('makes an admin while the server has the database open, and lists the admins', async () => {
    await givenStaff(database(), 'ana@example.com');
    await givenStaff(database(), 'robot', 'admin', 'service');
    expect(await recover()).toMatchObject({
      code: 2,
      err: 'capiz recover: name a person; admins are ana@example.com (active)\n',
    });
    expect((await recover('Ana B', ...WHY)).code).toBe(2);
    expect((await recover('ana@example.com')).err).toContain('give a reason');
    const machine = await recover('robot', ...WHY);
    expect([machine.code, machine.err]).toEqual([
      1,
      'Not done: robot is a service account: only a person can be an admin.\n',
    ]);

    const { code, out } = await recover('ana@example.com', ...WHY);
    expect(code).toBe(0);
    const secret = /http:\/\/127\.0\.0\.1:4173\/capiz\/staff\/links\/([\w-]{43})\n/.exec(out)?.[1] ?? '';
    expect(await findLink(database(), secret, Date.now())).toBe('ana@example.com');
    const told = JSON.parse((await recover('ben', ...WHY, '--json')).out) as { link: string };
    expect(told).toMatchObject({ version: 1, name: 'ben' });
    expect(await findLink(database(), told.link.slice(-43), Date.now())).toBe('ben');
    expect(await findLink(database(), secret, Date.now() + 24 * 60 * 60_000)).toBeUndefined();
    expect(
      (await listRecords(database().queries)).map(
        ({ actor, action, subject }) => `${actor} ${action} ${subject}`,
      ),
    ).toEqual(['recovery staff.recover ben', 'recovery staff.recover ana@example.com']);
  });

  it('changes nothing before the server of this version was started', async () => {
    await sql`delete from kysely_migration where name = '0008-webhooks'`.execute(database().queries);
    const { code, err } = await recover('ana@example.com', ...WHY);
    expect([code, err]).toEqual([2, expect.stringContaining('start the server of this version first')]);
    expect(await listRecords(database().queries)).toEqual([]);
  });
});

it('does not create a missing database', async () => {
  const { code, err } = await recover('ana@example.com', ...WHY, '--data', 'nowhere');
  expect([code, err]).toEqual([2, expect.stringContaining('there is no database at')]);
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});
