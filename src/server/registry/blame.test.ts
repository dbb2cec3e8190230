import { expect, it } from 'vitest';
import { blameDocument } from './blame.ts';
import { hashOf } from './contents.ts';
import { openDraft, saveDraft } from './drafts.ts';
import { makeRelease, publish } from './releases.ts';
import { by, onBothEngines, smallProject } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';

onBothEngines('blame', ({ database }) => {
  /** A screen with two texts, live from a time. */
  async function goLive(words: readonly [string, string], actor: string, at: number): Promise<string> {
    const { hash } = await makeRelease(database(), { bytes: projectOf(words), ...by(actor, at) });
    await publish(database(), { release: hash, ...by(actor, at, `Because of ${actor}.`) });
    return hash;
  }
  function projectOf(words: readonly string[]): Map<string, Buffer> {
    return smallProject({ body: words.map((text) => ({ type: 'text', text })) });
  }
  function textOf(words: readonly string[]): string {
    return projectOf(words).get(SHELF)?.toString('utf8') ?? '';
  }
  async function who(draft?: string): Promise<{ [pointer: string]: unknown }> {
    const asked = { path: SHELF, ...(draft !== undefined && { draft }) };
    const { values } = await blameDocument(database().queries, asked);
    const texts = values.filter(({ pointer }) => /^\/body\/\d\/text$|^\/title$/.test(pointer));
    return Object.fromEntries(texts.map(({ pointer, actor }) => [pointer, actor]));
  }

  it('attributes a value to the release that last changed it', async () => {
    await goLive(['One', 'Three'], 'ana', 1_000);
    await goLive(['Nine', 'Two'], 'ben', 2_000);
    const release = await goLive(['One', 'Two'], 'cy', 3_000);
    expect(await who()).toEqual({ '/title': 'ana', '/body/0/text': 'cy', '/body/1/text': 'ben' });
    const { content, values } = await blameDocument(database().queries, { path: SHELF });
    expect(content).toBe(hashOf(textOf(['One', 'Two'])));
    expect(values).toContainEqual({
      ...{ pointer: '/body/0/text', release, actor: 'cy', at: 3_000, reason: 'Because of cy.' },
    });
  });

  it('attributes an unpublished value of a draft to its save, and ignores later releases', async () => {
    await goLive(['One', 'Two'], 'ana', 1_000);
    await openDraft(database(), { id: 'words', title: 'Words', ...by('ben', 2_000) });
    const save = (seen: number, words: readonly string[], actor: string) => {
      const changes = { [SHELF]: textOf(words) };
      return saveDraft(database(), { id: 'words', seen, changes, ...by(actor, 3_000 + seen) });
    };
    expect(await who('words')).toMatchObject({ '/body/0/text': 'ana', '/body/1/text': 'ana' });
    await save(0, ['Uno', 'Two'], 'ben');
    await save(1, ['Uno', 'Two', 'Tres'], 'cy');
    await goLive(['One', 'Deux'], 'dan', 4_000);
    expect(await who('words')).toEqual({
      ...{ '/title': 'ana', '/body/0/text': 'ben', '/body/1/text': 'ana', '/body/2/text': 'cy' },
    });
    const { values } = await blameDocument(database().queries, { path: SHELF, draft: 'words' });
    expect(values).toContainEqual({ pointer: '/body/2/text', revision: 2, actor: 'cy', at: 3_001 });
  });

  it('refuses documents that do not exist', async () => {
    await goLive(['One', 'Two'], 'ana', 1_000);
    await openDraft(database(), { id: 'words', title: 'Words', ...by('ben') });
    await saveDraft(database(), { id: 'words', seen: 0, changes: { [SHELF]: null }, ...by('ben') });
    for (const asked of [{ path: 'screens/none.screen.json' }, { path: SHELF, draft: 'words' }]) {
      const blamed = blameDocument(database().queries, asked);
      await expect(blamed).rejects.toMatchObject({ code: 'unknown' });
    }
  });
});
