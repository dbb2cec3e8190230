import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Queries } from './database.ts';

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

/** What signs the tokens of pages that count: the same on all servers of the installation, made by the first. */
export async function readReportKey({ queries, write }: Database): Promise<Buffer> {
  const find = (from: Queries) =>
    from.selectFrom('secrets').select('hash').where('name', '=', 'report-key').executeTakeFirst();
  const known = await find(queries);
  if (known !== undefined) return Buffer.from(known.hash, 'hex');
  return write(async (transaction) => {
    const meanwhile = await find(transaction);
    if (meanwhile !== undefined) return Buffer.from(meanwhile.hash, 'hex');
    const key = randomBytes(32);
    await transaction
      .insertInto('secrets')
      .values({ name: 'report-key', hash: key.toString('hex') })
      .execute();
    return key;
  });
}
