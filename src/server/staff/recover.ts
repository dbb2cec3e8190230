import { record } from '../registry/audit.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { addLink, endAccess, listStaff, type StaffRecord } from './accounts.ts';

/** In the audit: whoever has the database, of whom nobody knows more. */
const RECOVERY = 'recovery';

/** Who could be recovered: the people who are, or were, admins. */
export async function listAdmins(queries: Queries): Promise<StaffRecord[]> {
  return (await listStaff(queries)).filter(({ kind, role }) => kind === 'person' && role === 'admin');
}

interface Recovery {
  /** Somebody's, or a new one. */
  readonly name: string;
  /** Stands in the audit. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * For an installation in which nobody is an admin any more who can sign in: makes somebody one, by what no role
 * allows, since whoever can write in the database could do anything there. Whatever the account was opened with before
 * ends: a disabled one stays shut to its old password.
 *
 * @returns the secret of the link by which they set a password; nobody can ask for it again.
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
      throw new RegistryRefusal('conflict', `${name} is a machine: an admin is a person.`);
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
