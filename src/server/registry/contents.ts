import { createHash } from 'node:crypto';
import type { Queries } from './database.ts';
import { notFound } from './failures.ts';

/** Stored content is missing or does not match its hash. It is never passed on. */
export class DamagedContent extends Error {}

/** SHA-256 of bytes, in hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SQLite accepts at least this number of values in one statement. */
const AT_ONCE = 200;

/**
 * Stores contents under their hashes; contents that exist already are skipped.
 * @returns the hash of each content, in the same order.
 */
export async function keepContents(
  queries: Queries,
  contents: readonly (Uint8Array | string)[],
): Promise<string[]> {
  const rows = contents.map((content) => {
    const bytes = Buffer.from(content);
    return { hash: hashOf(bytes), bytes };
  });
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await queries
      .insertInto('contents')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
  return rows.map(({ hash }) => hash);
}

/**
 * @returns bytes by hash.
 * @throws DamagedContent if a content is missing or does not match its hash.
 */
export async function readContents(queries: Queries, hashes: Iterable<string>): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(hashes)];
  const found = new Map<string, Buffer>();
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const rows = await queries
      .selectFrom('contents')
      .selectAll()
      .where('hash', 'in', wanted.slice(at, at + AT_ONCE))
      .execute();
    for (const { hash, bytes } of rows) found.set(hash, Buffer.from(bytes));
  }
  for (const hash of wanted) {
    const bytes = found.get(hash);
    if (bytes === undefined) throw new DamagedContent(`The content ${hash} is missing.`);
    if (hashOf(bytes) !== hash) throw new DamagedContent(`The content ${hash} is damaged.`);
  }
  return found;
}

/** @throws RegistryRefusal `unknown`; DamagedContent if it does not match its hash. */
export async function readContent(queries: Queries, hash: string): Promise<Buffer> {
  const known = await queries
    .selectFrom('contents')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known === undefined) throw notFound('content', hash);
  return (await readContents(queries, [hash])).get(hash) as Buffer;
}
