import * as v from 'valibot';
import type { Autosave, Met, Texts } from './autosave.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

const TEXTS = v.record(v.string(), v.nullable(v.string()));
const STEPS = v.array(
  v.object({
    label: v.string(),
    gesture: v.exactOptional(v.string()),
    splices: v.record(
      v.string(),
      v.object({ at: v.pipe(v.number(), v.integer()), removed: v.string(), inserted: v.string() }),
    ),
  }),
);

/** Stored in the browser for one draft: its steps, and edits that the server may not have yet. */
const REMEMBERED = v.object({
  version: v.literal(1),
  done: STEPS,
  undone: STEPS,
  /** Edited documents in their current state; null for a deleted one. */
  texts: TEXTS,
  /** Of those that the server had otherwise, what it had. */
  kept: TEXTS,
  /** What was on its way to it. */
  sent: TEXTS,
});
export type Remembered = Readonly<Omit<v.InferOutput<typeof REMEMBERED>, 'version'>>;

export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'capiz.studio.';
/** UTF-16 units; a browser gives all of a site some five million. */
const MOST = 1_000_000;

/** @param draft - Undefined of one that is not begun. */
export function memoryKey(name: string, draft: string | undefined): string {
  return `${PREFIX}${name}.${draft ?? ''}`;
}

/** What was kept; undefined where there is nothing that can be read. */
export function recall(storage: Kept, key: string): Remembered | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), REMEMBERED), storage.getItem(key));
  return read.success ? read.output : undefined;
}

/**
 * Keeps every edit at once in the browser, so that whoever is thrown out of it loses nothing and can undo it all.
 *
 * @returns what ends it.
 */
export function remember(workspace: Workspace, autosave: Autosave, storage: Kept, name: string): () => void {
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
      // What was done first is given up first.
      done = done.slice(Math.ceil(done.length / 2));
      undone = [];
    }
  };
  const ends = [workspace.subscribe(write), autosave.subscribe(write)];
  return () => {
    for (const end of ends) end();
  };
}

/** Where it is full, other drafts make room. */
function tryToSet(storage: Kept, key: string, written: string): boolean {
  for (const isLast of [false, true]) {
    try {
      storage.setItem(key, written);
      return true;
    } catch {
      if (isLast) return false;
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
      for (const one of keys) if (one.startsWith(PREFIX) && one !== key) storage.removeItem(one);
    }
  }
  return false;
}

/** A workspace as it was left, and what of it the server has otherwise. */
export interface Reopened {
  readonly workspace: Workspace;
  readonly kept: Texts;
  /** What somebody else changed as well meanwhile. */
  readonly met: readonly Met[];
}

/** @param draft - What the server has over the base. */
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
    // What one sent oneself, and heard no answer, is no change of somebody else's.
    const isOwn = Object.hasOwn(had, path) && Object.hasOwn(sent, path) && sent[path] === now;
    const seen = isOwn ? now : Object.hasOwn(had, path) ? (had[path] ?? null) : mine;
    return { path, mine, theirs: now, seen };
  });
  const others = all.filter(({ mine, theirs: now }) => mine !== now);
  // What was saved here and is otherwise there was changed since.
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
