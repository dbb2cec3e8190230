import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallProject, screenWithText } from '#src/server/registry/testing.ts';
import { type Api, createApi, Refused } from '../api.ts';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Autosave } from './autosave.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const SHELF = 'screens/shelf.screen.json';
const APP = 'screens/app.json';

let registry: TestRegistry;
let ana: Ask;
let ben: Ask;
const base = [...smallProject(screenWithText('One.'))].map(([path, bytes]) => ({
  path,
  text: bytes.toString(),
}));
const opened: Autosave[] = [];

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  [ana, ben] = [await registry.askAs('ana'), await registry.askAs('ben')];
  await registry.goLive(ana, smallProject(screenWithText('One.')));
});
afterEach(async () => {
  for (const autosave of opened.splice(0)) autosave.close();
  await registry.database.close();
});

interface Desk {
  readonly api: Api;
  readonly workspace: Workspace;
  readonly autosave: Autosave;
  /** The text of the shelf. */
  says(): string | undefined;
  write(from: string, to: string, path?: string): void;
}

/** A person's page with a draft or the live documents. */
async function open(ask: Ask, id?: string, around: (api: Api) => Api = (api) => api): Promise<Desk> {
  const api = around(createApi(ask));
  const kept = id === undefined ? undefined : await api.readDraft(id);
  const workspace = openWorkspace({ base, ...(kept && { draft: kept.changes }) });
  const autosave = new Autosave(workspace, api, {
    ...(kept && { opened: kept.draft }),
    titleOf: () => 'Shelf',
  });
  opened.push(autosave);
  if (kept?.conflict !== undefined) await autosave.meetPublished(kept.conflict);
  const textOf = (path: string): string => workspace.snapshot().texts.get(path) ?? '';
  return {
    api,
    workspace,
    autosave,
    says: () => /"text": "([^"]*)"/.exec(textOf(SHELF))?.[1],
    write(from, to, path = SHELF) {
      expect(textOf(path)).toContain(from);
      workspace.edit({ label: to, changes: { [path]: textOf(path).replace(from, () => to) } });
    },
  };
}

async function openBoth(): Promise<{ readonly first: Desk; readonly second: Desk; readonly id: string }> {
  const first = await open(ana);
  first.write('One.', 'Two.');
  const id = (await first.autosave.settle())?.id ?? '';
  return { first, second: await open(ben, id), id };
}

