import { expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { hashRecord, record, verifyAudit } from './audit.ts';
import type { Queries } from './database.ts';
import { onBothEngines } from './testing.ts';

const RECORDS = 10_000;
/** Number of positions for each kind of tampering. */
const PLACES = LONG ? 200 : 3;

/** Adds many records at once, chained as `record` does. */
async function fill(queries: Queries): Promise<void> {
  let previous = '';
  for (let first = 1; first <= RECORDS; first += 500) {
    const rows = Array.from({ length: 500 }, (_, place) => {
      const turn = first + place;
      const row = {
        ...{ turn, at: turn, actor: `actor-${turn % 7}`, action: 'draft.save', subject: `d${turn % 50}` },
        ...{ details: JSON.stringify({ revision: turn }), previous },
      };
      previous = hashRecord(row);
      return { ...row, hash: previous };
    });
    await queries.insertInto('audit').values(rows).execute();
  }
  await queries.insertInto('secrets').values({ name: 'audit-head', hash: previous }).execute();
}

/** Checks each record alone, without its predecessor. */
async function verifyEach(queries: Queries): Promise<{ readonly isWhole: boolean }> {
  const rows = await queries.selectFrom('audit').selectAll().execute();
  return { isWhole: rows.every(({ hash, ...row }) => hashRecord(row) === hash) };
}

onBothEngines('an audit of 10,000 records', ({ database }) => {
  /** Tampers with records. @returns the tampering that `verify` did not detect. */
  async function spoil(
    verify: (queries: Queries) => Promise<{ readonly isWhole: boolean }>,
    places: number,
  ): Promise<string[]> {
    const { queries } = database();
    await fill(queries);
    // One more record, added as the server does.
    await database().write((transaction, turn) =>
      record(transaction, {
        ...{ turn: turn + RECORDS, at: 1, actor: 'ana', action: 'draft.save', subject: 'd', details: {} },
      }),
    );
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true, records: RECORDS + 1 });
    const column = queries.updateTable('audit');
    const missed: string[] = [];
    let seed = SEED;
    for (let place = 0; place < places; place += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      // The first two places are the first and the last record; the others are random.
      const turn = place === 0 ? 1 : place === 1 ? RECORDS + 1 : 1 + (seed % RECORDS);
      const row = await queries
        .selectFrom('audit')
        .selectAll()
        .where('turn', '=', turn)
        .executeTakeFirstOrThrow();
      const faults = {
        actor: () => column.set({ actor: 'nobody' }).where('turn', '=', turn).execute(),
        details: () => column.set({ details: '{"revision":0}' }).where('turn', '=', turn).execute(),
        time: () =>
          column
            .set({ at: row.at + 1 })
            .where('turn', '=', turn)
            .execute(),
        removed: () => queries.deleteFrom('audit').where('turn', '=', turn).execute(),
      };
      for (const [fault, plant] of Object.entries(faults)) {
        await plant();
        if ((await verify(queries)).isWhole) missed.push(`${fault} at ${turn}`);
        await queries.deleteFrom('audit').where('turn', '=', turn).execute();
        await queries.insertInto('audit').values(row).execute();
      }
    }
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true, records: RECORDS + 1 });
    return missed;
  }

  it('detects any record that was changed, removed, added or moved', async () => {
    const missed = await spoil(verifyAudit, PLACES);
    reportFigures({ check: 24, records: RECORDS, places: PLACES, missed: missed.length });
    expect(missed).toEqual([]);
  }, 300_000);

  it('the check detects a verification of each record by itself: it misses removed records', async () => {
    expect(await spoil(verifyEach, 1)).toEqual(['removed at 1']);
  });
});
