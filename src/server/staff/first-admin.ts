import { record } from '../registry/audit.ts';
import type { Database } from '../registry/database.ts';
import { addLink, countAdmins } from './accounts.ts';
import { LINKS_ADDRESS } from '#src/shared/staff-addresses.ts';
import { takeTurn } from './passwords.ts';

/** Actor in the audit of changes by the installation itself. */
const ACTOR = 'first-start';

interface FirstAdmin {
  readonly name: string;
  /** From the environment; then no link is needed. */
  readonly password?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Prepares the account of the first admin, at every start until there is one: each start replaces the last link.
 * @returns the path of the link; undefined if there is an admin, or the password was given.
 * @throws Error for a weak password.
 */
export async function makeFirstLink(
  database: Database,
  { name, password, at }: FirstAdmin,
): Promise<string | undefined> {
  if ((await countAdmins(database.queries)) > 0) return undefined;
  const hash = password === undefined ? null : await hashFirst(password, name);
  return database.write(async (queries, turn) => {
    // Another server of this installation started at the same moment.
    if ((await countAdmins(queries)) > 0) return undefined;
    const known = await queries
      .selectFrom('staff')
      .select('role')
      .where('name', '=', name)
      .executeTakeFirst();
    const state = hash === null ? ('invited' as const) : ('active' as const);
    if (known === undefined) {
      await queries
        .insertInto('staff')
        .values({
          name,
          kind: 'person',
          role: 'admin',
          state,
          password: hash,
          subject: null,
          made_by: null,
          at,
        })
        .execute();
    } else {
      await queries
        .updateTable('staff')
        .set({ role: 'admin', state, password: hash })
        .where('name', '=', name)
        .where('kind', '=', 'person')
        .execute();
    }
    await record(queries, {
      ...{ turn, at, actor: ACTOR, action: 'staff.invite' },
      ...{ subject: name, details: { role: 'admin', by: hash === null ? 'link' : 'password' } },
    });
    return hash === null ? `${LINKS_ADDRESS}/${await addLink(queries, name, at)}` : undefined;
  });
}

function hashFirst(password: string, name: string): Promise<string> {
  return takeTurn(ACTOR, async (thread) => {
    const fault = await thread.findFault(password, name);
    if (fault !== undefined) throw new Error(`CAPIZ_ADMIN_PASSWORD: ${fault}`);
    return thread.hash(password);
  });
}
