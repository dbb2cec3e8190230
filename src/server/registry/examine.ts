import { existsSync } from 'node:fs';
import Sqlite from 'libsql';
import pg from 'pg';
import { migrationsOf } from './migrations.ts';

/** State of a database; reading it changes nothing. */
export type Examined =
  | { readonly state: 'absent' }
  | {
      readonly state: 'unreachable';
      readonly engine: string;
      /** A code of the driver or the system, because messages name hosts. */
      readonly reason: string;
    }
  | { readonly state: 'damaged'; readonly engine: string }
  | { readonly state: 'newer'; readonly engine: string; readonly migration: string }
  | {
      readonly state: 'sound';
      /** Name and version. */
      readonly engine: string;
      /** Number of migrations that the next start will run. */
      readonly pending: number;
      /** Clock of the database server, if it has one; milliseconds since 1970. */
      readonly now?: number;
    };

/** Timeout of a database server, in ms. */
const PATIENCE_MS = 5_000;

/** @param address - `postgres://…`, or the path of a file. */
export function examineDatabase(address: string): Promise<Examined> {
  return /^postgres(?:ql)?:\/\//.test(address)
    ? examineServer(address)
    : Promise.resolve(examineFile(address));
}

function examineFile(path: string): Examined {
  if (!existsSync(path)) return { state: 'absent' };
  let file: InstanceType<typeof Sqlite> | undefined;
  try {
    file = new Sqlite(path, { readonly: true, fileMustExist: true });
    const engine = `SQLite ${read(file, 'select sqlite_version() as one')[0] ?? ''}`;
    if (read(file, 'select quick_check as one from pragma_quick_check')[0] !== 'ok')
      return { state: 'damaged', engine };
    const isOurs =
      read(file, "select name as one from sqlite_master where name = 'kysely_migration'").length > 0;
    return compare(engine, 'sqlite', isOurs ? read(file, 'select name as one from kysely_migration') : []);
  } catch (error) {
    const reason = codeOf(error);
    return /NOTADB|CORRUPT/.test(reason)
      ? { state: 'damaged', engine: 'SQLite' }
      : { state: 'unreachable', engine: 'SQLite', reason };
  } finally {
    file?.close();
  }
}

function read(file: InstanceType<typeof Sqlite>, query: string): readonly string[] {
  return (file.prepare(query).all() as { readonly one: unknown }[]).map(({ one }) => String(one));
}

async function examineServer(address: string): Promise<Examined> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const about = await client.query<{ version: string; now: Date; ours: string | null }>(
      "select current_setting('server_version') as version, now() as now, to_regclass('kysely_migration')::text as ours",
    );
    const { version = '', now, ours } = about.rows[0] ?? {};
    const done = ours ? (await client.query<{ name: string }>('select name from kysely_migration')).rows : [];
    const found = compare(
      `PostgreSQL ${version}`,
      'postgres',
      done.map(({ name }) => name),
    );
    return found.state === 'sound' && now !== undefined ? { ...found, now: now.getTime() } : found;
  } catch (error) {
    return { state: 'unreachable', engine: 'PostgreSQL', reason: codeOf(error) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function compare(engine: string, kind: 'sqlite' | 'postgres', done: readonly string[]): Examined {
  const known = Object.keys(migrationsOf(kind));
  const later = done.find((name) => !known.includes(name));
  if (later !== undefined) return { state: 'newer', engine, migration: later };
  return { state: 'sound', engine, pending: known.filter((name) => !done.includes(name)).length };
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'no code';
}
