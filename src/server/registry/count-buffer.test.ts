import { expect, it } from 'vitest';
import { createReportTokens } from '../delivery/report-tokens.ts';
import { createCountBuffer } from './count-buffer.ts';
import { type Database, openDatabase } from './database.ts';

const TAG = { release: '0123456789ab', group: 'first.candidate' };
const START = 1_000 * 60_000;

async function begin() {
  let time = START;
  let isDown = false;
  const database = await openDatabase(':memory:');
  const failing: Database = {
    ...database,
    async write(run) {
      if (!isDown) return database.write(run);
      // The write takes a moment.
      await new Promise(setImmediate);
      throw new Error('The database is away.');
    },
  };
  const now = () => time;
  const buffer = createCountBuffer(failing, createReportTokens(Buffer.alloc(32), now), now);
  return {
    buffer,
    wait: (minutes: number) => (time += minutes * 60_000),
    goDown: (is: boolean) => (isDown = is),
    rows: () =>
      database.queries
        .selectFrom('report_counts')
        .select(['minute', 'side', 'count'])
        .orderBy('minute')
        .execute(),
  };
}

it('counts served documents by minute and side', async () => {
  const { buffer, wait, rows } = await begin();
  for (let at = 0; at < 30_000; at += 1) buffer.served(TAG);
  wait(1);
  buffer.served(TAG);
  buffer.served({ ...TAG, group: 'first.control' });
  await buffer.flush();
  expect(await rows()).toEqual([
    { minute: 1_000, side: 'candidate', count: 30_000 },
    { minute: 1_001, side: 'candidate', count: 1 },
    { minute: 1_001, side: 'control', count: 1 },
  ]);
});

it('writes counts after a failed write once, together with later counts', async () => {
  const { buffer, goDown, rows } = await begin();
  buffer.served(TAG);
  goDown(true);
  const failed = buffer.flush();
  buffer.served(TAG);
  await expect(failed).rejects.toThrow('away');
  buffer.served(TAG);
  goDown(false);
  await buffer.flush();
  await buffer.flush();
  expect(await rows()).toEqual([{ minute: 1_000, side: 'candidate', count: 3 }]);
});

it('adds later counts to the stored ones of the same minute, also after a failed write', async () => {
  const { buffer, goDown, rows } = await begin();
  buffer.served(TAG);
  await buffer.flush();
  buffer.served(TAG);
  await buffer.flush();
  expect(await rows()).toEqual([{ minute: 1_000, side: 'candidate', count: 2 }]);
  buffer.served(TAG);
  goDown(true);
  const failed = buffer.flush();
  await new Promise<void>(process.nextTick);
  buffer.served(TAG);
  await expect(failed).rejects.toThrow('away');
  buffer.served(TAG);
  goDown(false);
  await buffer.flush();
  expect(await rows()).toEqual([{ minute: 1_000, side: 'candidate', count: 5 }]);
});
