import type { Api, Draft } from '../api.ts';
import { Refused } from '../api.ts';
import type { Workspace } from './workspace.ts';

/** How it stands with what was typed. */
export type Saving =
  /** Nothing of it differs from what the server has. */
  | 'saved'
  /** On its way, or about to be. */
  | 'saving'
  /** The server cannot be reached; it is tried again. */
  | 'offline'
  /** Somebody else went on with the same draft. */
  | 'conflict'
  /** The server refuses it. */
  | 'refused';

export interface Autosave {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => {
    readonly saving: Saving;
    readonly draft: Draft | undefined;
    readonly why?: string;
  };
  /** Resolves when all that is there now is on the server's disk; rejects where that is refused. */
  settle(): Promise<Draft | undefined>;
  close(): void;
}

/** After the last letter; with what the server takes it stays below the second that a killed browser may lose. */
const PAUSE_MS = 300;
/** Somebody who never pauses. */
const LONGEST_MS = 700;
const AGAIN_MS = 2_000;

/**
 * Keeps a workspace on the server: a draft begins with the first change, and every save is one step of its history.
 *
 * @param opened - The draft that the workspace was opened with.
 */
export function startAutosave(
  workspace: Workspace,
  api: Pick<Api, 'openDraft' | 'saveDraft'>,
  opened: Draft | undefined,
  titleOf: () => string,
): Autosave {
  let draft = opened;
  let saving: Saving = 'saved';
  let why: string | undefined;
  /** What the server has of each path. */
  let kept = textsOf(workspace);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  let view = { saving, draft } as ReturnType<Autosave['snapshot']>;

  function become(next: Saving, reason?: string): void {
    saving = next;
    why = reason;
    view = { saving, draft, ...(why !== undefined && { why }) };
    for (const listener of listeners) listener();
  }

  function differences(): { readonly [path: string]: string | null } {
    const now = textsOf(workspace);
    const paths = new Set([...now.keys(), ...kept.keys()]);
    return Object.fromEntries(
      [...paths].flatMap((path) => (now.get(path) === kept.get(path) ? [] : [[path, now.get(path) ?? null]])),
    );
  }

  async function save(): Promise<void> {
    const changes = differences();
    if (Object.keys(changes).length === 0) {
      become('saved');
      return;
    }
    const now = textsOf(workspace);
    try {
      draft ??= await api.openDraft(titleOf());
      const revision = await api.saveDraft(draft.id, draft.revision, changes);
      draft = { ...draft, revision };
      kept = now;
      if (Object.keys(differences()).length === 0) become('saved');
      else await save();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'offline') {
        become('offline');
        plan(AGAIN_MS);
      } else become(error.code === 'conflict' ? 'conflict' : 'refused', error.message);
    }
  }

  function run(): void {
    timer = undefined;
    first = 0;
    running = (running ?? Promise.resolve()).then(save);
  }

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  const unsubscribe = workspace.subscribe(() => {
    if (saving === 'conflict') return;
    if (saving === 'saved') become('saving');
    const now = Date.now();
    if (first === 0) first = now;
    plan(Math.max(0, Math.min(PAUSE_MS, first + LONGEST_MS - now)));
  });

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    async settle() {
      clearTimeout(timer);
      run();
      await running;
      if (saving !== 'saved') throw new Refused(saving, why ?? 'It could not be saved.');
      return draft;
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

function textsOf(workspace: Workspace): ReadonlyMap<string, string> {
  return workspace.snapshot().texts;
}
