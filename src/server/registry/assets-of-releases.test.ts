import { expect, it } from 'vitest';
import { readProductAssets } from '../delivery/static-files.ts';
import { importRelease } from './bundle.ts';
import { hashOf } from './contents.ts';
import { openDraft, saveDraft } from './drafts.ts';
import { makeRelease } from './releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from './testing.ts';

const FILES: readonly (readonly [path: string, content: string])[] = [
  ['screens/assets/evil.js', 'alert(1)'],
  ['screens/assets/evil.css', 'a{}'],
  ['screens/assets/page.svg', '<html><script>alert(1)</script></html>'],
  ['screens/assets/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
];

onBothEngines('a file that is neither image nor font', ({ database }) => {
  it.each(FILES)('is refused in a release: %s', async (path, content) => {
    const bytes = smallProject(screenWithText('One')).set(path, Buffer.from(content));
    await expect(makeRelease(database(), { bytes, ...by('ana') })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(path) as string,
    });
  });

  it.each(FILES)('is refused in an imported release: %s', async (path, content) => {
    const bytes = smallProject(screenWithText('One')).set(path, Buffer.from(content));
    const files = Object.fromEntries([...bytes].map(([name, file]) => [name, file.toString('base64')]));
    const bundle = { format: 1 as const, release: 'a', files };
    await expect(importRelease(database(), { bundle, ...by('ana') })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(path) as string,
    });
  });

  it.each(FILES)('is refused in a draft: %s', async (path, content) => {
    await openDraft(database(), { id: 'new', title: 'New', ...by('ana') });
    const save = { id: 'new', seen: 0, changes: { [path]: content }, ...by('ana') };
    await expect(saveDraft(database(), save)).rejects.toMatchObject({ code: 'invalid' });
  });
});

it('images are served with their real type, and other files of an older release as downloads', () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const project = new Map(
    [...FILES, ['screens/assets/sound.svg', ''] as const].map(([path, text]) => [path, Buffer.from(text)]),
  );
  project.set('screens/assets/sound.svg', drawing);
  const served = [...readProductAssets(project).files].map(([address, { type, isDownload = false }]) => [
    address.replace(/-[0-9a-f]{10}/, ''),
    type,
    isDownload,
  ]);
  expect(served).toEqual([
    ['/capiz/assets/evil.js', 'application/octet-stream', true],
    ['/capiz/assets/evil.css', 'application/octet-stream', true],
    ['/capiz/assets/page.svg', 'application/octet-stream', true],
    ['/capiz/assets/drawing.svg', 'image/svg+xml', true],
    ['/capiz/assets/sound.svg', 'image/svg+xml', false],
  ]);
  expect(readProductAssets(project).addresses['sound']).toContain(hashOf(drawing).slice(0, 10));
});
