import { describe, expect, it } from 'vitest';
import { Autosave } from './autosave.ts';
import type { Met } from './server-draft.ts';
import { remember, reopen } from './remember.ts';
import { type KeyValueStorage, memoryKey, recall } from './remembered.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const FILE = 'screens/a.screen.json';
const base = [{ path: FILE, text: 'one two three' }];

/** A storage with a limited size. */
class Memory implements KeyValueStorage {
  readonly #all = new Map<string, string>();
  readonly #room: number;
  constructor(room = Infinity) {
    this.#room = room;
  }
  get length(): number {
    return this.#all.size;
  }
  key = (at: number): string | null => [...this.#all.keys()][at] ?? null;
  getItem = (key: string): string | null => this.#all.get(key) ?? null;
  removeItem = (key: string): void => void this.#all.delete(key);
  setItem = (key: string, value: string): void => {
    const others = [...this.#all].filter(([one]) => one !== key).map(([, text]) => text.length);
    if (others.reduce((sum, one) => sum + one, value.length) > this.#room) throw new Error('It is full.');
    this.#all.set(key, value);
  };
}

/** An autosave whose server answers or never answers. */
function work(workspace: Workspace, storage: KeyValueStorage, isSilent: boolean): Autosave {
  const autosave = new Autosave(
    workspace,
    {
      openDraft: (title) => Promise.resolve({ id: 'd', title, revision: 0, state: 'open' }),
      saveDraft: (_id, seen) => (isSilent ? new Promise(() => undefined) : Promise.resolve(seen + 1)),
      readSince: () => Promise.reject(new Error('Nobody else is there.')),
      readText: () => Promise.reject(new Error('Nobody else is there.')),
      readDraft: () => Promise.reject(new Error('Nobody else is there.')),
      readLive: () => Promise.reject(new Error('Nobody else is there.')),
      readFiles: () => Promise.reject(new Error('Nobody else is there.')),
    },
    { opened: { id: 'd', title: 'A', revision: 0, state: 'open' }, titleOf: () => 'A' },
  );
  remember(workspace, autosave, storage, 'ana');
  return autosave;
}

const write = (workspace: Workspace, text: string) =>
  workspace.edit({ label: text, changes: { [FILE]: text } });
const textOf = (workspace: Workspace): string | undefined => workspace.snapshot().texts.get(FILE);
const recalled = (storage: KeyValueStorage) => recall(storage, memoryKey('ana', 'd'));
/** The workspace after reopening, with this text on the server. */
const again = (storage: KeyValueStorage, server: string) =>
  reopen({ base, draft: { [FILE]: server } }, recalled(storage));

describe('the stored state of a draft', () => {
  it('restores undo and redo completely', async () => {
    const storage = new Memory();
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, false);
    write(workspace, 'ONE two three');
    write(workspace, 'ONE two THREE');
    workspace.undo();
    await autosave.settle();
    const { workspace: after, kept, met } = again(storage, 'ONE two three');
    expect([kept, met]).toEqual([{}, []]);
    after.undo();
    expect(textOf(after)).toBe('one two three');
    after.redo();
    after.redo();
    expect(textOf(after)).toBe('ONE two THREE');
    autosave.close();
  });

  it('restores unsaved edits and saves them', () => {
    const storage = new Memory();
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, true);
    write(workspace, 'ONE two three');
    const { workspace: after, ...left } = again(storage, 'one two three');
    expect(textOf(after)).toBe('ONE two three');
    expect(left).toEqual({ kept: { [FILE]: 'one two three' }, met: [] });
    autosave.close();
  });

  it("does not mistake its own unanswered save for another person's change", async () => {
    const storage = new Memory();
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, true);
    write(workspace, 'ONE two three');
    void autosave.settle();
    await new Promise((resolve) => setTimeout(resolve, 0));
    write(workspace, 'ONE TWO three');
    expect(again(storage, 'ONE two three')).toMatchObject({ kept: { [FILE]: 'ONE two three' }, met: [] });
    const met: Met = { path: FILE, seen: 'one two three', theirs: 'one two 3' };
    expect(again(storage, 'one two 3')).toMatchObject({ met: [met] });
    autosave.close();
  });

  it("keeps other people's saves, and own edits can still be undone", async () => {
    const storage = new Memory();
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, false);
    write(workspace, 'ONE two three');
    await autosave.settle();
    const { workspace: after, met } = again(storage, 'ONE two 3');
    expect(met).toEqual([]);
    after.undo();
    expect(textOf(after)).toBe('one two 3');
    autosave.close();
  });

  it('drops the oldest steps if the storage is full, and ignores unreadable entries', () => {
    const storage = new Memory(1_500);
    storage.setItem(memoryKey('ana', 'older'), 'x'.repeat(1_400));
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, true);
    for (let at = 0; at < 40; at += 1) write(workspace, `one two three ${at}`);
    const { workspace: after } = again(storage, 'one two three');
    expect(textOf(after)).toBe('one two three 39');
    expect(recalled(storage)?.done.length).toBeGreaterThan(2);
    storage.setItem(memoryKey('ana', 'd'), '{ "version": 1,');
    expect(recalled(storage)).toBeUndefined();
    autosave.close();
  });

  it('removes entries of other drafts if the storage is full, but none with unsaved edits', () => {
    const storage = new Memory(3_000);
    const entry = (kept: object) =>
      JSON.stringify({ version: 1, done: [], undone: [], texts, kept, sent: {} });
    const texts = { [FILE]: 'x'.repeat(1_000) };
    const [saved, unsaved] = [memoryKey('ana', 'saved'), memoryKey('ben', 'unsaved')];
    storage.setItem(saved, entry({}));
    storage.setItem(unsaved, entry({ [FILE]: 'one two three' }));
    const workspace = openWorkspace({ base });
    const autosave = work(workspace, storage, true);
    for (let at = 0; at < 20; at += 1) write(workspace, `one two three ${at}`);
    expect(storage.getItem(saved)).toBeNull();
    expect(recall(storage, unsaved)?.texts).toEqual(texts);
    expect(recalled(storage)?.texts[FILE]).toBe('one two three 19');
    autosave.close();
  });
});

describe('recall', () => {
  const step = { label: 'Edit', splices: { [FILE]: { at: 0, removed: 'one', inserted: '1' } } };
  const whole = {
    version: 1,
    done: [step],
    undone: [],
    texts: { [FILE]: '1 two three' },
    kept: {},
    sent: {},
  };

  it('reads a complete entry', () => {
    const storage = new Memory();
    storage.setItem('k', JSON.stringify(whole));
    expect(recall(storage, 'k')?.done).toEqual([step]);
  });
  it.each([
    ['of another version', { ...whole, version: 2 }],
    ['without its texts', { ...whole, texts: undefined }],
    ['with an invalid step', { ...whole, done: [7] }],
    ['with an invalid splice', { ...whole, done: [{ ...step, splices: { [FILE]: {} } }] }],
    ['with a text that is a number', { ...whole, kept: { [FILE]: 7 } }],
  ])('ignores an entry %s', (_, damaged) => {
    const storage = new Memory();
    storage.setItem('k', JSON.stringify(damaged));
    expect(recall(storage, 'k')).toBeUndefined();
  });
});
