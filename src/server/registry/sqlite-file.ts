import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import Sqlite from 'libsql';
import { messageOf } from '#src/shared/message-of.ts';
import { letOthersRun } from '../let-others-run.ts';

type File = InstanceType<typeof Sqlite>;

/** Interval of retries while another process locks the file, in ms. */
const AGAIN_MS = 20;

/**
 * @throws Error with the path if the file is no database, cannot be opened, or is locked by another process
 * for longer than `busyMs`.
 */
export async function openFile(path: string, busyMs: number): Promise<File> {
  let file: File | undefined;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    // A timeout of SQLite itself would block this thread, and with it all requests.
    const opened = (file = new Sqlite(path, { timeout: 0 }));
    // Write-ahead log, flushed to disk before a commit returns.
    await patiently(() => opened.pragma('journal_mode = WAL'), busyMs);
    opened.pragma('synchronous = FULL');
    opened.pragma('foreign_keys = ON');
    return opened;
  } catch (error) {
    file?.close();
    const why = messageOf(error);
    throw new Error(`The database ${path} cannot be opened: ${why}.`, { cause: error });
  }
}

/** Retries while another process locks the file, without blocking this process. */
async function patiently<T>(run: () => T, busyMs: number): Promise<T> {
  const until = performance.now() + busyMs;
  for (;;) {
    try {
      return run();
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() >= until) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/**
 * Moves the write-ahead log into the file, so that a copy of the file alone is complete. If it fails now, a later
 * call does it.
 */
export function checkpoint(file: File): void {
  try {
    if (!file.inTransaction) file.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The changes stay in the log, so nothing is lost.
  }
}

/** Like `checkpoint`, for a file that this process has closed. */
export function checkpointClosed(path: string): void {
  try {
    const file = new Sqlite(path, { timeout: 0, fileMustExist: true });
    checkpoint(file);
    file.close();
  } catch {
    // The changes stay in the log. The file may be closing because of a worse error, which this one must not
    // replace.
  }
}

/** Whether the open file is still the one at that path. */
export function isInPlace(path: string, inode: number): boolean {
  return path === ':memory:' || (existsSync(path) && statSync(path).ino === inode);
}

/** SQLite whose writers wait for other processes without blocking this one. */
export class FileDialect extends SqliteDialect {
  readonly #file: File;
  readonly #busyMs: number;

  constructor(file: File, busyMs: number) {
    super({ database: file });
    this.#file = file;
    this.#busyMs = busyMs;
  }

  override createAdapter(): SqliteAdapter {
    return new FileAdapter();
  }

  override createDriver(): SqliteDriver {
    return new FileDriver(this.#file, this.#busyMs);
  }
}

/** Migrations run in one transaction: of two processes that start at the same time, one waits for the other. */
class FileAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class FileDriver extends SqliteDriver {
  readonly #connection: DatabaseConnection;

  constructor(file: File, busyMs: number) {
    super({ database: file });
    this.#connection = new FileConnection(file, busyMs);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Waits until the only connection is free.
    await super.acquireConnection();
    return this.#connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A deferred transaction may fail at its first write, because another process has written since.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has often rolled back already. The first error is the one to throw.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class FileConnection implements DatabaseConnection {
  readonly #file: File;
  readonly #busyMs: number;

  constructor(file: File, busyMs: number) {
    this.#file = file;
    this.#busyMs = busyMs;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await letOthersRun();
    const statement = this.#file.prepare(sql);
    if (statement.reader) {
      // Kysely knows the types of the columns; the driver does not.
      return { rows: (await patiently(() => statement.all(parameters), this.#busyMs)) as Row[] };
    }
    const { changes, lastInsertRowid } = await patiently(() => statement.run(parameters), this.#busyMs);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed from the database.');
  }
}
