import {
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';

/** Timeouts in ms, by what PostgreSQL is asked to do. */
export interface PostgresLimits {
  /** To connect, or to get a free connection. */
  readonly connectMs: number;
  /** To wait for a lock of another transaction. */
  readonly lockMs: number;
  /** For a statement, measured by the database server, which cancels slower ones. */
  readonly statementMs: number;
  /**
   * For a statement, measured here. After this time the database server counts as unreachable, and the connection is
   * dropped.
   */
  readonly answerMs: number;
  /** For an idle transaction. */
  readonly idleMs: number;
}

export function openPool(
  address: string,
  { connectMs, lockMs, statementMs, answerMs, idleMs }: PostgresLimits,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: 8,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleMs,
    // Integers as numbers: ours are below 2^53.
    types: {
      getTypeParser: ((id: number, format: 'text') =>
        id === pg.types.builtins.INT8
          ? Number
          : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
    // A committed change is on disk, even if the database server has another default.
    options: '-c synchronous_commit=on',
  });
  // A connection may break while it is idle, or between two statements. The next statement fails then, or gets
  // another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The message of `pg` when `answerMs` is over. */
const NO_ANSWER = 'Query read timeout';

/** A pool that never reuses a connection that did not answer. */
export class PoolDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: pg.Pool) {
    const wary: PostgresPool = {
      connect: async () => watch(await pool.connect()),
      end: () => pool.end(),
    };
    super({ pool: wary });
    this.#pool = wary;
  }

  override createDriver(): PostgresDriver {
    return new PoolDriver({ pool: this.#pool });
  }
}

class PoolDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // The connection may be the cause. The first error is rethrown.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

function watch(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  const query = async (text: string, values: unknown[]) => {
    // On a connection that does not answer, a new statement would wait behind the old one.
    if (isSilent) throw new Error(NO_ANSWER);
    try {
      return await client.query(text, values);
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === NO_ANSWER;
      throw error;
    }
  };
  return {
    // Kysely uses cursors only if it gets a cursor class, and it gets none.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isSilent),
  };
}
