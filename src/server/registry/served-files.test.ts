import { expect, it } from 'vitest';
import { compressOnDemand } from '../delivery/compressed.ts';
import type { StaticFile } from '../delivery/static-files.ts';
import { hashOf } from './contents.ts';
import { createServedFiles } from './served-files.ts';
import { onBothEngines } from './testing.ts';

const DAY = 24 * 60 * 60_000;
const START = 1_000 * DAY;

function script(text: string): StaticFile {
  return { content: compressOnDemand(text), type: 'text/javascript; charset=utf-8', isImmutable: true };
}

const textOf = (file: StaticFile | undefined) => file && Buffer.from(file.content.identity).toString('utf8');

onBothEngines('a served file', ({ database, openAgain }) => {
  it('is found by every later server, with its type and bytes', async () => {
    const long = 'x'.repeat(5_000);
    const files = [
      ['/capiz/assets/page-1.js', script(long)],
      ['/capiz/plans/a.json', script('é')],
    ] as const;
    await createServedFiles(database(), () => START).note(files);
    const other = createServedFiles(await openAgain(), () => START);
    const found = await other.find('/capiz/assets/page-1.js');
    expect(found).toMatchObject({ type: 'text/javascript; charset=utf-8', isImmutable: true });
    expect(textOf(found)).toBe(long);
    expect(found?.content.br?.length).toBeLessThan(200);
    expect(textOf(await other.find('/capiz/plans/a.json'))).toBe('é');
    expect(await other.find('/capiz/assets/page-2.js')).toBeUndefined();
  });

  it('is stored for 30 days after its last use', async () => {
    let now = START;
    const served = createServedFiles(database(), () => now);
    await served.note([
      ['/capiz/assets/old.js', script('old')],
      ['/capiz/assets/kept.js', script('kept')],
    ]);
    now += 10 * DAY;
    await served.note([['/capiz/assets/kept.js', script('kept')]]);
    now = START + 30 * DAY;
    const later = createServedFiles(database(), () => now);
    expect(textOf(await later.find('/capiz/assets/old.js'))).toBe('old');
    now += 1;
    const last = createServedFiles(database(), () => now);
    expect(await last.find('/capiz/assets/old.js')).toBeUndefined();
    expect(textOf(await last.find('/capiz/assets/kept.js'))).toBe('kept');
    await last.note([['/capiz/assets/new.js', script('new')]]);
    const rows = await database().queries.selectFrom('served_files').select('address').execute();
    expect(rows.map(({ address }) => address).sort()).toEqual([
      '/capiz/assets/kept.js',
      '/capiz/assets/new.js',
    ]);
  });

  it('is a download if it is a script that an older version accepted as an image', async () => {
    const text = 'alert(1)';
    const address = `/capiz/assets/evil-${hashOf(Buffer.from(text)).slice(0, 10)}.js`;
    await createServedFiles(database(), () => START).note([[address, script(text)]]);
    const found = await createServedFiles(await openAgain(), () => START).find(address);
    expect(found).toMatchObject({ type: 'application/octet-stream', isDownload: true });
    expect(textOf(found)).toBe(text);
  });

  it('is written once, for any number of servers and uses', async () => {
    const files = [['/capiz/assets/page.js', script('one')]] as const;
    const turns = async () =>
      (await database().queries.selectFrom('turns').select('turn').executeTakeFirstOrThrow()).turn;
    const served = createServedFiles(database(), () => START);
    await Promise.all([served.note(files), served.note(files)]);
    const before = await turns();
    await served.note(files);
    await createServedFiles(database(), () => START).note(files);
    expect(await turns()).toBe(before);
  });

  it('is refused if it is damaged', async () => {
    const served = createServedFiles(database(), () => START);
    await served.note([['/capiz/assets/page.js', script('whole')]]);
    await database()
      .queries.updateTable('served_files')
      .set({ bytes: Buffer.from('wholx') })
      .execute();
    await expect(served.find('/capiz/assets/page.js')).rejects.toThrow('damaged');
  });
});