describe('autosave', () => {
  it("applies other people's saves to documents without local edits, and keeps the undo steps", async () => {
    const { first, second, id } = await openBoth();
    second.write('"id": "shelf"', '"id": "shelf", "description": "Of ben."');
    await second.autosave.settle();
    first.autosave.follow(2);
    await first.autosave.settle();
    expect(first.workspace.snapshot().texts.get(SHELF)).toContain('Of ben.');
    expect(first.autosave.snapshot()).toMatchObject({
      saving: 'saved',
      taken: { actor: 'ben', paths: [SHELF] },
    });
    // Undo removes Ana's edit and keeps Ben's.
    first.workspace.undo();
    await first.autosave.settle();
    expect(first.says()).toBe('One.');
    expect((await first.api.readDraft(id)).changes[SHELF]).toContain('Of ben.');
  });

  it('reports a document that two people changed, saves all others, and then saves the chosen text', async () => {
    const { first, second, id } = await openBoth();
    second.write('Two.', 'Of ben.');
    await second.autosave.settle();
    first.write('Two.', 'Of ana.');
    await expect(first.autosave.settle()).rejects.toMatchObject({ code: 'conflict' });
    expect(first.autosave.snapshot().met).toMatchObject([{ path: SHELF, actor: 'ben' }]);
    expect(first.says()).toBe('Of ana.');
    // Ana's edits of another document are saved, and Ben's later saves are not overwritten.
    first.write('"failures"', '"notes": "Kept.", "failures"', APP);
    await expect(first.autosave.settle()).rejects.toMatchObject({ code: 'conflict' });
    second.write('Of ben.', 'Of ben again.');
    await second.autosave.settle();
    expect(second.workspace.snapshot().texts.get(APP)).toContain('Kept.');
    first.autosave.follow(99);
    await expect(first.autosave.settle()).rejects.toMatchObject({ code: 'conflict' });
    expect(first.autosave.snapshot().met[0]?.theirs).toContain('Of ben again.');
    const both = (first.autosave.snapshot().met[0]?.theirs ?? '').replace('Of ben again.', 'Of both.');
    first.autosave.choose({ [SHELF]: both });
    await first.autosave.settle();
    expect(first.autosave.snapshot()).toMatchObject({ saving: 'saved', met: [] });
    expect((await first.api.readDraft(id)).changes[SHELF]).toContain('Of both.');
    // Undo restores the version that was not chosen.
    first.workspace.undo();
    expect(first.says()).toBe('Of ana.');
  });

  it('retries after an unreadable reply and after an unreachable server', async () => {
    const refusals = [new Refused('failed', 'Broken'), new Refused('offline', 'Away')];
    const desk = await open(ana, undefined, (api) => ({
      ...api,
      saveDraft(...save) {
        const refusal = refusals.shift();
        return refusal === undefined ? api.saveDraft(...save) : Promise.reject(refusal);
      },
    }));
    desk.write('One.', 'Two.');
    for (const _once of [1, 2])
      await expect(desk.autosave.settle()).rejects.toMatchObject({ code: 'offline' });
    const draft = await desk.autosave.settle();
    expect((await desk.api.readDraft(draft?.id ?? '')).changes[SHELF]).toContain('Two.');
  });

  it('sends every edit within a second, also while the person types without a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const workspace = openWorkspace({ base });
      const saved: { text: string; at: number }[] = [];
      const autosave = new Autosave(
        workspace,
        {
          openDraft: (title) => Promise.resolve({ id: 'd', title, revision: 0, state: 'open' }),
          saveDraft(_id, seen, changes) {
            saved.push({ text: changes[SHELF] ?? '', at: Date.now() });
            return Promise.resolve(seen + 1);
          },
          readSince: () => Promise.reject(new Error('Nobody else is there.')),
          readText: () => Promise.reject(new Error('Nobody else is there.')),
          readDraft: () => Promise.reject(new Error('Nobody else is there.')),
          readLive: () => Promise.reject(new Error('Nobody else is there.')),
          readFiles: () => Promise.reject(new Error('Nobody else is there.')),
        },
        { titleOf: () => 'Shelf' },
      );
      opened.push(autosave);
      const typed: { text: string; at: number }[] = [];
      const first = workspace.snapshot().texts.get(SHELF) ?? '';
      for (let letters = 1; letters <= 40; letters += 1) {
        const text = first.replace('One.', 'x'.repeat(letters));
        workspace.edit({ label: 'Text', changes: { [SHELF]: text }, gesture: 'text' });
        typed.push({ text, at: Date.now() });
        await vi.advanceTimersByTimeAsync(130);
      }
      await vi.advanceTimersByTimeAsync(1_000);
      for (const { text, at } of typed) {
        const kept = saved.find((one) => one.text.length >= text.length);
        expect((kept?.at ?? Infinity) - at).toBeLessThanOrEqual(1_000);
      }
      expect(saved.length).toBeLessThan(typed.length / 2);
      expect(autosave.snapshot().saving).toBe('saved');
    } finally {
      vi.useRealTimers();
    }
  });

  it('rebases a draft to a new live release with the chosen texts', async () => {
    const { first, id } = await openBoth();
    const now = await registry.goLive(ben, smallProject(screenWithText('Live.')));
    const again = await open(ana, id);
    const { published } = again.autosave.snapshot();
    expect(published).toMatchObject({ live: now, documents: [{ path: SHELF }] });
    expect(published?.documents[0]?.seen).toContain('One.');
    await again.autosave.choosePublished({
      [SHELF]: (published?.documents[0]?.theirs ?? '').replace('Live.', 'Live two.'),
    });
    const read = await first.api.readDraft(id);
    expect(read.draft.base).toBe(now);
    expect(read.conflict).toBeUndefined();
    expect(read.changes[SHELF]).toContain('Live two.');
  });
});

