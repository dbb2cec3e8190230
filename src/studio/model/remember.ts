import type { Autosave } from './autosave.ts';
import { type KeyValueStorage, memoryKey, PREFIX, recall, type Remembered } from './remembered.ts';
import type { Met, Texts } from './server-draft.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

/** Maximum size in UTF-16 units. Browsers give a site about five million. */
const MOST = 1_000_000;

/**
 * Stores every edit in the browser at once, so that a crash loses nothing and undo still works after it.
 *
 * @returns a function that stops it.
 */
export function remember(
  workspace: Workspace,
  autosave: Autosave,
  storage: KeyValueStorage,
  name: string,
): () => void {
  let last = '';
  const write = (): void => {
    const key = memoryKey(name, autosave.snapshot().draft?.id);
    if (last !== key && last !== '') storage.removeItem(last);
    last = key;
    let { done, undone } = workspace.steps();
    const { texts } = workspace.snapshot();
    const { met } = autosave.snapshot();
    const ofMet = new Map(met.map(({ path, seen }) => [path, seen]));
    for (;;) {
      const steps = [...done, ...undone].flatMap(({ splices }) => Object.keys(splices));
      const now = [...new Set([...steps, ...ofMet.keys()])].map((path) => {
        const { text: had, sent } = autosave.kept(path);
        return {
          path,
          text: texts.get(path) ?? null,
          had: ofMet.has(path) ? (ofMet.get(path) ?? null) : had,
          sent,
        };
      });
      const written = JSON.stringify({
        ...{ version: 1, done, undone },
        texts: Object.fromEntries(now.map(({ path, text }) => [path, text])),
        kept: Object.fromEntries(
          now.filter(({ text, had }) => text !== had).map(({ path, had }) => [path, had]),
        ),
        sent: Object.fromEntries(
          now.flatMap(({ path, text, sent }) => (sent === undefined || sent === text ? [] : [[path, sent]])),
        ),
      });
      if ((written.length <= MOST || done.length === 0) && tryToSet(storage, key, written)) return;
      if (done.length === 0) return;
      // Drop the oldest steps first.
      done = done.slice(Math.ceil(done.length / 2));
      undone = [];
    }
  };
  const ends = [workspace.subscribe(write), autosave.subscribe(write)];
  return () => {
    for (const end of ends) end();
  };
}

/** Writes to the storage. If it is full, entries of other drafts are removed, but none with unsaved edits. */
function tryToSet(storage: KeyValueStorage, key: string, written: string): boolean {
  for (const isLast of [false, true]) {
    try {
      storage.setItem(key, written);
      return true;
    } catch {
      if (isLast) return false;
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
      for (const one of keys) {
        if (one.startsWith(PREFIX) && one !== key && !hasUnsaved(storage, one)) storage.removeItem(one);
      }
    }
  }
  return false;
}

function hasUnsaved(storage: KeyValueStorage, key: string): boolean {
  return Object.keys(recall(storage, key)?.kept ?? {}).length > 0;
}

/** A workspace with stored edits, and its differences to the server. */
export interface Reopened {
  readonly workspace: Workspace;
  readonly kept: Texts;
  /** Documents that another person has changed as well. */
  readonly met: readonly Met[];
}

/** @param draft - The server's changes of the draft. */
export function reopen(
  {
    base,
    draft = {},
    inPauses,
    isLocked,
  }: Pick<WorkspaceOptions, 'base' | 'draft' | 'inPauses' | 'isLocked'>,
  remembered: Remembered | undefined,
): Reopened {
  const reading = { base, ...(inPauses && { inPauses }), ...(isLocked && { isLocked }) };
  if (remembered === undefined) return { workspace: openWorkspace({ ...reading, draft }), kept: {}, met: [] };
  const { done, undone, texts, kept: had, sent } = remembered;
  const workspace = openWorkspace({ ...reading, draft: { ...draft, ...texts }, done, undone });
  const theirs = (path: string): string | null =>
    Object.hasOwn(draft, path)
      ? (draft[path] ?? null)
      : (base.find((file) => file.path === path)?.text ?? null);
  const all = Object.entries(texts).map(([path, mine]) => {
    const now = theirs(path);
    // A text that this browser sent without getting an answer is not another person's change.
    const isOwn = Object.hasOwn(had, path) && Object.hasOwn(sent, path) && sent[path] === now;
    const seen = isOwn ? now : Object.hasOwn(had, path) ? (had[path] ?? null) : mine;
    return { path, mine, theirs: now, seen };
  });
  const others = all.filter(({ mine, theirs: now }) => mine !== now);
  // The document has no unsaved edits, so the server's version is newer.
  const taken = others.filter(({ mine, seen }) => mine === seen);
  if (taken.length > 0) workspace.take(Object.fromEntries(taken.map((one) => [one.path, one.theirs])));
  const unsaved = others.filter((one) => !taken.includes(one));
  return {
    workspace,
    kept: Object.fromEntries(unsaved.map((one) => [one.path, one.theirs])),
    met: unsaved
      .filter(({ seen, theirs: now }) => seen !== now)
      .map(({ path, seen, theirs: now }) => ({ path, seen, theirs: now })),
  };
}
