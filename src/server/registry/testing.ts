import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { startPostgres } from '#tests/postgres.mjs';
import { type LibraryOptions, library, type ScreenText } from '#renderer/grammar/testing.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { givenStaff } from '../staff/testing.ts';
import { type Database, type Engine, openDatabase } from './database.ts';
import { migrationsOf } from './migrations.ts';
import type { Decision } from '#src/shared/registry/act.ts';

/** Creates the databases of a test file. */
interface Place {
  /** @returns the address of a new, empty database. */
  create(): Promise<string>;
}

/** Default: both. `CAPIZ_TEST_ENGINES` selects one, for runs that repeat the tests many times (tests/teeth). */
const ENGINES: readonly Engine[] = (['sqlite', 'postgres'] as const).filter(
  (engine) => process.env['CAPIZ_TEST_ENGINES']?.includes(engine) ?? true,
);

/**
 * Runs every test of `suite` on both engines, each with an empty database. PostgreSQL is a real server, started
 * for the file, or `CAPIZ_TEST_POSTGRES` if that is set. It runs without fsync; another suite tests power loss.
 */
export function onBothEngines(title: string, suite: (given: Given) => void): void {
  describe.each(ENGINES)(`${title}, on %s`, (engine) => {
    let stop: (() => void) | undefined;
    let place: Place;
    beforeAll(() => {
      const opened = engine === 'sqlite' ? openFolder() : openServer();
      place = opened.place;
      stop = opened.stop;
    });
    afterAll(() => stop?.());
    let address = '';
    let database: Database;
    const others: Database[] = [];
    beforeEach(async () => {
      address = await place.create();
      database = await openDatabase(address);
    });
    afterEach(async () => {
      await Promise.all([database, ...others.splice(0)].map((one) => one.close()));
    });
    suite({
      engine,
      database: () => database,
      address: () => address,
      async openAgain() {
        // Only one connection of this process may open the file: a second one would wait for its lock forever.
        if (engine === 'sqlite') {
          await database.close();
          database = await openDatabase(address);
          return database;
        }
        const other = await openDatabase(address);
        others.push(other);
        return other;
      },
    });
  });
}

/** What a suite uses; call the functions only inside tests. */
export interface Given {
  readonly engine: Engine;
  database(): Database;
  address(): string;
  /** Opens the same database again, as another server does; the embedded one, as the next process does. */
  openAgain(): Promise<Database>;
}

function openFolder(): { place: Place; stop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-registry-'));
  let count = 0;
  return {
    place: {
      create() {
        count += 1;
        return Promise.resolve(join(folder, `${count}.db`));
      },
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function openServer(): { place: Place; stop: () => void } {
  const given = process.env['CAPIZ_TEST_POSTGRES'];
  const server =
    given === undefined
      ? startPostgres(['fsync=off', 'max_connections=300'])
      : { address: given, stop: () => undefined };
  let last: Migrated | undefined;
  return {
    place: {
      async create() {
        if (last !== undefined && (await emptyAgain(last))) return last.address;
        const name = `test_${randomBytes(6).toString('hex')}`;
        await withClient(`${server.address}/postgres`, (client) => client.query(`create database ${name}`));
        const address = `${server.address}/${name}`;
        await (await openDatabase(address)).close();
        last = await readMigrated(address);
        return address;
      },
    },
    stop: () => server.stop(),
  };
}

/** A PostgreSQL database directly after its migrations. */
interface Migrated {
  readonly address: string;
  readonly columns: string;
  /** Name of each table, and its rows as a JSON array: a migration may insert some. */
  readonly tables: readonly { readonly name: string; readonly rows: string }[];
}

async function readMigrated(address: string): Promise<Migrated> {
  return await withClient(address, async (client) => {
    const { rows: named } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const tables = [];
    for (const { name } of named) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`,
      );
      tables.push({ name, rows: rows[0]?.rows ?? '[]' });
    }
    return { address, columns: await readColumns(client), tables };
  });
}

/**
 * Makes the database of the test before as it was after its migrations, in a tenth of the CPU time that another one takes.
 *
 * @returns false if a test changed its tables, or is still connected to it.
 */
async function emptyAgain({ address, columns, tables }: Migrated): Promise<boolean> {
  return await withClient(address, async (client) => {
    const { rows: connected } = await client.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (connected.length > 0 || (await readColumns(client)) !== columns) return false;
    const steps = tables.flatMap(({ name, rows }) => [
      `delete from "${name}"`,
      ...(rows === '[]'
        ? []
        : [
            `insert into "${name}" select * from json_populate_recordset(null::"${name}", ${pg.escapeLiteral(rows)})`,
          ]),
    ]);
    // Without the triggers of foreign keys the order of the tables does not matter.
    await client.query(['set session_replication_role = replica', ...steps].join('; '));
    return true;
  });
}

/** The columns of all tables, as one text that can be compared. */
async function readColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select relname, attname, atttypid, attnotnull from pg_class join pg_attribute on attrelid = pg_class.oid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      order by relname, attnum`,
  );
  return JSON.stringify(rows);
}

async function withClient<T>(address: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Empties a database, then runs the migrations of an earlier version of the program. */
export async function migrateAgainTo(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  name: string,
): Promise<void> {
  if (engine === 'postgres') await sql`drop schema public cascade; create schema public`.execute(queries);
  else {
    await sql`pragma foreign_keys = off`.execute(queries);
    for (const table of await queries.introspection.getTables({ withInternalKyselyTables: true }))
      await sql`drop table ${sql.table(table.name)}`.execute(queries);
  }
  const provider = { getMigrations: () => Promise.resolve(migrationsOf(engine)) };
  const { error } = await new Migrator({ db: queries, provider }).migrateTo(name);
  if (error !== undefined) throw error instanceof Error ? error : new Error(`No migration to ${name}`);
}

/** A policy under which the words of both screens need no second person. */
export const WORDS_ALONE = { review: { alone: { shelf: ['words'], book: ['words'] } } };

/** A project with the screen `shelf`, as given, and a screen `book`. */
export function smallProject(shelf: ScreenText = {}, options: LibraryOptions = {}): Map<string, Buffer> {
  const files = library(shelf, { ...options, app: { ...WORDS_ALONE, ...options.app } });
  return new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
}

/** A body with one sentence. */
export function screenWithText(text: string): ScreenText {
  return { body: [{ type: 'text', text }] };
}

/** A body with a button that pays, as a critical call. */
export const PAYING: ScreenText = {
  body: [
    {
      type: 'button',
      text: 'Pay',
      on: {
        tap: [
          {
            do: 'request',
            endpoint: 'pay-fine',
            with: { amount: '${data.shelf.fine}' },
            critical: { intent: 'fine', ask: 'fine-state', done: "reply.state == 'paid'" },
          },
        ],
      },
    },
  ],
};

/** The product of this project, as documents and images by path. */
export function wholeProject(): Map<string, Buffer> {
  return readProjectBytes('.');
}

/** Adds people who may do everything except manage colleagues. */
export async function hire(database: Database, ...names: readonly string[]): Promise<void> {
  for (const name of names) await givenStaff(database, name, 'publisher');
}

/** A decision by this account at this time. */
export function by(actor: string, at = 1_000, reason = 'A test.'): Decision {
  return { actor, at, reason };
}
