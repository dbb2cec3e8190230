import type { Database } from '../registry/database.ts';
import { addToken } from './accounts.ts';
import type { Role } from '#src/review/roles.ts';

/** Creates an active account. @returns its token. */
export function givenStaff(
  { write }: Database,
  name: string,
  role: Role = 'admin',
  kind: 'person' | 'service' = 'person',
): Promise<string> {
  return write(async (queries) => {
    await queries
      .insertInto('staff')
      .values({ name, kind, role, state: 'active', password: null, subject: null, made_by: null, at: 0 })
      .execute();
    return addToken(queries, { staff: name, label: 'test', at: 0, until: null });
  });
}
