import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { onBothEngines } from './testing.ts';

onBothEngines('the database', ({ engine, database, openAgain }) => {
  it('says the first cause where the transaction has ended by itself, and goes on', async () => {
    const failed = database().write(async (queries) => {
      // As SQLite does itself on a full disk.
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

  it('lets two that are opened at once write in turn, each whole', async () => {
    const other = await openAgain();
    const turns = await Promise.all(
      [database(), other, database(), other].map((one) => one.write((_, turn) => Promise.resolve(turn))),
    );
    expect(new Set(turns).size).toBe(4);
    expect([await database().isReachable(), await other.isReachable()]).toEqual([true, true]);
  });

  it('of a newer version is not touched by an older one, which says so', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      database().queries,
    );
    await expect(openAgain()).rejects.toThrow(
      'The database was made by a newer version of this program (9999-later): start that one.',
    );
  });
});

describe('a database', () => {
  it('that cannot be reached says where it was looked for, and no password', async () => {
    const wrong = 'postgres://capiz:open-sesame@127.0.0.1:1/none';
    const said = await openDatabase(wrong).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    expect(said).toContain('127.0.0.1:1');
    expect(said).not.toContain('open-sesame');
  });
});
