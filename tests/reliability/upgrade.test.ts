import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { backUp } from '#src/server/registry/back-up.ts';
import { openDatabase } from '#src/server/registry/database.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { findPostgres, type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildMain, ORDER_SCREEN, type Started, startMain, writeProject } from './main-program.ts';
import { LATER_MIGRATION, makeNewer } from './newer-program.ts';
import { createDatabase } from './server-processes.ts';

/* An upgrade to a version with one more migration, and the way back, with data in the database. */

const folder = mkdtempSync(join(tmpdir(), 'capiz-upgrade-'));
const project = join(folder, 'project');
let programs = { older: '', newer: '' };
let postgres: RunningPostgres;
const started: Started[] = [];
beforeAll(async () => {
  const older = await buildMain(folder);
  programs = { older, newer: makeNewer(older) };
  writeProject(project);
  postgres = startPostgres(['fsync=off']);
}, 120_000);
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL');
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Place {
  /** As `openDatabase` takes it. */
  readonly address: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function makePlace(engine: string): Promise<Place> {
  const data = join(folder, engine);
  if (engine === 'sqlite') return { address: join(data, 'registry.db'), settings: { CAPIZ_DATA: data } };
  const address = await createDatabase(postgres.address, 'upgraded');
  return { address, settings: { CAPIZ_DATA: data, DATABASE_URL: address } };
}

async function start(
  program: string,
  { settings }: Place,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = startMain(program, project, { ...settings });
  started.push(server);
  const origin = await server.origin;
  return {
    origin,
    async stop() {
      server.child.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
    },
  };
}

async function call(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<object> {
  const reply = await fetch(`${origin}/capiz/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as object;
}

/** Two colleagues, two published releases, a rollout in progress, a draft. */
async function fill(origin: string, { address }: Place): Promise<string> {
  const database = await openDatabase(address);
  const ana = await givenStaff(database, 'ana@example.com');
  const ben = await givenStaff(database, 'ben@example.com');
  await database.close();
  const reason = 'A test.';
  const make = async (text: string): Promise<string> => {
    const screen = { ...ORDER_SCREEN, body: [{ type: 'text', text }] };
    const files = new Map([
      ...readProjectBytes(project),
      ['screens/order.screen.json', Buffer.from(JSON.stringify(screen))],
    ]);
    const encoded = Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
    const made = await call(origin, ana, 'POST', '/releases', { files: encoded, reason });
    const release = 'hash' in made ? String(made.hash) : '';
    await call(origin, ben, 'POST', `/releases/${release}/approve`, { reason });
    return release;
  };
  await call(origin, ana, 'POST', `/releases/${await make('Hello again')}/publish`, { reason });
  await call(origin, ana, 'POST', '/rollouts', {
    release: await make('Hello to some'),
    strategy: 'careful',
    reason,
  });
  const draft = await call(origin, ben, 'POST', '/drafts', { title: 'Friendlier words' });
  const id = 'id' in draft ? String(draft.id) : '';
  const text = JSON.stringify({ ...ORDER_SCREEN, title: 'Your order' });
  await call(origin, ben, 'PUT', `/drafts/${id}/files`, {
    seen: 0,
    changes: { 'screens/order.screen.json': { text } },
  });
  return ana;
}

/** Tables that every server writes while it runs, without a person. */
const OF_SERVERS = new Set(['kysely_migration', 'kysely_migration_lock', 'readers', 'turns']);

/** Every row of every table, as text, without the column that the newer version adds. */
async function readRows({ address }: Place): Promise<Set<string>> {
  const isFile = !address.startsWith('postgres:');
  const { tables, read, close } = isFile ? openFile(address) : await openServer(address);
  const rows = new Set<string>();
  for (const table of await tables()) {
    if (OF_SERVERS.has(table)) continue;
    for (const { later: _later, ...row } of await read(table)) rows.add(`${table} ${JSON.stringify(row)}`);
  }
  await close();
  return rows;
}

interface Reader {
  tables(): Promise<readonly string[]>;
  read(table: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

function openFile(address: string): Reader {
  const database = new Sqlite(address);
  // The types of libsql say `unknown`.
  const all = (text: string) => database.prepare(text).all() as Record<string, unknown>[];
  return {
    tables: () =>
      Promise.resolve(
        all(`select name from sqlite_master where type = 'table'`).map(({ name }) => String(name)),
      ),
    read: (table) => Promise.resolve(all(`select * from "${table}"`)),
    close: () => Promise.resolve(void database.close()),
  };
}

async function openServer(address: string): Promise<Reader> {
  const client = new pg.Client(address);
  await client.connect();
  const all = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
  return {
    tables: async () =>
      (await all(`select tablename as name from pg_tables where schemaname = 'public'`)).map(({ name }) =>
        String(name),
      ),
    read: (table) => all(`select * from "${table}"`),
    close: () => client.end(),
  };
}

/** As the operating pages say: `capiz backup` for the file, `pg_dump` for PostgreSQL. @returns a function that restores it. */
function backUpPlace({ address, settings: { CAPIZ_DATA = '' } }: Place): () => void {
  const file = join(folder, `backup-${address.length}`);
  if (!address.startsWith('postgres:')) {
    backUp(address, file);
    return () => {
      for (const end of ['-wal', '-shm']) rmSync(address + end, { force: true });
      mkdirSync(CAPIZ_DATA, { recursive: true });
      cpSync(file, address);
    };
  }
  runPostgres('pg_dump', '--format=custom', '--file', file, address);
  return () => runPostgres('pg_restore', '--clean', '--if-exists', '--dbname', emptied(address), file);
}

/** `--clean` drops only what is in the backup, so tables of the newer version have to go first. */
function emptied(address: string): string {
  runPostgres('psql', '--quiet', '--command', 'drop schema public cascade; create schema public', address);
  return address;
}

function runPostgres(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(findPostgres(), program), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

describe.each(['sqlite', 'postgres'])('on %s, an upgrade with a new migration', (engine) => {
  it('loses nothing, the older version refuses the database and changes nothing, and the backup leads back', async () => {
    const place = await makePlace(engine);
    const older = await start(programs.older, place);
    const token = await fill(older.origin, place);
    const page = async (origin: string) => (await fetch(`${origin}/order`)).text();
    const shown = await call(older.origin, token, 'GET', '/live');
    expect(await page(older.origin)).toContain('Hello');
    await older.stop();
    const before = await readRows(place);
    expect(before.size).toBeGreaterThan(30);
    const restore = backUpPlace(place);

    const newer = await start(programs.newer, place);
    expect(await call(newer.origin, token, 'GET', '/live')).toEqual(shown);
    expect(JSON.stringify(await call(newer.origin, token, 'GET', '/drafts'))).toContain('Friendlier words');
    expect(JSON.stringify(await call(newer.origin, token, 'GET', '/rollouts'))).toContain('"running"');
    expect(await page(newer.origin)).toContain('Hello');
    await newer.stop();
    const after = await readRows(place);
    expect([...before].filter((row) => !after.has(row))).toEqual([]);

    const refused = startMain(programs.older, project, { ...place.settings });
    expect(await refused.ended).toMatchObject({
      code: 2,
      err: expect.stringContaining(`made by a newer version of this program (${LATER_MIGRATION})`) as string,
    });
    expect(await readRows(place)).toEqual(after);

    restore();
    expect(await readRows(place)).toEqual(before);
    const again = await start(programs.older, place);
    expect(await call(again.origin, token, 'GET', '/live')).toEqual(shown);
    expect(JSON.stringify(await call(again.origin, token, 'GET', '/drafts'))).toContain('Friendlier words');
    await again.stop();
  }, 120_000);
});
