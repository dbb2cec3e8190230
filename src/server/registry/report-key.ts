import { randomBytes } from 'node:crypto';
import type { Database, Queries } from './database.ts';

/**
 * The key that signs the tokens of reporting pages. The first server of an installation creates it, and all
 * servers use it.
 */
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
