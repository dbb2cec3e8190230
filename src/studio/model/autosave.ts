import type { Conflict as Moved } from '#src/shared/registry/conflict.ts';
import { type Draft, Refused } from '../api.ts';
import { RequestQueue } from './request-queue.ts';
import {
  ServerDraft,
  type ServerDraftApi,
  type ServerDraftOptions,
  type ServerDraftState,
  type Texts,
} from './server-draft.ts';
import type { Workspace } from './workspace.ts';

/** Status of the edits. */
export type Saving =
  /** The server has all edits. */
  | 'saved'
  /** A save is under way or scheduled. */
  | 'saving'
  /** The server cannot be reached or fails; the save is retried. */
  | 'offline'
  /** Another person changed the same document: the person must choose a version. All other documents are saved. */
  | 'conflict'
  /** The server refuses the save. */
  | 'refused';

export interface AutosaveView extends ServerDraftState {
  readonly saving: Saving;
  readonly why?: string;
}

/**
 * Debounce before a save, in ms. Debounce and request together take less than one second: a crash must not lose more
 * work than that.
 */
const PAUSE_MS = 300;
/** Maximum delay of a save, in ms, while the person types without a pause. */
const LONGEST_MS = 700;
const AGAIN_MS = 2_000;
/** Codes of temporary errors: the save is retried. */
const PASSING = ['offline', 'failed', 'delayed'];

/** Saves a workspace on the server. The first edit creates the draft; every save is one revision. */
export class Autosave {
  readonly #server: ServerDraft;
  /** Each request needs the revision that the previous one returned. */
  readonly #queue = new RequestQueue();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #view: AutosaveView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first edit since the last save; 0 if there is none. */
  #firstEdit = 0;

