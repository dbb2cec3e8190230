import {
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';

/** How long what goes to PostgreSQL may take, milliseconds. */
export interface PostgresLimits {
  /** Making a connection, or waiting for one that is free. */
  readonly connectMs: number;
  /** Waiting for what another transaction holds. */
  readonly lockMs: number;
  /** A statement, as the server counts; one that is too slow is ended there. */
  readonly statementMs: number;
  /** A statement, as this process counts; its connection is given up, for the server says nothing. */
  readonly answerMs: number;
  /** A transaction in which nothing happens. */
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

/** What `pg` says when `answerMs` is over. */
const NO_ANSWER = 'Query read timeout';

/** PostgreSQL of which no connection is used again that has not answered. */
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
    // Its connection may be why it came to this. What is thrown on is the first cause.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

function watch(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  const query = async (text: string, values: unknown[]) => {
    // What is asked over a silent connection waits behind what it has not answered.
    if (isSilent) throw new Error(NO_ANSWER);
    try {
      return await client.query(text, values);
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === NO_ANSWER;
      throw error;
    }
  };
  return {
    // Kysely asks for cursors where one is given to it, and none is.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isSilent),
  };
}
