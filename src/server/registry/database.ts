import { statSync } from 'node:fs';
import { Kysely, type Logger, Migrator, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { migrationsOf } from './migrations.ts';
import { openPool, PoolDialect, type PostgresLimits } from './postgres-pool.ts';
import { checkpoint, checkpointClosed, FileDialect, isInPlace, openFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** The query builder, for both engines. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  readonly engine: Engine;
  /** For reads. */
  readonly queries: Kysely<Tables>;
  /**
   * Runs one transaction; it is on disk when the promise is fulfilled. Writers on all servers run one after
   * another, so what `run` has read stays true until its end.
   * @throws the error of `run`, after a rollback.
   */
  write<T>(run: (queries: Transaction<Tables>, turn: number) => Promise<T>): Promise<T>;
  /**
   * Notifies of committed changes of any server; also calls `notify` at intervals, in case a notification was lost.
   */
  onChange(notify: () => void): void;
  /** Whether the database answers now; false if it hangs. */
  isReachable(): Promise<boolean>;
  /** Resolves within `CLOSE_MS`, even if something hangs. */
  close(): Promise<void>;
}

/** Interval of polling for changes whose notification was lost, in ms. */
const POLL_MS = 5_000;
/** Timeouts of database operations, in ms. */
export interface DatabaseLimits extends PostgresLimits {
  /** Timeout for a lock that another process holds on the file of the embedded database. */
  readonly busyMs: number;
}

const LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  lockMs: 10_000,
  statementMs: 15_000,
  answerMs: 20_000,
  idleMs: 30_000,
  busyMs: 10_000,
};
/** A migration may rewrite a large table. */
const MIGRATION_MS = 600_000;
/** Timeout after which the database counts as unreachable. */
const REACH_MS = 2_000;
const CLOSE_MS = 2_000;
/** Interval at which the log of the embedded database is moved into its file. */
const CHECKPOINT_MS = 60_000;

/**
 * Opens and migrates the database.
 * @param address - `postgres://…`, or the path of a file.
 * @param limits - Override the default limits, for tests.
 * @param measure - Gets the statements, also those of migrations in the embedded database.
 * @throws Error if it cannot be reached, or was made by a newer version of this program.
 */
export async function openDatabase(
  address: string,
  limits: Partial<DatabaseLimits> = {},
  measure?: MeasureQuery,
): Promise<Database> {
  const all = { ...LIMITS, ...limits };
  const log: Measuring = measure
    ? { log: ({ level, queryDurationMillis }) => measure(level === 'error', queryDurationMillis / 1_000) }
    : {};
  return isPostgres(address) ? openServer(address, all, log) : openEmbedded(address, all.busyMs, log);
}

/** Gets each statement that has ended. */
export type MeasureQuery = (isFailed: boolean, seconds: number) => void;

/** The part of Kysely's configuration that gets each statement. */
type Measuring = { readonly log?: Logger };

export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

async function openServer(address: string, limits: DatabaseLimits, measuring: Measuring): Promise<Database> {
  const patient = { ...limits, lockMs: MIGRATION_MS, statementMs: MIGRATION_MS, answerMs: MIGRATION_MS };
  const migrating = new Kysely<Tables>({ dialect: new PoolDialect(openPool(address, patient)) });
  await migrate(migrating, 'postgres').finally(() => settleInTime(migrating.destroy()));
  const queries = new Kysely<Tables>({ dialect: new PoolDialect(openPool(address, limits)), ...measuring });
  const listeners = listenersOf();
  const listening = listen(address, limits, listeners.notifyAll);
  return {
    engine: 'postgres',
    queries,
    write: writeBy(queries, async (transaction) => {
      // Sent when the transaction commits, not before.
      await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
    }),
    onChange: listeners.add,
    isReachable: () => answersInTime(sql`select 1`.execute(queries)),
    async close() {
      listeners.end();
      await settleInTime(Promise.all([listening.stop(), queries.destroy()]));
    },
  };
}

