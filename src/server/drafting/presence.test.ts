import { expect, it } from 'vitest';
import { openDraft } from '../registry/drafts.ts';
import { onBothEngines } from '../registry/testing.ts';
import { disableStaff } from '../staff/accounts.ts';
import { givenStaff } from '../staff/testing.ts';
import { beAt, leave, listPresent } from './presence.ts';

onBothEngines('people with an open draft', ({ database }) => {
  async function given() {
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    for (const name of ['ana', 'ben', 'boss']) await givenStaff(database(), name);
    const at = (time: number) => ({
      be: (actor: string, page: string, place: { path?: string; pointer?: string } = {}) =>
        beAt(database(), { draft: 'words', page, ...place, actor, at: time }),
      list: async () => (await listPresent(database().queries, ['words'], time)).get('words'),
    });
    return { at };
  }

  it('are listed for half a minute after their last report, with the location of each page', async () => {
    const { at } = await given();
    await at(0).be('ben', 'p1', { path: 'screens/shelf.screen.json', pointer: '/body/0' });
    await at(0).be('ana', 'p1');
    await at(10_000).be('ben', 'p2');
    await at(20_000).be('ana', 'p1');
    expect(await at(29_999).list()).toEqual([
      { name: 'ana', page: 'p1' },
      { name: 'ben', page: 'p1', path: 'screens/shelf.screen.json', pointer: '/body/0' },
      { name: 'ben', page: 'p2' },
    ]);
    await at(30_000).be('ben', 'p2', { path: 'screens/app.json', pointer: '' });
    expect(await at(45_000).list()).toEqual([
      { name: 'ana', page: 'p1' },
      { name: 'ben', page: 'p2', path: 'screens/app.json', pointer: '' },
    ]);
    expect(await at(60_000).list()).toEqual([]);
  });

  it('are removed from the list when they leave, or lose access', async () => {
    const { at } = await given();
    for (const name of ['ana', 'ben', 'boss']) await at(0).be(name, 'p1');
    await leave(database(), { page: 'p1', actor: 'ana' });
    await disableStaff(database(), { name: 'ben', actor: 'boss', at: 1 });
    expect(await at(2).list()).toEqual([{ name: 'boss', page: 'p1' }]);
  });

  it('cause a notification when their location changes, and none when they only renew their entry', async () => {
    const { at } = await given();
    await at(0).be('ana', 'p1');
    const turnOf = async () =>
      (await database().queries.selectFrom('turns').select('turn').executeTakeFirstOrThrow()).turn;
    const before = await turnOf();
    await at(10_000).be('ana', 'p1');
    expect(await turnOf()).toBe(before);
    expect(await at(39_999).list()).toHaveLength(1);
    await at(11_000).be('ana', 'p1', { path: 'screens/app.json', pointer: '' });
    expect(await turnOf()).toBe(before + 1);
  });

  it('are listed with twenty pages at most, and are refused in an unknown draft', async () => {
    const { at } = await given();
    for (let page = 0; page < 22; page += 1) await at(page).be('ana', `p${page}`);
    const pages = (await at(30).list())?.map(({ page }) => page);
    expect([pages?.length, pages?.includes('p1'), pages?.includes('p2')]).toEqual([20, false, true]);
    const nowhere = beAt(database(), { draft: 'none', page: 'p1', actor: 'ana', at: 1 });
    await expect(nowhere).rejects.toMatchObject({ code: 'unknown' });
  });
});
