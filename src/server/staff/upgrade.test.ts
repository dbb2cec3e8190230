import { expect, it } from 'vitest';
import { createRegistryApi } from '../registry/api.ts';
import { hashRecord, verifyAudit } from '../registry/audit.ts';
import { migrateAgainTo, onBothEngines } from '../registry/testing.ts';
import { listStaff } from './accounts.ts';
import { makeFirstLink } from './first-admin.ts';
import { digestSecret } from './secrets.ts';
import { createStaffToken } from './tokens.ts';

const TOKEN = 'T'.repeat(43);

onBothEngines('an installation from before accounts existed', ({ database, openAgain }) => {
  /** Gives the database the content of the last version without accounts: one token, no separate chain head. */
  async function age(): Promise<void> {
    const { queries } = database();
    await migrateAgainTo(database(), '0006-kept-calls');
    await queries
      .insertInto('secrets')
      .values({ name: 'staff-token', hash: digestSecret(TOKEN) })
      .execute();
    const row = {
      turn: 1,
      at: 1,
      actor: 'ana',
      action: 'draft.open',
      subject: 'd',
      details: '{}',
      previous: '',
    };
    await queries
      .insertInto('audit')
      .values({ ...row, hash: hashRecord(row) })
      .execute();
    await queries.updateTable('turns').set({ turn: 1 }).execute();
  }

  it('keeps its one token for a service account with a role, and gets a first admin', async () => {
    await age();
    const upgraded = await openAgain();
    expect(await createStaffToken(upgraded, 2)).toBeUndefined();
    expect(await makeFirstLink(upgraded, { name: 'admin', at: 2 })).toMatch(
      /\/capiz\/staff\/links\/[\w-]{43}$/,
    );
    expect(await listStaff(upgraded.queries)).toMatchObject([
      { name: 'admin', kind: 'person', role: 'admin', state: 'invited' },
      { name: 'command-line', kind: 'service', role: 'admin', state: 'active' },
    ]);
    const api = createRegistryApi({ database: upgraded, now: () => 3, afterChange: () => Promise.resolve() });
    const ask = async (path: string, body?: object) => {
      const reply = await api.request(`/capiz/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, answer: (await reply.json()) as object };
    };
    expect(await ask('/me')).toMatchObject({ status: 200, answer: { name: 'command-line', role: 'admin' } });
    expect((await ask('/drafts', { title: 'After the upgrade' })).status).toBe(200);
    expect(await ask(`/releases/${'a'.repeat(64)}/approve`, { reason: 'A test.' })).not.toMatchObject({
      status: 200,
    });
    // The chain continues from the last record of the old version.
    expect(await verifyAudit(upgraded.queries)).toMatchObject({ isWhole: true, records: 3 });
    await upgraded.queries.deleteFrom('audit').where('turn', '=', 1).execute();
    expect(await verifyAudit(upgraded.queries)).toMatchObject({ isWhole: false });
  });
});
