import { expect, it } from 'vitest';
import { openDraft, saveDraft } from '../registry/drafts.ts';
import { hashOf } from '../registry/contents.ts';
import { listRecords } from '../registry/audit.ts';
import { makeRelease, publish } from '../registry/releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { addComment, listThreads, replyTo, settleThread } from './comments.ts';

const SHELF = 'screens/shelf.screen.json';
const BOOK = 'screens/book.screen.json';

function textOf(words: string): string {
  return smallProject(screenWithText(words)).get(SHELF)?.toString('utf8') ?? '';
}

onBothEngines('comments', ({ database }) => {
  async function given() {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    let ids = 0;
    const say = (text: string, place: { path?: string; pointer?: string; revision?: number } = {}) =>
      addComment(database(), {
        ...{ id: `c${(ids += 1)}`, draft: 'words', path: SHELF, pointer: '/body/0', revision: 0 },
        ...{ text, actor: 'ben', at: 2_000, ...place },
      });
    const list = (filter: Partial<Parameters<typeof listThreads>[1]> = {}) =>
      listThreads(database().queries, { limit: 50, ...filter });
    return { say, list };
  }

  it('belong to a node of the document at its revision', async () => {
    const { say, list } = await given();
    await say('Friendlier, please.');
    const changes = { [SHELF]: textOf('Two') };
    await saveDraft(database(), { id: 'words', seen: 0, changes, actor: 'ana', at: 3_000 });
    await say('Better.', { revision: 1, pointer: '/body/0/text' });
    await say('And this one?', { path: BOOK, pointer: '', revision: 1 });
    expect(await list({ draft: 'words', path: SHELF })).toEqual([
      {
        ...{ id: 'c1', turn: expect.any(Number) as number, draft: 'words', path: SHELF, pointer: '/body/0' },
        ...{ revision: 0, content: hashOf(textOf('One')), text: 'Friendlier, please.' },
        ...{ actor: 'ben', at: 2_000, replies: [] },
      },
      expect.objectContaining({ id: 'c2', revision: 1, content: hashOf(textOf('Two')) }),
    ]);
    expect((await list()).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
    const [first] = await list();
    expect((await list({ after: first?.turn ?? 0, limit: 1 })).map(({ id }) => id)).toEqual(['c2']);
  });

  it('stay with their document in the next draft', async () => {
    const { say, list } = await given();
    await say('Friendlier, please.');
    await openDraft(database(), { id: 'later', title: 'Later', actor: 'ana', at: 3 });
    expect(await list({ path: SHELF })).toMatchObject([{ draft: 'words', text: 'Friendlier, please.' }]);
    expect(await list({ draft: 'later' })).toEqual([]);
  });

  it('are answered, resolved and reopened, with the actor in the audit', async () => {
    const { say, list } = await given();
    const { id: thread } = await say('Friendlier, please.');
    const act = { actor: 'ana', at: 4_000 };
    const answered = await replyTo(database(), { thread, id: 'r1', text: 'Like this?', ...act });
    expect(answered.replies).toEqual([{ id: 'r1', text: 'Like this?', ...act }]);
    expect(await settleThread(database(), { thread, isResolved: true, ...act })).toMatchObject({
      resolved: act,
    });
    expect(await list({ isResolved: false })).toEqual([]);
    expect(await list({ isResolved: true })).toMatchObject([{ id: thread, replies: [{ id: 'r1' }] }]);
    const again = settleThread(database(), { thread, isResolved: true, ...act });
    await expect(again).rejects.toMatchObject({ code: 'conflict', message: /ana/ });
    await settleThread(database(), { thread, isResolved: false, ...act });
    expect((await list({ isResolved: false }))[0]).not.toHaveProperty('resolved');
    const records = await listRecords(database().queries, { subject: 'words' });
    expect(records.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      'ana comment.reopen',
      'ana comment.resolve',
      'ana comment.reply',
      'ben comment.add',
      'ana draft.open',
    ]);
  });

  it.each([
    ['a node that does not exist', { pointer: '/body/7' }, 'unknown'],
    ['an index with a leading zero', { pointer: '/body/00' }, 'unknown'],
    ['the length of a list', { pointer: '/body/length' }, 'unknown'],
    ['a document that does not exist', { path: 'screens/none.screen.json' }, 'unknown'],
    ['a future revision', { revision: 1 }, 'invalid'],
  ])('are refused about %s', async (_, place, code) => {
    const { say, list } = await given();
    await expect(say('Here?', place)).rejects.toMatchObject({ code });
    expect(await list()).toEqual([]);
  });

  it('are refused in an unknown thread, and as a reply to a reply', async () => {
    const { say } = await given();
    const { id: thread } = await say('Friendlier, please.');
    await replyTo(database(), { thread, id: 'r1', text: 'Yes.', ...by('ana') });
    const reply = { id: 'r2', text: 'Yes.', ...by('ana') };
    await expect(replyTo(database(), { thread: 'none', ...reply })).rejects.toMatchObject({
      code: 'unknown',
    });
    await expect(replyTo(database(), { thread: 'r1', ...reply })).rejects.toMatchObject({ code: 'unknown' });
  });

  it('are refused if there are 500 already', async () => {
    const { say } = await given();
    const { draft, path, pointer, revision, content } = await say('One.');
    const row = { draft, path, pointer, revision, content, parent: null, text: 'More.', actor: 'ben', at: 1 };
    await database()
      .queries.insertInto('comments')
      .values(
        Array.from({ length: 499 }, (__, at) => ({
          ...{ ...row, id: `x${at}`, turn: 1_000_000 + at, resolved_by: null, resolved_at: null },
        })),
      )
      .execute();
    await expect(say('One more.')).rejects.toMatchObject({ code: 'conflict' });
  });
});
