import { expect, it } from 'vitest';
import { openDraft } from '../registry/drafts.ts';
import { makeRelease, publish } from '../registry/releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { addService, disableStaff } from '../staff/accounts.ts';
import { givenStaff } from '../staff/testing.ts';
import { addComment, listThreads, replyTo, settleThread } from './comments.ts';
import { listUnread, markRead } from './mentions.ts';

const SHELF = 'screens/shelf.screen.json';

onBothEngines('mentions in comments', ({ database }) => {
  async function given() {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    for (const name of ['ana', 'ben', 'cora']) await givenStaff(database(), name, 'viewer');
    const say = (id: string, text: string, actor = 'ana') =>
      addComment(database(), {
        ...{ id, draft: 'words', path: SHELF, pointer: '/body/0', revision: 0, text, actor, at: 2_000 },
      });
    const unread = async (name: string) =>
      (await listUnread(database().queries, name)).map(({ id, thread }) => `${id} of ${thread}`);
    return { say, unread };
  }

  it('reach each mentioned person once, and no other person', async () => {
    const { say, unread } = await given();
    const thread = await say('c1', '@ben, is it right? @ana asked, @ben, and @nobody.');
    expect(thread.mentions).toEqual(['ben']);
    expect(await unread('ben')).toEqual(['c1 of c1']);
    await replyTo(database(), { thread: 'c1', id: 'r1', text: 'Ask @cora and @ana.', ...by('ben') });
    const [read] = await listThreads(database().queries, { limit: 50 });
    expect(read?.mentions).toEqual(['ben']);
    expect(read?.replies.map(({ mentions }) => mentions)).toEqual([['ana', 'cora']]);
    expect(await Promise.all(['ana', 'ben', 'cora'].map(unread))).toEqual([['r1 of c1'], [], ['r1 of c1']]);
    expect(await listUnread(database().queries, 'cora')).toMatchObject([
      { draft: 'words', path: SHELF, pointer: '/body/0', content: thread.content, actor: 'ben' },
    ]);
  });

  it('are unread until the mentioned person has seen them', async () => {
    const { say, unread } = await given();
    await say('c1', 'For @ben and @cora.');
    await say('c2', 'Again for @ben.');
    expect(await unread('ben')).toEqual(['c2 of c2', 'c1 of c1']);
    await markRead(database(), { comment: 'c1', actor: 'ben', at: 3_000 });
    expect([await unread('ben'), await unread('cora')]).toEqual([['c2 of c2'], ['c1 of c1']]);
    // A second open page marks the same mention again.
    await markRead(database(), { comment: 'c1', actor: 'ben', at: 4_000 });
    const stranger = markRead(database(), { comment: 'c2', actor: 'cora', at: 4_000 });
    await expect(stranger).rejects.toMatchObject({ code: 'unknown' });
  });

  it('are read when the person replies in their thread, or resolves it', async () => {
    const { say, unread } = await given();
    await say('c1', 'For @ben and @cora.');
    await say('c2', 'Another, @ben.');
    await replyTo(database(), { thread: 'c1', id: 'r1', text: 'So be it, @ana.', ...by('ben') });
    expect([await unread('ben'), await unread('cora')]).toEqual([['c2 of c2'], ['c1 of c1']]);
    await settleThread(database(), { thread: 'c1', isResolved: true, actor: 'ana', at: 3_000 });
    expect([await unread('ana'), await unread('cora')]).toEqual([[], ['c1 of c1']]);
  });

  it('work for people with an active account, not for machines', async () => {
    const { say } = await given();
    await addService(database(), { name: 'robot', role: 'viewer', until: null, actor: 'ana', at: 1 });
    await disableStaff(database(), { name: 'cora', actor: 'ana', at: 1 });
    expect(await say('c1', '@robot @cora')).not.toHaveProperty('mentions');
  });
});
