import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { onBothEngines } from './testing.ts';

onBothEngines('the database', ({ database, openAgain }) => {
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