describe('a draft that ends while its page is open', () => {
  const publish = async (ask: Ask, id: string) => {
    const { hash } = await ask<{ hash: string }>('POST', '/releases', { draft: id, reason: 'Better.' });
    await ask('POST', `/releases/${hash}/publish`, { reason: 'Better.' });
    return hash;
  };

  it('was published: later edits go on in a new draft of the live release, again and again', async () => {
    const { first, id } = await openBoth();
    const live = await publish(ben, id);
    first.write('Two.', 'Three.');
    const next = await first.autosave.settle();
    expect(next?.id).not.toBe(id);
    expect(next).toMatchObject({ base: live, state: 'open' });
    expect(first.autosave.snapshot()).toMatchObject({ saving: 'saved', ended: 'published', met: [] });
    const kept = await first.api.readDraft(next?.id ?? '');
    expect(Object.keys(kept.changes)).toEqual([SHELF]);
    expect(kept.changes[SHELF]).toContain('Three.');
    first.write('Three.', 'Four.');
    expect((await first.autosave.settle())?.id).toBe(next?.id);
    expect((await first.api.readDraft(next?.id ?? '')).changes[SHELF]).toContain('Four.');
    expect([...first.workspace.snapshot().changed]).toEqual([SHELF]);
  });

  it('was closed: all its edits go on in a new draft, and undo still works', async () => {
    const { first, id } = await openBoth();
    await ben('DELETE', `/drafts/${id}`);
    const app = first.workspace.snapshot().texts.get(APP) ?? '';
    first.workspace.edit({ label: 'Name', changes: { [APP]: `${app}\n` } });
    const next = await first.autosave.settle();
    expect(next?.id).not.toBe(id);
    const kept = await first.api.readDraft(next?.id ?? '');
    expect(Object.keys(kept.changes).sort()).toEqual([APP, SHELF]);
    expect(kept.changes[SHELF]).toContain('Two.');
    first.workspace.undo();
    first.workspace.undo();
    expect(first.says()).toBe('One.');
  });

  it('was closed in two tabs of one person: each tab continues in a new draft without losing an edit', async () => {
    const { first, id } = await openBoth();
    const tab = await open(ana, id);
    await ben('DELETE', `/drafts/${id}`);
    first.write('Two.', 'Of the first tab.');
    tab.write('"failures"', '"notes": "Of the second tab.", "failures"', APP);
    const ids = [await first.autosave.settle(), await tab.autosave.settle()].map((draft) => draft?.id ?? '');
    expect(new Set([id, ...ids]).size).toBe(3);
    const [one, other] = await Promise.all(ids.map((each) => first.api.readDraft(each)));
    expect(one?.changes[SHELF]).toContain('Of the first tab.');
    expect(other?.changes[SHELF]).toContain('Two.');
    expect(other?.changes[APP]).toContain('Of the second tab.');
    expect((await first.api.readDraft(id)).changes[SHELF]).toContain('Two.');
  });

  it('takes newly published texts of documents without local edits, and asks about the others', async () => {
    const { first, second, id } = await openBoth();
    await ben('DELETE', `/drafts/${id}`);
    second.autosave.close();
    await registry.goLive(ben, smallProject(screenWithText('Else.')));
    first.write('Two.', 'Three.');
    await expect(first.autosave.settle()).rejects.toMatchObject({ code: 'conflict' });
    expect(first.autosave.snapshot().met).toMatchObject([{ path: SHELF }]);
    expect(first.says()).toBe('Three.');
  });

  it('is not reopened by a reload; a new draft begins only with an edit', async () => {
    const { first, id } = await openBoth();
    first.autosave.close();
    await publish(ben, id);
    const again = await open(ana, id);
    expect(await again.autosave.settle()).toBeUndefined();
    expect(again.says()).toBe('Two.');
    expect(again.workspace.snapshot().changed.size).toBe(0);
    again.write('Two.', 'Three.');
    expect((await again.autosave.settle())?.id).not.toBe(id);
  });

  it('keeps edits that were saved after the release was created', async () => {
    const { first, id } = await openBoth();
    const { hash } = await ben<{ hash: string }>('POST', '/releases', { draft: id, reason: 'Better.' });
    first.write('Two.', 'Three.');
    await first.autosave.settle();
    await ben('POST', `/releases/${hash}/publish`, { reason: 'Better.' });
    const again = await open(ana, id);
    for (const desk of [first, again]) {
      expect(desk.says()).toBe('Three.');
      const { draft } = desk.autosave.snapshot();
      expect((await desk.api.readDraft(draft?.id ?? '')).changes[SHELF]).toContain('Three.');
    }
    first.write('Three.', 'Four.');
    const next = await first.autosave.settle();
    const kept = await first.api.readDraft(next?.id ?? '');
    expect(kept).toMatchObject({ draft: { base: hash, state: 'open' } });
    expect(kept).not.toHaveProperty('conflict');
    expect(kept.changes[SHELF]).toContain('Four.');
  });

  it('is replaced when the server can be reached again', async () => {
    const { id } = await openBoth();
    let isAway = true;
    const desk = await open(ana, id, (api) => ({
      ...api,
      readLive: () => (isAway ? Promise.reject(new Refused('offline', 'Away')) : api.readLive()),
    }));
    await ben('DELETE', `/drafts/${id}`);
    desk.write('Two.', 'Three.');
    await expect(desk.autosave.settle()).rejects.toMatchObject({ code: 'offline' });
    isAway = false;
    await expect.poll(() => desk.autosave.snapshot().saving, { timeout: 5_000 }).toBe('saved');
    const { draft } = desk.autosave.snapshot();
    expect((await desk.api.readDraft(draft?.id ?? '')).changes[SHELF]).toContain('Three.');
  });

  it("does not mistake its own unanswered and published save for another person's change", async () => {
    const { id } = await openBoth();
    let isLost = false;
    const desk = await open(ana, id, (api) => ({
      ...api,
      async saveDraft(...save) {
        const revision = await api.saveDraft(...save);
        if (isLost) throw new Refused('offline', 'Away');
        return revision;
      },
    }));
    isLost = true;
    desk.write('Two.', 'Three.');
    await expect(desk.autosave.settle()).rejects.toMatchObject({ code: 'offline' });
    isLost = false;
    await publish(ben, id);
    desk.write('Three.', 'Four.');
    const next = await desk.autosave.settle();
    expect(next?.id).not.toBe(id);
    expect((await desk.api.readDraft(next?.id ?? '')).changes[SHELF]).toContain('Four.');
  });

  it('continues in a new draft also for changes other than saves', async () => {
    const { first, id } = await openBoth();
    await ben('DELETE', `/drafts/${id}`);
    const made = await first.autosave.advance(async (draft) => {
      const revision = await first.api.saveDraft(draft.id, draft.revision, {});
      return { revision, in: draft.id };
    });
    expect(made.in).not.toBe(id);
  });
});
