import { expect, it } from 'vitest';
import { listRecords } from '../registry/audit.ts';
import { openDraft, saveDraft } from '../registry/drafts.ts';
import { makeRelease, makeReleaseOfDraft, publish } from '../registry/releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { listScreenshotReviews, type NewScreenshotReview, reviewScreenshot } from './screenshot-reviews.ts';

const SHELF = 'screens/shelf.screen.json';

onBothEngines('reviews of screenshots', ({ database }) => {
  async function given() {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    let seen = 0;
    const write = async (words: string) => {
      const text = smallProject(screenWithText(words)).get(SHELF)?.toString('utf8') ?? '';
      seen = await saveDraft(database(), {
        id: 'words',
        seen,
        changes: { [SHELF]: text },
        actor: 'ana',
        at: 2,
      });
    };
    const say = (verdict: NewScreenshotReview['verdict'], more: Partial<NewScreenshotReview> = {}) =>
      reviewScreenshot(database(), {
        ...{ draft: 'words', state: 'shelf content en', picture: 'first', verdict },
        ...{ note: verdict === 'denied' ? 'Too long.' : '', actor: 'ben', at: 3_000, ...more },
      });
    const make = async () => (await makeReleaseOfDraft(database(), { draft: 'words', ...by('ana') })).hash;
    const go = async (release: string) => {
      await publish(database(), { release, ...by('cat') });
    };
    await write('Two');
    return { write, say, make, go };
  }
  const DENIED = { code: 'conflict', message: 'ben rejected the picture of shelf content en: Too long.' };

  const DENIED_IN_IT = { message: expect.stringContaining('was rejected in this release') as string };

  it('are stored once per state, the last one replacing earlier ones, and are all in the audit', async () => {
    const { say } = await given();
    await say('denied');
    await say('accepted', { state: 'shelf content fil' });
    expect(await say('accepted', { actor: 'cat' })).toMatchObject([
      { state: 'shelf content en', picture: 'first', verdict: 'accepted', note: '', actor: 'cat', at: 3_000 },
      { state: 'shelf content fil', verdict: 'accepted', actor: 'ben' },
    ]);
    const records = await listRecords(database().queries, { limit: 3 });
    expect(records.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'picture.accepted words',
      'picture.accepted words',
      'picture.denied words',
    ]);
  });

  it('block a release with a rejected screenshot until a later review accepts the screenshot', async () => {
    const { say, make, go } = await given();
    const release = await make();
    await say('denied');
    await expect(go(release)).rejects.toMatchObject(DENIED);
    await say('accepted', { actor: 'cat' });
    await go(release);
  });

  it('block a release that contains rejected documents, even after a changed draft is accepted', async () => {
    const { write, say, make, go } = await given();
    const release = await make();
    await say('denied');
    await write('Three');
    await expect(go(await make())).rejects.toMatchObject(DENIED);
    await say('lifted', { picture: 'second', note: 'Too long.' });
    await expect(go(release)).rejects.toMatchObject(DENIED_IN_IT);
    await say('accepted', { picture: 'second' });
    await expect(go(release)).rejects.toMatchObject(DENIED_IN_IT);
    await go(await make());
  });

  it('apply to the reviewed release if the draft has changed since', async () => {
    const { write, say, make, go } = await given();
    const release = await make();
    await write('Three');
    await say('denied', { release });
    await say('lifted', { picture: 'second', note: 'Too long.' });
    await expect(go(release)).rejects.toMatchObject(DENIED_IN_IT);
    await go(await make());
  });

  it('need a note for a rejection, lift only rejections, and are refused after the draft was published', async () => {
    const { say, make, go } = await given();
    await expect(say('denied', { note: ' ' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await say('lifted')).toEqual([]);
    await say('denied');
    expect(await say('lifted')).toMatchObject([{ verdict: 'denied' }]);
    await expect(say('accepted', { draft: 'none' })).rejects.toMatchObject({ code: 'unknown' });
    await say('accepted');
    await go(await make());
    await expect(say('denied')).rejects.toMatchObject({ code: 'conflict' });
    expect(await listScreenshotReviews(database().queries, 'words')).toHaveLength(1);
  });
});
