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
  return {
    place: {
      async create() {
        const name = `test_${randomBytes(6).toString('hex')}`;
        const client = new pg.Client(`${server.address}/postgres`);
        await client.connect();
        await client.query(`create database ${name}`);
        await client.end();
        return `${server.address}/${name}`;
      },
    },
    stop: () => server.stop(),
  };
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
