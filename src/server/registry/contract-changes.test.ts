import { expect, it } from 'vitest';
import { givenStaff } from '../staff/testing.ts';
import type { Role } from '#src/review/roles.ts';
import { makeRelease, publish } from './releases.ts';
import { OPERATIONS } from './operations.ts';
import { createPerform, readAsked } from './perform.ts';
import { hashOf } from './contents.ts';
import { openDraft } from './drafts.ts';
import { by, onBothEngines, screenWithText, smallProject } from './testing.ts';

const BOOK = 'schemas/api/book.endpoint.json';
const SHELF = 'screens/shelf.screen.json';

const project = smallProject(screenWithText('One'));
const textOf = (path: string) => project.get(path)?.toString('utf8') ?? '';
/** The same contract with another path. */
const OTHER = textOf(BOOK).replace(/"path": ?"/, '$&/moved');

onBothEngines('contracts are changed by publishers only', ({ database }) => {
  async function given() {
    const { hash } = await makeRelease(database(), { bytes: project, ...by('ana') });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    for (const role of ['editor', 'approver', 'publisher'] as const) await givenStaff(database(), role, role);
    return { hash, save: saveAs(), ...call() };
  }

  /** Performs an operation for the account named like its role. */
  function call(beforeRun = () => Promise.resolve()) {
    const perform = createPerform({
      database: { ...database(), write: async (run) => beforeRun().then(() => database().write(run)) },
      now: () => 5_000,
      afterChange: () => Promise.resolve(),
    });
    return {
      run: (role: Role, id: string, body: object, params: { [name: string]: string } = {}) => {
        const operation = OPERATIONS.find((one) => one.id === id);
        if (operation === undefined) throw new Error(`There is no operation ${id}.`);
        const asked = readAsked(operation, { params, body });
        return perform(operation, { name: role, role, kind: 'person' }, asked);
      },
    };
  }

  function saveAs(beforeRun?: () => Promise<void>) {
    const { run } = call(beforeRun);
    return (role: Role, seen: number, changes: { [path: string]: string | null }) => {
      const texts = Object.entries(changes).map(([path, text]) => [path, text === null ? null : { text }]);
      return run(role, 'saveDraft', { seen, changes: Object.fromEntries(texts) }, { draft: 'words' });
    };
  }

  const refusal = (path = BOOK) => ({
    code: 'forbidden',
    message: expect.stringMatching(new RegExp(`Publishers change contracts.*Changed here: ${path}\\.`)),
  });

  it.each<[string, { [path: string]: string | null }, string]>([
    ['is changed', { [BOOK]: OTHER }, BOOK],
    ['is written with other spaces', { [BOOK]: `${textOf(BOOK)}\n` }, BOOK],
    ['is removed', { [BOOK]: null }, BOOK],
    ['is new', { 'schemas/api/new.endpoint.json': textOf(BOOK) }, 'schemas/api/new.endpoint.json'],
    ['is changed beside a screen', { [SHELF]: '{}', [BOOK]: OTHER }, BOOK],
  ])('refuses an editor and an approver a save in which a contract %s', async (_, changes, path) => {
    const { save } = await given();
    await expect(save('editor', 0, changes)).rejects.toMatchObject(refusal(path));
    await expect(save('approver', 0, changes)).rejects.toMatchObject(refusal(path));
    expect(await save('publisher', 0, changes)).toEqual({ revision: 1 });
  });

  it('lets an editor save screens, and a contract that stays as it is', async () => {
    const { save } = await given();
    expect(await save('editor', 0, { [SHELF]: '{}', [BOOK]: textOf(BOOK) })).toEqual({ revision: 1 });
    await save('publisher', 1, { [BOOK]: OTHER });
    expect(await save('editor', 2, { [SHELF]: '{ }', [BOOK]: OTHER })).toEqual({ revision: 3 });
  });

  it("refuses an editor who reverts a publisher's change, also with a future revision", async () => {
    const { save } = await given();
    await save('publisher', 0, { [BOOK]: OTHER });
    await expect(save('editor', 1, { [BOOK]: textOf(BOOK) })).rejects.toMatchObject(refusal());
    await expect(save('editor', 2, { [BOOK]: OTHER })).rejects.toMatchObject(refusal());
    // Revision 0 is outdated, so the save is a conflict.
    await expect(save('editor', 0, { [BOOK]: textOf(BOOK) })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses a publisher who became an editor during the save', async () => {
    await given();
    const save = saveAs(async () => {
      await database()
        .queries.updateTable('staff')
        .set({ role: 'editor' })
        .where('name', '=', 'publisher')
        .execute();
    });
    await expect(save('publisher', 0, { [BOOK]: OTHER })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refuses an editor a whole project, or an imported release, with other contracts', async () => {
    const { run } = await given();
    const base64 = (files: ReadonlyMap<string, Buffer>) =>
      Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
    const changed = base64(new Map(project).set(BOOK, Buffer.from(OTHER)));
    const words = base64(new Map(smallProject(screenWithText('Two'))));
    const reason = { reason: 'A test.' };
    await expect(run('editor', 'makeRelease', { files: changed, ...reason })).rejects.toMatchObject(
      refusal(),
    );
    const bundle = { format: 1, release: hashOf('none'), files: changed };
    await expect(run('editor', 'importRelease', { bundle, ...reason })).rejects.toMatchObject(refusal());
    expect(await run('publisher', 'makeRelease', { files: changed, ...reason })).toHaveProperty('hash');
    expect(await run('editor', 'makeRelease', { files: words, ...reason })).toHaveProperty('hash');
  });

  it('lets an editor make the first release of an installation, which changes no contract', async () => {
    await givenStaff(database(), 'editor', 'editor');
    const files = Object.fromEntries([...project].map(([path, bytes]) => [path, bytes.toString('base64')]));
    expect(await call().run('editor', 'makeRelease', { files, reason: 'A test.' })).toHaveProperty('hash');
  });
});
