import type { Kysely, Migration, RawBuilder } from 'kysely';
import { compressOnDemand } from '../delivery/compressed.ts';
import { describeAsset, isProductAsset, type StaticFile } from '../delivery/static-files.ts';
import { hashOf } from './contents.ts';
import type { Database } from './database.ts';

/**
 * Files that pages of any server may still request, by address: plans, built files, images. The content of an
 * address never changes.
 */
export interface ServedFileTables {
  served_files: {
    address: string;
    type: string;
    /** SHA-256 of the bytes. */
    hash: string;
    bytes: Uint8Array;
    /** The day on which a server last had the file. */
    seen: number;
  };
}

export function servedFilesMigration(bytes: RawBuilder<unknown>): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('served_files')
        .addColumn('address', 'text', (column) => column.primaryKey())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('bytes', bytes, (column) => column.notNull())
        .addColumn('seen', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** How long after its last use a file is stored. A page that was open for longer must be reloaded. */
const KEPT_MS = 30 * DAY_MS;
/** Size of the cache of files from the database. */
const MOST_KNOWN = 100;
const AT_ONCE = 50;

/** Files at immutable addresses that any server served in the last 30 days. */
export interface ServedFiles {
  /** Stores served files for the next 30 days. Resolves when they are stored. */
  note(files: Iterable<readonly [string, StaticFile]>): Promise<void>;
  /** @throws the error of the database, because a failed read does not mean that the file is missing. */
  find(address: string): Promise<StaticFile | undefined>;
}

export function createServedFiles(
  { queries, write }: Pick<Database, 'queries' | 'write'>,
  now: () => number,
): ServedFiles {
  /** When a file was stored, by address. */
  const noted = new Map<string, number>();
  const known = new Map<string, StaticFile>();
  let noting: Promise<void> = Promise.resolve();

  async function noteNew(files: Iterable<readonly [string, StaticFile]>): Promise<void> {
    const at = now();
    const isDue = (seen: number | undefined) => seen === undefined || at - seen >= DAY_MS;
    for (const [address, seen] of noted) if (isDue(seen)) noted.delete(address);
    const due = [...files].filter(([address]) => !noted.has(address));
    if (due.length === 0) return;
    const seen = new Map(
      (await queries.selectFrom('served_files').select(['address', 'seen']).execute()).map(
        ({ address, seen: when }) => [address, when],
      ),
    );
    const missing = due.filter(([address]) => isDue(seen.get(address)));
    if (missing.length > 0) {
      await write(async (changes) => {
        for (let first = 0; first < missing.length; first += AT_ONCE) {
          const rows = missing.slice(first, first + AT_ONCE).map(([address, { type, content }]) => {
            const bytes = Buffer.from(content.identity);
            return { address, type, hash: hashOf(bytes), bytes, seen: at };
          });
          await changes
            .insertInto('served_files')
            .values(rows)
            .onConflict((conflict) => conflict.column('address').doUpdateSet({ seen: at }))
            .execute();
        }
        await changes
          .deleteFrom('served_files')
          .where('seen', '<', at - KEPT_MS)
          .execute();
      });
    }
    for (const [address] of due) noted.set(address, at);
  }

  return {
    note(files) {
      const done = noting.then(() => noteNew(files));
      // One at a time; after a failure the next call stores the files.
      noting = done.catch(() => undefined);
      return done;
    },
    async find(address) {
      const at = known.get(address);
      if (at !== undefined) return at;
      const row = await queries
        .selectFrom('served_files')
        .selectAll()
        .where('address', '=', address)
        .where('seen', '>=', now() - KEPT_MS)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      // One engine returns an ArrayBuffer.
      const bytes = Buffer.from(row.bytes);
      if (hashOf(bytes) !== row.hash) throw new Error(`The stored file of ${address} is damaged.`);
      const file: StaticFile = isProductAsset(address, bytes)
        ? describeAsset(bytes)
        : { content: compressOnDemand(bytes), type: row.type, isImmutable: true };
      known.set(address, file);
      for (const oldest of known.keys()) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(oldest);
      }
      return file;
    },
  };
}
