import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * The installation's one staff token, made at its first start. Only its hash is kept: 256 random bits need no
 * slow one.
 *
 * @returns the token where this call has made it; nobody can ask for it again.
 */
export function createStaffToken({ write }: Database): Promise<string | undefined> {
  return write(async (queries) => {
    const known = await queries
      .selectFrom('secrets')
      .select('name')
      .where('name', '=', 'staff-token')
      .executeTakeFirst();
    if (known !== undefined) return undefined;
    const token = randomBytes(32).toString('base64url');
    await queries
      .insertInto('secrets')
      .values({ name: 'staff-token', hash: digest(token).toString('hex') })
      .execute();
    return token;
  });
}

/** Whether a request's `Authorization` header carries the token. */
export async function isStaff({ queries }: Database, authorization: string | undefined): Promise<boolean> {
  const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  const row = await queries
    .selectFrom('secrets')
    .select('hash')
    .where('name', '=', 'staff-token')
    .executeTakeFirst();
  return row !== undefined && timingSafeEqual(digest(token), Buffer.from(row.hash, 'hex'));
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
