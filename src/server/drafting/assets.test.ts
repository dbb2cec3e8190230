import { expect, it } from 'vitest';
import { drawJpeg, drawPng, exif, insert, segment } from '#tests/uploads/pieces.ts';
import { hashOf, readContent } from '../registry/contents.ts';
import { openDraft, saveDraft } from '../registry/drafts.ts';
import { makeRelease, makeReleaseOfDraft, publish } from '../registry/releases.ts';
import { readFiles } from '../registry/manifests.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { addAsset, requireKnownAssets, listAssets, removeAsset } from './assets.ts';

const SHELF = 'screens/shelf.screen.json';
const COVER = 'screens/assets/cover.png';

/** The screen `shelf` with an image. */
function showing(src: string): string {
  const body = [{ type: 'image', src, alt: 'A cover' }];
  return smallProject({ body }).get(SHELF)?.toString('utf8') ?? '';
}

onBothEngines('images of screens', ({ database }) => {
  async function given() {
    const bytes = smallProject(screenWithText('One'));
    bytes.set('screens/assets/lamp.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const { hash } = await makeRelease(database(), { bytes, ...by('ana') });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'covers', title: 'Covers', actor: 'ana', at: 1 });
    let seen = 0;
    return {
      list: (draft?: string) => listAssets(database().queries, draft),
      add: async (name: string, file: Uint8Array) => {
        const added = await addAsset(database(), { draft: 'covers', seen, name, file, ...by('ana') });
        seen = added.revision;
        return added.asset;
      },
      save: async (text: string) => {
        seen = await saveDraft(database(), { id: 'covers', seen, changes: { [SHELF]: text }, ...by('ana') });
      },
      remove: async (name: string) => {
        seen = await removeAsset(database(), { draft: 'covers', seen, name, ...by('ana') });
      },
    };
  }

  it('are re-encoded when they are added to a draft, and go live with it', async () => {
    const { add, save } = await given();
    const photo = insert(await drawJpeg(40, 20), segment(0xe1, exif({ says: 'Where it was taken' })));
    const asset = await add('cover', photo);
    expect(asset).toMatchObject({ path: 'screens/assets/cover.jpg', name: 'cover', width: 40, height: 20 });
    const kept = await readContent(database().queries, asset.content);
    expect(kept.toString('latin1')).not.toContain('Where it was taken');
    await save(showing('asset:cover'));
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'covers', ...by('ana') });
    expect((await readFiles(database().queries, hash)).get('screens/assets/cover.jpg')).toEqual(kept);
  });

  it('replace an image with the same name, even of another type', async () => {
    const { add, list } = await given();
    await add('cover', await drawJpeg(40, 20));
    await add('cover', drawPng(10, 10));
    await add('lamp', drawPng(12, 12));
    expect((await list('covers')).map(({ path, width }) => [path, width])).toEqual([
      [COVER, 10],
      ['screens/assets/lamp.png', 12],
    ]);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
    ['not an image', Buffer.from('hello'), /not a picture/],
    ['a truncated image', drawPng(10, 10).subarray(0, 60), /damaged/],
  ])('are refused if the file is %s', async (_, file, words) => {
    const { add, list } = await given();
    await expect(add('cover', file)).rejects.toMatchObject({ code: 'invalid', message: words });
    expect(await list('covers')).toHaveLength(1);
  });

  it('are listed with the documents that use them, for the live release and every open draft', async () => {
    const { add, save, list } = await given();
    await add('cover', drawPng(10, 10));
    await save(showing('asset:cover'));
    expect((await list()).map(({ name, in: uses }) => [name, uses])).toEqual([
      ['cover', [{ draft: 'covers', documents: [SHELF] }]],
      ['lamp', [{ documents: [] }, { draft: 'covers', documents: [] }]],
    ]);
    // A computed name may be the name of any asset.
    await save(showing("asset:${data.shelf.fine > 0 ? 'cover' : 'lamp'}"));
    expect((await list('covers')).map(({ in: [use] }) => use?.documents)).toEqual([[SHELF], [SHELF]]);
  });

  it('are removed only if no document uses them', async () => {
    const { add, save, list, remove } = await given();
    await add('cover', drawPng(10, 10));
    await save(showing('asset:cover'));
    const words = `The picture cover is used by ${SHELF}.`;
    await expect(remove('cover')).rejects.toMatchObject({ code: 'conflict', message: words });
    await save(showing('asset:lamp'));
    await remove('cover');
    expect((await list('covers')).map(({ name }) => name)).toEqual(['lamp']);
    await expect(remove('cover')).rejects.toMatchObject({ code: 'unknown' });
  });

  it('are restored by a save only if the same bytes were added as an image before', async () => {
    const { add, save } = await given();
    const { content } = await add('cover', drawPng(10, 10));
    const { queries } = database();
    const known = await readContent(queries, content);
    await requireKnownAssets(queries, {
      [COVER]: known,
      'screens/assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      [SHELF]: 'text',
    });
    const hidden = '<svg onload="alert(1)"/>';
    await save(hidden);
    expect((await readContent(queries, hashOf(hidden))).toString('utf8')).toBe(hidden);
    await expect(requireKnownAssets(queries, { 'screens/assets/a.svg': hidden })).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
