import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { migrationsOf } from './migrations.ts';
import { migrateAgainTo, onBothEngines } from './testing.ts';

interface Executed {
  readonly name: string;
  readonly timestamp: string;
}

/** The executed migrations in order. */
async function listExecuted({ queries }: Database): Promise<readonly Executed[]> {
  return (await sql<Executed>`select name, timestamp from kysely_migration order by name`.execute(queries))
    .rows;
}

onBothEngines('the database', ({ engine, database, address, openAgain }) => {
  it('throws the first error if the transaction has already ended, and stays usable', async () => {
    const failed = database().write(async (queries) => {
      // SQLite itself rolls back like this if the disk is full.
      await sql`rollback`.execute(queries);
      throw new Error('The first cause.');
    });
    await expect(failed).rejects.toThrow('The first cause.');
    const lost = database().write(async (queries) => {
      if (engine === 'postgres')
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(queries).catch(() => undefined);
      throw new Error('The first cause.');
    });
    await expect(lost).rejects.toThrow('The first cause.');
    expect(await database().write((_, turn) => Promise.resolve(turn > 0))).toBe(true);
  });

  it('serialises the writes of two connections', async () => {
    const other = await openAgain();
    const turns = await Promise.all(
      [database(), other, database(), other].map((one) => one.write((_, turn) => Promise.resolve(turn))),
    );
    expect(new Set(turns).size).toBe(4);
    expect([await database().isReachable(), await other.isReachable()]).toEqual([true, true]);
  });

  it('migrates every earlier version with its content, and runs no migration twice', async () => {
    const names = Object.keys(migrationsOf(engine));
    const tables = await database().queries.introspection.getTables();
    for (const [at, name] of names.entries()) {
      const earlier = database();
      await migrateAgainTo(earlier, name);
      const executed = await listExecuted(earlier);
      expect(executed.map((one) => one.name)).toEqual(names.slice(0, at + 1));
      await earlier.queries.insertInto('turns').values({ name, turn: 7 }).execute();
      const upgraded = await openAgain();
      const now = await listExecuted(upgraded);
      expect(now.map((one) => one.name)).toEqual(names);
      expect(now.slice(0, at + 1)).toEqual(executed);
      expect(await upgraded.queries.introspection.getTables()).toEqual(tables);
      const kept = upgraded.queries.selectFrom('turns').selectAll().where('name', '=', name);
      expect(await kept.execute()).toEqual([{ name, turn: 7 }]);
    }
  });

  it('migrates an earlier version once if servers start at the same time', async () => {
    await migrateAgainTo(database(), '0006-kept-calls');
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(address())));
    try {
      for (const one of opened)
        expect((await listExecuted(one)).map(({ name }) => name)).toEqual(Object.keys(migrationsOf(engine)));
    } finally {
      await Promise.all(opened.map((one) => one.close()));
    }
  });

  it('is not opened if a newer version of the program made it', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      database().queries,
    );
    await expect(openAgain()).rejects.toThrow(
      'The database was made by a newer version of this program (9999-later): start that one, or restore the backup from before the upgrade.',
    );
  });
});

describe('a database', () => {
  it('names its address without the password if it cannot be reached', async () => {
    const wrong = 'postgres://capiz:open-sesame@127.0.0.1:1/none';
    const said = await openDatabase(wrong).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    expect(said).toContain('127.0.0.1:1');
    expect(said).not.toContain('open-sesame');
  });
});