  constructor(workspace: Workspace, api: ServerDraftApi, options: ServerDraftOptions) {
    this.#server = new ServerDraft(workspace, api, options);
    this.#view = { saving: 'saved', ...this.#server.state };
    this.#unsubscribe = workspace.subscribe(() => {
      if (this.#view.saving !== 'saving' && this.#server.hasUnsaved) this.#become('saving');
      const now = Date.now();
      if (this.#firstEdit === 0) this.#firstEdit = now;
      this.#plan(Math.max(0, Math.min(PAUSE_MS, this.#firstEdit + LONGEST_MS - now)));
    });
    if (options.opened !== undefined && options.opened.state !== 'open') {
      this.#become('saving');
      this.#enqueue(async () => {
        await this.#goOn();
        await this.#save();
      });
    } else if (this.#server.hasUnsaved) {
      this.#become('saving');
      this.#run();
    } else if (this.#server.state.met.length > 0) this.#become('conflict');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): AutosaveView => this.#view;

  /** Resolves when the server has stored all edits; rejects if it refuses them. */
  readonly settle = async (): Promise<Draft | undefined> => {
    this.#run();
    await this.#queue.rest();
    const { saving, draft, why } = this.#view;
    if (saving === 'saving') return this.settle();
    if (saving === 'saved') return draft;
    const said =
      saving === 'conflict' ? 'Another person changed the same values: choose a version first.' : why;
    throw new Refused(saving, said ?? 'The draft could not be saved.');
  };

  /** Like `settle`, and creates the draft if there is none. @throws Refused. */
  readonly begin = async (): Promise<Draft> => {
    const settled = await this.settle();
    if (settled !== undefined) return settled;
    return this.#queue.run(async () => {
      // Concurrent callers share one draft.
      const draft = await this.#server.open();
      this.#refresh();
      return draft;
    });
  };

  /**
   * Changes the draft on the server by another request than a save. Later saves start from the revision that it returns.
   *
   * @param change - Gets the current draft and returns its new revision.
   * @throws Refused.
   */
  async advance<T extends { readonly revision: number }>(change: (draft: Draft) => Promise<T>): Promise<T> {
    await this.begin();
    return this.#queue.run(async () => {
      let made: T;
      try {
        made = await this.#server.advance(change);
      } catch (error) {
        const left = await this.#goOnAfter(error);
        if (left !== undefined) throw left;
        made = await this.#server.advance(change);
      }
      this.#refresh();
      return made;
    });
  }

  /** Sends a scheduled save at once. */
  hurry(): void {
    if (this.#timer !== undefined) this.#run();
  }

  /** Sends the edits again after a failure. */
  retry(): void {
    this.#become('saving');
    this.#run();
  }

  /** Called when another person has saved: updates documents without local edits. */
  follow(revision: number): void {
    this.#enqueue(async () => {
      if (await this.#server.follow(revision)) await this.#save();
    });
  }

  /** Resolves conflicts. @param texts - The chosen texts of some or all conflicting documents. */
  choose(texts: Texts): void {
    this.#server.choose(texts);
    this.#become('saving');
    this.#run();
  }

  /** Records that another release has changed documents of the draft. */
  async meetPublished({ live, documents }: Moved): Promise<void> {
    if (live === undefined) return;
    await this.#server.meetPublished(live, documents);
    this.#refresh();
  }

  /** Resolves conflicts with a release. The caller must reopen the draft afterwards. @throws Refused. */
  async choosePublished(texts: Texts): Promise<void> {
    await this.settle();
    try {
      await this.#server.choosePublished(texts);
    } catch (error) {
      if (error instanceof Refused && error.conflict !== undefined) await this.meetPublished(error.conflict);
      throw error;
    }
  }

  /** The server's text of a document, null for none; `sent` is a text whose save has no answer yet. */
  kept(path: string): ReturnType<ServerDraft['kept']> {
    return this.#server.kept(path);
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #become(saving: Saving, why?: string): void {
    this.#view = { saving, ...this.#server.state, ...(why !== undefined && { why }) };
    for (const listener of this.#listeners) listener();
  }

  /** Notifies listeners of the draft's new state. The status of saving does not change. */
  #refresh(): void {
    this.#become(this.#view.saving, this.#view.why);
  }

  async #save(): Promise<void> {
    if (this.#server.hasUnsaved) await this.#server.save(() => this.#become('saving'));
    if (this.#server.hasUnsaved) {
      this.#become('saving');
      if (this.#timer === undefined) this.#plan(PAUSE_MS);
    } else this.#become(this.#server.state.met.length === 0 ? 'saved' : 'conflict');
  }

  /** Plans the next save. */
  #plan(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), ms);
  }

  /** Saves now. */
  #run(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstEdit = 0;
    this.#enqueue(() => this.#save());
  }

  #enqueue(request: () => Promise<void>): void {
    void this.#queue.run(async () => {
      try {
        await request();
      } catch (error) {
        this.#recover(await this.#goOnAfter(error));
      }
    });
  }

  /** @param error - Undefined if the edits continue in a new draft. */
  #recover(error: unknown): void {
    const conflict = error instanceof Refused ? error.conflict : undefined;
    if (error === undefined) this.#enqueue(() => this.#save());
    else if (conflict !== undefined && conflict.live === undefined) {
      this.#enqueue(() => this.#server.meet(conflict));
      this.#enqueue(() => this.#save());
    } else if (error instanceof Refused && PASSING.includes(error.code)) {
      this.#become('offline');
      this.#plan(AGAIN_MS);
    } else {
      this.#become('refused', error instanceof Refused ? error.message : undefined);
      if (!(error instanceof Refused)) reportError(error);
    }
  }

  /**
   * Continues the edits in a new draft if the error means that the draft has ended.
   *
   * @returns undefined if the edits continue; otherwise the error to handle: the given one, or that of the attempt.
   */
  async #goOnAfter(error: unknown): Promise<unknown> {
    const isRefused = error instanceof Refused && error.code === 'conflict' && error.conflict === undefined;
    if (!isRefused) return error;
    try {
      return (await this.#goOn()) ? undefined : error;
    } catch (failure) {
      return failure;
    }
  }

  async #goOn(): Promise<boolean> {
    const hasEnded = await this.#server.goOn();
    if (hasEnded) this.#become('saving');
    return hasEnded;
  }
}
