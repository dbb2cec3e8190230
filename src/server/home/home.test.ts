import { expect, it } from 'vitest';
import { addComment } from '../drafting/comments.ts';
import { beAt } from '../drafting/presence.ts';
import { discardDraft, openDraft, renameDraft, saveDraft } from '../registry/drafts.ts';
import { makeRelease, makeReleaseOfDraft, publish } from '../registry/releases.ts';
import { rollBack } from '../registry/roll-back.ts';
import { startRollout } from '../registry/rollouts.ts';
import { cancelSchedule, scheduleRelease } from '../registry/schedules.ts';
import { approve } from '../registry/second-person.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { givenStaff } from '../staff/testing.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import type { Role } from '#src/review/roles.ts';
import { readHome, readWaiting } from './home.ts';

const SHELF = 'screens/shelf.screen.json';
const NOW = 9_000;

function projectWith(words: string) {
  // The policy of the project exempts words; a style needs a second person.
  return smallProject(
    words === 'One' ? screenWithText(words) : { body: [{ type: 'text', text: words, style: 'title' }] },
  );
}

function textOf(words: string): string {
  return projectWith(words).get(SHELF)?.toString('utf8') ?? '';
}

onBothEngines('home', ({ database }) => {
  const homeOf = (name: string, role: Role = 'admin') =>
    readHome(database().queries, { name, kind: 'person', role }, NOW);

  async function makeLive(words: string, parent?: string) {
    const { hash } = await makeRelease(database(), { bytes: projectWith(words), ...by('zoe') });
    if (parent !== undefined) await approve(database(), { release: hash, ...by('yan') });
    await publish(database(), { release: hash, ...by('zoe') });
    return hash;
  }
  async function given() {
    for (const name of ['ana', 'ben', 'yan', 'zoe']) await givenStaff(database(), name, 'admin');
    return makeLive('One');
  }
  const open = (id: string, actor: string, at: number) =>
    openDraft(database(), { id, title: `Draft ${id}`, actor, at });
  const save = (id: string, actor: string, at: number, words: string, seen = 0) =>
    saveDraft(database(), { id, seen, changes: { [SHELF]: textOf(words) }, actor, at });

  it('is empty on an empty installation', async () => {
    await givenStaff(database(), 'ana', 'admin');
    expect(await homeOf('ana')).toEqual({
      drafts: [],
      waiting: { releases: [], changesAsked: [], mentions: [], conflicts: [] },
      schedules: [],
    });
  });

  it('has the live release with its titles, and who published it and why', async () => {
    const live = await given();
    const { live: shown } = await homeOf('ana', 'viewer');
    expect(shown).toMatchObject({ release: live, actor: 'zoe', reason: by('zoe').reason });
    expect(shown?.screens.map(({ id }) => id)).toContain('shelf');
    expect(shown?.screens.every(({ title }) => title !== '')).toBe(true);
    const next = await makeLive('Two', live);
    expect((await homeOf('ana')).live?.release).toBe(next);
  });

  it('calls a release by its own title, also after a rollback and in a rollout or a plan', async () => {
    const first = await given();
    const own = { ...by('ana'), reason: 'Clearer words' };
    const { hash } = await makeRelease(database(), { bytes: projectWith('Two'), ...own });
    await approve(database(), { release: hash, ...by('yan') });
    const planned = { id: 's1', release: hash, due: NOW * 2, ...by('zoe'), reason: 'After the holiday' };
    await scheduleRelease(database(), planned);
    expect((await homeOf('ana')).schedules).toMatchObject([
      { releaseTitle: 'Clearer words', reason: 'After the holiday' },
    ]);
    await cancelSchedule(database(), { id: 's1', ...by('zoe') });
    await publish(database(), { release: hash, ...by('zoe'), reason: 'Go on' });
    expect((await homeOf('ana')).live).toMatchObject({
      ...{ release: hash, releaseTitle: 'Clearer words', reason: 'Go on', isRolledBackTo: false },
    });
    await rollBack(database(), { ...by('yan'), reason: 'Borrowers were confused' });
    expect((await homeOf('ana')).live).toMatchObject({
      ...{ release: first, releaseTitle: by('zoe').reason, isRolledBackTo: true },
      ...{ actor: 'yan', reason: 'Borrowers were confused' },
    });
  });

  it('has open drafts, the last saved first, with what is changed and who is there', async () => {
    const live = await given();
    await open('mine', 'ana', 1_000);
    await open('theirs', 'ben', 1_500);
    await open('empty', 'ben', 1_200);
    await open('gone', 'ana', 1_600);
    await discardDraft(database(), { id: 'gone', actor: 'ana', at: 1_700 });
    await save('mine', 'ana', 3_000, 'Two');
    await save('theirs', 'ben', 2_000, 'Two');
    await save('theirs', 'ben', 2_500, 'One', 1);
    await save('mine', 'ben', 4_000, 'Three', 1);
    await beAt(database(), { draft: 'mine', page: 'p1', actor: 'ben', at: NOW - 1_000 });
    await beAt(database(), { draft: 'mine', page: 'p2', actor: 'ben', at: NOW - 1_000 });
    expect((await homeOf('ana')).drafts).toEqual([
      {
        ...{ id: 'mine', title: 'Draft mine', actor: 'ana', at: 1_000, base: live, mineAt: 3_000 },
        ...{ saved: { actor: 'ben', at: 4_000 }, changed: [SHELF], hasConflict: false, present: ['ben'] },
      },
      expect.objectContaining({ id: 'theirs', changed: [], saved: { actor: 'ben', at: 2_500 } }),
      expect.objectContaining({ id: 'empty', changed: [], present: [] }),
    ]);
    const [mine, theirs] = (await homeOf('ben')).drafts;
    expect([mine?.mineAt, theirs?.mineAt]).toEqual([4_000, 2_500]);
    expect((await homeOf('ana')).drafts[1]).not.toHaveProperty('mineAt');
  });

  it('has the own drafts and those with own edits, however many newer ones colleagues have', async () => {
    await given();
    await open('mine', 'ana', 1_000);
    await open('shared', 'ben', 1_000);
    await save('shared', 'ana', 1_100, 'Two');
    for (let number = 0; number < 100; number += 1) await open(`d${number}`, 'ben', 2_000 + number);
    const { drafts } = await homeOf('ana');
    expect(drafts.filter(({ mineAt }) => mineAt !== undefined).map(({ id }) => id)).toEqual([
      'shared',
      'mine',
    ]);
    expect(drafts).toHaveLength(100);
    expect(drafts[0]?.id).toBe('d99');
  });

  it('has the new title of a renamed draft, which must be open', async () => {
    await given();
    await open('mine', 'ana', 1_000);
    await renameDraft(database(), { id: 'mine', title: 'Repay words', actor: 'ana', at: 2_000 });
    expect((await homeOf('ana')).drafts).toMatchObject([{ title: 'Repay words' }]);
    await discardDraft(database(), { id: 'mine', actor: 'ana', at: 3_000 });
    const again = renameDraft(database(), { id: 'mine', title: 'Again', actor: 'ana', at: 4_000 });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  it('names a conflict with a published change, to the person who made the draft and may edit', async () => {
    const live = await given();
    await open('mine', 'ana', 1_000);
    await save('mine', 'ana', 2_000, 'Mine');
    expect((await homeOf('ana')).waiting.conflicts).toEqual([]);
    await makeLive('Theirs', live);
    expect((await homeOf('ana')).waiting.conflicts).toEqual([{ id: 'mine', title: 'Draft mine' }]);
    expect((await homeOf('ben')).waiting.conflicts).toEqual([]);
    expect((await homeOf('ana', 'viewer')).waiting.conflicts).toEqual([]);
  });

  it('has a release for those who may approve it, then for those who may publish it', async () => {
    await given();
    await open('mine', 'ana', 1_000);
    await save('mine', 'ana', 2_000, 'Two');
    await makeReleaseOfDraft(database(), { draft: 'mine', ...by('ana') });
    await save('mine', 'ana', 2_500, 'Three', 1);
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'mine', ...by('ana', 2_600) });
    const offered = async (name: string, role: Role) =>
      (await homeOf(name, role)).waiting.releases.map(({ release, next }) => [release, next]);
    expect(await offered('ben', 'approver')).toEqual([[hash, 'approve']]);
    const [shown] = (await homeOf('ben', 'approver')).waiting.releases;
    expect(shown).toMatchObject({ actor: 'ana', kinds: ['change'], changed: [SHELF] });
    // The author, an editor, a viewer.
    expect(await offered('ana', 'publisher')).toEqual([]);
    expect(await offered('ben', 'editor')).toEqual([]);
    expect(await offered('ben', 'viewer')).toEqual([]);
    await approve(database(), { release: hash, ...by('ben') });
    expect(await offered('yan', 'approver')).toEqual([]);
    expect(await offered('ana', 'publisher')).toEqual([[hash, 'publish']]);
    expect(
      (await readWaiting(database().queries, { name: 'ana', kind: 'person', role: 'publisher' }, NOW))
        .releases,
    ).toHaveLength(1);
    await scheduleRelease(database(), { id: 's1', release: hash, due: NOW * 2, ...by('zoe') });
    expect(await offered('ana', 'publisher')).toEqual([]);
    expect((await homeOf('ana', 'viewer')).schedules).toMatchObject([{ release: hash, due: NOW * 2 }]);
  });

  it('has a release of a colleague, however many newer ones the caller has made', async () => {
    await given();
    const { hash } = await makeRelease(database(), { bytes: projectWith('Two'), ...by('ana', 2_000) });
    for (let number = 0; number < 20; number += 1)
      await makeRelease(database(), { bytes: projectWith(`Own ${number}`), ...by('ben', 3_000) });
    expect((await homeOf('ben', 'approver')).waiting.releases).toMatchObject([{ release: hash }]);
  });

  it('does not count the approval of a person who was disabled or wrote a part', async () => {
    await given();
    await open('mine', 'ana', 1_000);
    await save('mine', 'ana', 2_000, 'Two');
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'mine', ...by('ana') });
    await approve(database(), { release: hash, ...by('ben') });
    await database()
      .queries.updateTable('staff')
      .set({ state: 'disabled' })
      .where('name', '=', 'ben')
      .execute();
    expect((await homeOf('yan')).waiting.releases).toMatchObject([{ next: 'approve' }]);
  });

  it('does not offer what is discarded, was live before, or is in a rollout', async () => {
    const first = await given();
    await open('mine', 'ana', 1_000);
    await save('mine', 'ana', 2_000, 'Two');
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'mine', ...by('ana') });
    await approve(database(), { release: hash, ...by('ben') });
    const offered = async () => (await homeOf('yan')).waiting.releases.map(({ release }) => release);
    expect(await offered()).toEqual([hash]);
    await discardDraft(database(), { id: 'mine', actor: 'ana', at: 3_000 });
    expect(await offered()).toEqual([]);
    const { hash: other } = await makeRelease(database(), { bytes: projectWith('Four'), ...by('ana') });
    await approve(database(), { release: other, ...by('ben') });
    expect(await offered()).toEqual([other]);
    await startRollout(database(), {
      id: 'r1',
      release: other,
      strategy: STRATEGIES['careful'] as Strategy,
      audience: [],
      ...by('zoe'),
    });
    expect(await offered()).toEqual([]);
    expect((await homeOf('yan', 'viewer')).rollout).toMatchObject({ release: other, state: 'running' });
    expect((await homeOf('yan', 'viewer')).rollout?.releaseTitle).toBe(by('ana').reason);
    expect((await homeOf('yan')).live?.release).toBe(first);
  });

  it('needs as many queries for ten drafts as for one', async () => {
    await given();
    async function count(): Promise<number> {
      let queries = 0;
      const counted = database().queries.withPlugin({
        transformQuery({ node }) {
          queries += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      await readHome(counted, { name: 'ben', kind: 'person', role: 'admin' }, NOW);
      return queries;
    }
    const add = async (id: string) => {
      await open(id, 'ana', 1_000);
      await save(id, 'ana', 2_000, `Words of ${id}`);
      await makeReleaseOfDraft(database(), { draft: id, ...by('ana') });
    };
    await add('d0');
    await count();
    const one = await count();
    for (let number = 1; number < 10; number += 1) await add(`d${number}`);
    expect((await homeOf('ben')).waiting.releases).toHaveLength(10);
    expect(await count()).toBe(one);
  });

  it('has unread mentions', async () => {
    await given();
    await open('mine', 'ana', 1_000);
    await addComment(database(), {
      ...{ id: 'c1', draft: 'mine', path: SHELF, pointer: '/body/0', revision: 0 },
      ...{ text: 'Is this right, @ben?', actor: 'ana', at: 2_000 },
    });
    expect((await homeOf('ben', 'viewer')).waiting.mentions).toMatchObject([{ draft: 'mine', actor: 'ana' }]);
    expect((await homeOf('ana')).waiting.mentions).toEqual([]);
  });
});
