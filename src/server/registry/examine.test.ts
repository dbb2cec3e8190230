import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { examineDatabase } from './examine.ts';
import { onBothEngines } from './testing.ts';

onBothEngines('examineDatabase, while a server uses the database', ({ engine, address, database }) => {
  const version = engine === 'sqlite' ? /^SQLite [\d.]+$/ : /^PostgreSQL [\d.]+/;

  it('reports the version and the number of pending migrations', async () => {
    expect(await examineDatabase(address())).toMatchObject({ state: 'sound', engine: version, pending: 0 });
    await sql`delete from kysely_migration where name like '0002%'`.execute(database().queries);
    const found = await examineDatabase(address());
    expect(found).toMatchObject({ state: 'sound', pending: 1 });
    expect('now' in found).toBe(engine === 'postgres');
  });

  it('reports a database that a newer program made', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      database().queries,
    );
    expect(await examineDatabase(address())).toMatchObject({ state: 'newer', migration: '9999-later' });
  });
});

const folder = mkdtempSync(join(tmpdir(), 'capiz-examine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('examineDatabase does not create a missing file, and reports a file that is no database as damaged', async () => {
  const file = join(folder, 'registry.db');
  expect(await examineDatabase(file)).toEqual({ state: 'absent' });
  expect(await examineDatabase(file)).toEqual({ state: 'absent' });
  writeFileSync(file, 'no database, and longer than the header of one would be '.repeat(100));
  expect(await examineDatabase(file)).toMatchObject({ state: 'damaged' });
});

it('examineDatabase reports an unreachable server without its address', async () => {
  const found = await examineDatabase('postgres://somebody:secret@127.0.0.1:9/capiz');
  expect(found).toEqual({ state: 'unreachable', engine: 'PostgreSQL', reason: 'ECONNREFUSED' });
});