async function openEmbedded(path: string, busyMs: number, measuring: Measuring): Promise<Database> {
  const file = await openFile(path, busyMs);
  const queries = new Kysely<Tables>({ dialect: new FileDialect(file, busyMs), ...measuring });
  try {
    await migrate(queries, 'sqlite');
  } catch (error) {
    await settleInTime(queries.destroy());
    throw error;
  }
  const inode = path === ':memory:' ? 0 : statSync(path).ino;
  const listeners = listenersOf();
  const write = writeBy(queries, () => Promise.resolve());
  const checkpoints = setInterval(() => checkpoint(file), CHECKPOINT_MS).unref();
  let isClosed = false;
  return {
    engine: 'sqlite',
    queries,
    async write(run) {
      const done = await write(run);
      listeners.notifyAll();
      return done;
    },
    onChange: listeners.add,
    isReachable: async () =>
      isInPlace(path, inode) && (await answersInTime(sql`select turn from turns`.execute(queries))),
    async close() {
      if (isClosed) return;
      isClosed = true;
      listeners.end();
      clearInterval(checkpoints);
      await settleInTime(queries.destroy());
      // Callers that did not notice the shutdown may still have run statements.
      if (path !== ':memory:') checkpointClosed(path);
    },
  };
}

function writeBy(
  queries: Kysely<Tables>,
  notify: (transaction: Transaction<Tables>) => Promise<void>,
): Database['write'] {
  return (run) =>
    queries.transaction().execute(async (transaction) => {
      const { turn } = await transaction
        .updateTable('turns')
        .set((row) => ({ turn: row('turn', '+', 1) }))
        .where('name', '=', 'writer')
        .returning('turn')
        .executeTakeFirstOrThrow();
      await notify(transaction);
      return run(transaction, turn);
    });
}

function listenersOf() {
  const listeners = new Set<() => void>();
  const notifyAll = (): void => {
    for (const notify of listeners) notify();
  };
  const looking = setInterval(notifyAll, POLL_MS).unref();
  return {
    notifyAll,
    add: (notify: () => void): void => void listeners.add(notify),
    end(): void {
      clearInterval(looking);
      listeners.clear();
    },
  };
}

/** Waits until `ending` has settled, and at most `CLOSE_MS`. */
async function settleInTime(ending: Promise<unknown>): Promise<void> {
  await Promise.race([ending.catch(() => undefined), pause(CLOSE_MS)]);
}

function answersInTime(asked: Promise<unknown>): Promise<boolean> {
  const isAnswered = asked.then(
    () => true,
    () => false,
  );
  return Promise.race([isAnswered, pause(REACH_MS).then(() => false)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms).unref();
  });
}

const CHANNEL = 'capiz_changes';
const RECONNECT_MS = 1_000;
const PING_MS = 30_000;

/**
 * Receives notifications of changes by other servers, on a separate connection that reconnects when it breaks or
 * does not answer.
 */
function listen(
  address: string,
  { connectMs, answerMs }: DatabaseLimits,
  notify: () => void,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...{ connectionString: address, keepAlive: true },
      ...{ connectionTimeoutMillis: connectMs, query_timeout: answerMs },
    });
    client = next;
    let pingTimer: NodeJS.Timeout | undefined;
    const reconnect = (): void => {
      clearTimeout(pingTimer);
      if (isStopped || client !== next) return;
      client = undefined;
      void next.end().catch(() => undefined);
      retry = setTimeout(() => void connect(), RECONNECT_MS);
      retry.unref();
    };
    // Without this query, a connection whose other end vanished would hang forever.
    const ping = (): void => {
      pingTimer = setTimeout(() => void next.query('select 1').then(ping, reconnect), PING_MS);
      pingTimer.unref();
    };
    next.on('notification', notify);
    next.on('error', reconnect);
    next.on('end', reconnect);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      ping();
      // Changes that were committed before the connection listened sent no notification here.
      notify();
    } catch {
      reconnect();
    }
  };
  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
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
    throw new Error(
      `The database was made by a newer version of this program (${later}): start that one, or restore the backup from before the upgrade.`,
    );
  }
  throw error instanceof Error ? error : new Error('The database could not be brought up to date.');
}
