import { record } from '../registry/audit.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { addLink, endAccess, listStaff, type StaffRecord } from './accounts.ts';

/** Actor in the audit of a recovery by a person with access to the database. */
const RECOVERY = 'recovery';

/** Accounts that can be recovered: people who are or were admins. */
export async function listAdmins(queries: Queries): Promise<StaffRecord[]> {
  return (await listStaff(queries)).filter(({ kind, role }) => kind === 'person' && role === 'admin');
}

interface Recovery {
  /** An existing name, or a new one. */
  readonly name: string;
  /** For the audit. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Makes a person an admin, for an installation without an admin who can sign in. It needs no role: with write
 * access to the database everything is possible. Former credentials of the account end, so that the old password
 * of a disabled account stays invalid.
 * @returns the secret of the link with which the person sets a password; it is not stored.
 * @throws RegistryRefusal `conflict` for a machine's account.
 */
export function recoverAdmin({ write }: Database, { name, reason, at }: Recovery): Promise<string> {
  return write(async (queries, turn) => {
    const known = await queries
      .selectFrom('staff')
      .select(['kind', 'role', 'state'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (known?.kind === 'service') {
      throw new RegistryRefusal('conflict', `${name} is a service account: only a person can be an admin.`);
    }
    const opened = { role: 'admin', state: 'invited', password: null, subject: null } as const;
    if (known === undefined) {
      await queries
        .insertInto('staff')
        .values({ ...opened, name, kind: 'person', made_by: null, at })
        .execute();
    } else {
      await endAccess(queries, name);
      await queries.updateTable('staff').set(opened).where('name', '=', name).execute();
    }
    const before = known === undefined ? null : { role: known.role, state: known.state };
    await record(queries, {
      ...{ turn, at, actor: RECOVERY, action: 'staff.recover', subject: name, details: { before, reason } },
    });
    return addLink(queries, name, at);
  });
}
