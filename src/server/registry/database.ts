import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, Migrator, PostgresDialect, SqliteDialect, sql, type Transaction } from 'kysely';
import Sqlite from 'libsql';
import pg from 'pg';
import { migrationsOf } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** One SQL for both engines. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  readonly engine: Engine;
  /** For reading. */
  readonly queries: Kysely<Tables>;
  /**
   * One change, whole or not at all, on disk when the promise is fulfilled. Writers take turns, on all servers
   * together: what `run` has read stays true until its end.
   *
   * @throws whatever `run` throws; then nothing has happened.
   */
  write<T>(run: (queries: Transaction<Tables>, turn: number) => Promise<T>): Promise<T>;
  /** Tells of changes that any server has made as they are committed; also now and then, should that not be heard. */
  onChange(tell: () => void): void;
  close(): Promise<void>;
}

/** So often somebody looks for changes of which nobody has told, milliseconds. */
const LOOK_MS = 5_000;
/** How long a writer waits for another process that has the file, milliseconds. */
const BUSY_MS = 10_000;

/**
 * Opens and migrates.
 *
 * @param address - `postgres://…`, or the path of a file.
 * @throws Error when it cannot be reached, or was made by a newer version of this program.
 */
export async function openDatabase(address: string): Promise<Database> {
  const isPostgres = /^postgres(ql)?:\/\//.test(address);
  const engine: Engine = isPostgres ? 'postgres' : 'sqlite';
  const queries = new Kysely<Tables>({
    dialect: isPostgres
      ? new PostgresDialect({ pool: openPool(address) })
      : new SqliteDialect({ database: openFile(address) }),
  });
  try {
    await migrate(queries, engine);
  } catch (error) {
    await queries.destroy();
    throw error;
  }
  const listeners = new Set<() => void>();
  const tellAll = (): void => {
    for (const tell of listeners) tell();
  };
  const looking = setInterval(tellAll, LOOK_MS).unref();
  const listening = isPostgres ? listen(address, tellAll) : undefined;
  return {
    engine,
    queries,
    async write(run) {
      const done = await queries.transaction().execute(async (transaction) => {
        const { turn } = await transaction
          .updateTable('turns')
          .set((row) => ({ turn: row('turn', '+', 1) }))
          .where('name', '=', 'writer')
          .returning('turn')
          .executeTakeFirstOrThrow();
        // Heard when the change is committed, and not before.
        if (isPostgres) await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
        return run(transaction, turn);
      });
      if (!isPostgres) tellAll();
      return done;
    },
    onChange: (tell) => void listeners.add(tell),
    async close() {
      clearInterval(looking);
      listeners.clear();
      await listening?.stop();
      await queries.destroy();
    },
  };
}

const CHANNEL = 'capiz_changes';
const AGAIN_MS = 1_000;

/** Hears what other servers have changed, by a connection of its own that is made again when it breaks. */
function listen(address: string, tell: () => void): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: address, keepAlive: true });
    client = next;
    const again = (): void => {
      if (isStopped || client !== next) return;
      client = undefined;
      retry = setTimeout(() => void connect(), AGAIN_MS);
      retry.unref();
    };
    next.on('notification', tell);
    next.on('error', again);
    next.on('end', again);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      // Whatever happened before it could hear.
      tell();
    } catch {
      again();
      await next.end().catch(() => undefined);
    }
  };
  const first = connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}

function openPool(address: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: 8,
    // Whole numbers as numbers: ours stay below 2^53.
    types: {
      getTypeParser: ((id: number, format: 'text') =>
        id === pg.types.builtins.INT8
          ? Number
          : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
    // What is acknowledged is on disk, whatever the server's own setting says.
    options: '-c synchronous_commit=on',
  });
  // A connection may break while nobody uses it, and between two questions of whoever does: whoever asks next is told
  // by the answer to that, or gets another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function openFile(path: string): InstanceType<typeof Sqlite> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const file = new Sqlite(path, { timeout: BUSY_MS });
  // In the log ahead of the file, and the log on disk before a commit is answered.
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  return file;
}

async function migrate(queries: Kysely<Tables>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: () => Promise.resolve(migrationsOf(engine)) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const later = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (later !== undefined) {
    throw new Error(`The database was made by a newer version of this program (${later}): start that one.`);
  }
  throw error instanceof Error ? error : new Error('The database could not be brought up to date.');
}
