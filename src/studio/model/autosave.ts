import type { Conflict as Moved } from '#src/shared/registry/conflict.ts';
import type { Api, Draft } from '../api.ts';
import { Refused } from '../api.ts';
import { variantName } from '#src/shared/project-paths.ts';
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

/** A conflict in one document. Texts are null if the document does not exist. */
export interface Met {
  readonly path: string;
  /** The common ancestor. */
  readonly seen: string | null;
  readonly theirs: string | null;
  /** Who saved the other version; absent if it was published. */
  readonly actor?: string;
}

/** Documents of the draft that another release has changed since the draft began. */
export interface Published {
  readonly live: string;
  readonly documents: readonly Met[];
}

export interface AutosaveView {
  readonly saving: Saving;
  readonly draft: Draft | undefined;
  readonly why?: string;
  readonly met: readonly Met[];
  readonly published?: Published;
  /** How the previous draft ended; its edits continue in a new one. */
  readonly ended?: 'published' | 'discarded';
  /** Documents without local edits that another person has saved; they are already updated here. */
  readonly taken?: { readonly actor: string; readonly paths: readonly string[] };
}

/** Texts by path; null for a deleted document. */
export type Texts = { readonly [path: string]: string | null };

export interface Autosave {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => AutosaveView;
  /** Resolves when the server has stored all edits; rejects if it refuses them. */
  settle(): Promise<Draft | undefined>;
  /** Like `settle`, and creates the draft if there is none. @throws Refused. */
  begin(): Promise<Draft>;
  /**
   * Changes the draft on the server by another request than a save. Later saves start from the revision that it returns.
   *
   * @param change - Gets the current draft and returns its new revision.
   * @throws Refused.
   */
  advance<T extends { readonly revision: number }>(change: (draft: Draft) => Promise<T>): Promise<T>;
  /** Sends a scheduled save at once. */
  hurry(): void;
  /** Another person saved: documents without local edits are updated. */
  follow(revision: number): void;
  /** Resolves conflicts. @param texts - The chosen texts of some or all conflicting documents. */
  choose(texts: Texts): void;
  /** Records that another release has changed documents of the draft. */
  meetPublished(moved: Moved): Promise<void>;
  /** Resolves conflicts with a release. The caller must reopen the draft afterwards. @throws Refused. */
  choosePublished(texts: Texts): Promise<void>;
  /** The server's text of a document, null for none; `sent` is a text whose save has no answer yet. */
  kept(path: string): { readonly text: string | null; readonly sent?: string | null };
  close(): void;
}

/** Debounce before a save. Together with the request it stays below one second, the most that a crash may lose. */
const PAUSE_MS = 300;
/** Maximum delay of a save while the person types without a pause. */
const LONGEST_MS = 700;
const AGAIN_MS = 2_000;
/** Maximum number of unanswered saves to remember. */
const MOST_SENT = 20;
/** Codes of temporary errors: the save is retried. */
const PASSING = ['offline', 'failed', 'delayed'];

type AutosaveApi = Pick<
  Api,
  'openDraft' | 'saveDraft' | 'readSince' | 'readText' | 'readDraft' | 'readLive' | 'readFiles'
>;

export interface AutosaveOptions {
  /** The draft that the workspace was opened with. */
  readonly opened?: Draft;
  /** Server texts that differ from the workspace, from an earlier visit of the page. */
  readonly kept?: Texts;
  /** Conflicts among them. */
  readonly met?: readonly Met[];
  readonly titleOf: () => string;
}

/** Saves a workspace on the server. The first edit creates the draft; every save is one revision. */
export function startAutosave(
  workspace: Workspace,
  api: AutosaveApi,
  { opened, kept: others = {}, met: found = [], titleOf }: AutosaveOptions,
): Autosave {
  let draft = opened;
  /** The server's text of each document. */
  let kept = lay(workspace.snapshot().texts, others);
  let met = found;
  let published: Published | undefined;
  let ended: AutosaveView['ended'];
  let taken: AutosaveView['taken'];
  /** Saves without an answer, the last one possibly under way. The server may have stored any of them. */
  let sent: readonly Texts[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  /** Requests run one after the other, because each needs the revision of the one before. */
  let running: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  let view: AutosaveView = { saving: 'saved', draft, met };

  function become(saving: Saving, why?: string): void {
    view = {
      ...{ saving, draft, met },
      ...(why !== undefined && { why }),
      ...(published && { published }),
      ...(ended && { ended }),
      ...(taken && { taken }),
    };
    for (const listener of listeners) listener();
  }

  /** Unsaved texts. Documents with a conflict are left out until it is resolved. */
  function differences(): Texts {
    const now = workspace.snapshot().texts;
    const held = new Set(met.map(({ path }) => path));
    const paths = [...new Set([...now.keys(), ...kept.keys()])].filter((path) => !held.has(path));
    return Object.fromEntries(
      paths.flatMap((path) => (now.get(path) === kept.get(path) ? [] : [[path, now.get(path) ?? null]])),
    );
  }

  async function save(): Promise<void> {
    const changes = differences();
    if (Object.keys(changes).length > 0) {
      draft ??= await api.openDraft(titleOf());
      if (JSON.stringify(sent.at(-1)) !== JSON.stringify(changes))
        sent = [...sent, changes].slice(-MOST_SENT);
      become('saving');
      const revision = await api.saveDraft(draft.id, draft.revision, changes);
      draft = { ...draft, revision };
      kept = lay(kept, changes);
      sent = [];
    }
    if (Object.keys(differences()).length > 0) {
      become('saving');
      if (timer === undefined) plan(PAUSE_MS);
    } else become(met.length === 0 ? 'saved' : 'conflict');
  }

  /** Whether this page sent exactly this text: then no one else has changed the document. */
  const isOwn = (path: string, text: string | null): boolean =>
    sent.some((texts) => Object.hasOwn(texts, path) && texts[path] === text);

  async function meet({ revision, documents }: Moved): Promise<void> {
    const moved = await Promise.all(
      Object.entries(documents).map(async ([path, { now, actor }]) => {
        const before = met.find((one) => one.path === path);
        const seen = before === undefined ? (kept.get(path) ?? null) : before.seen;
        return { path, seen, theirs: await api.readText(path, now), ...(actor !== undefined && { actor }) };
      }),
    );
    const mineOf = (path: string): string | null => workspace.snapshot().texts.get(path) ?? null;
    // Take the other version of documents without local edits. Equal texts are no conflict.
    const easy = moved.filter(
      ({ path, seen, theirs }) => isOwn(path, theirs) || [seen, theirs].includes(mineOf(path)),
    );
    const news = easy.filter(({ path, theirs }) => mineOf(path) !== theirs && !isOwn(path, theirs));
    kept = lay(kept, textsOf(easy));
    const hard = moved.filter((one) => !easy.includes(one));
    met = [...met.filter(({ path }) => !moved.some((one) => one.path === path)), ...hard];
    if (draft !== undefined) draft = { ...draft, revision };
    if (news.length === 0) return;
    taken = { actor: news[0]?.actor ?? '', paths: news.map(({ path }) => path) };
    workspace.take(textsOf(news));
  }

  /**
   * If the draft was published or closed, its edits that are not live move onto the live documents, and a new draft
   * starts with them.
   *
   * @returns whether the draft had ended.
   */
  async function goOn(id: string): Promise<boolean> {
    const { state } = (await api.readDraft(id)).draft;
    if (state === 'open') return false;
    const live = await api.readLive();
    const { files } = live === undefined ? { files: [] } : await api.readFiles(live.release);
    const now = new Map(files.map(({ path, text }) => [path, text]));
    const { texts, base } = workspace.snapshot();
    const began = new Map(base.map(({ path, text }) => [path, text]));
    const moved = [...new Set([...texts.keys(), ...now.keys(), ...began.keys()])].map((path) => {
      // Edits saved in a published draft are live now. Variants are never published.
      const isOver = state === 'published' && variantName(path) === undefined;
      const theirs = now.get(path) ?? null;
      const seen = isOver && isOwn(path, theirs) ? theirs : ((isOver ? kept : began).get(path) ?? null);
      return { path, mine: texts.get(path) ?? null, seen, theirs };
    });
    const others = moved.filter(({ mine, seen, theirs }) => mine !== theirs && seen !== theirs);
    const left = others.filter(({ mine, seen }) => mine === seen);
    met = others
      .filter((one) => !left.includes(one))
      .map(({ path, seen, theirs }) => ({ path, seen, theirs }));
    [draft, published, ended, kept, sent] = [undefined, undefined, state, now, []];
    workspace.rebase(files);
    if (left.length > 0) workspace.take(textsOf(left));
    become('saving');
    return true;
  }

  function enqueue(deed: () => Promise<void>): Promise<void> {
    running = running.then(async () => {
      try {
        await deed();
      } catch (refusal) {
        const error = await goOnAfter(refusal);
        if (error === undefined) void enqueue(save);
        else if (
          error instanceof Refused &&
          error.conflict !== undefined &&
          error.conflict.live === undefined
        ) {
          const { conflict } = error;
          void enqueue(() => meet(conflict));
          void enqueue(save);
        } else if (error instanceof Refused && PASSING.includes(error.code)) {
          become('offline');
          plan(AGAIN_MS);
        } else {
          become('refused', error instanceof Refused ? error.message : undefined);
          if (!(error instanceof Refused)) reportError(error);
        }
      }
    });
    return running;
  }

  /**
   * If the error means that the draft has ended, its edits go on in a new draft.
   *
   * @returns undefined if it did; else the error to handle, possibly of the attempt to go on.
   */
  async function goOnAfter(error: unknown): Promise<unknown> {
    const isRefused = error instanceof Refused && error.code === 'conflict' && error.conflict === undefined;
    if (!isRefused || draft === undefined) return error;
    try {
      return (await goOn(draft.id)) ? undefined : error;
    } catch (failure) {
      return failure;
    }
  }

  function run(): void {
    clearTimeout(timer);
    timer = undefined;
    first = 0;
    void enqueue(save);
  }

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  /** Waits until nothing is under way, including requests that results have started. */
  async function rest(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== running) {
      last = running;
      await last;
    }
  }

  async function settle(): Promise<Draft | undefined> {
    run();
    await rest();
    if (view.saving === 'saving') return settle();
    if (view.saving === 'saved') return draft;
    const why =
      view.saving === 'conflict'
        ? 'Another person changed the same values: choose a version first.'
        : view.why;
    throw new Refused(view.saving, why ?? 'The draft could not be saved.');
  }

  const unsubscribe = workspace.subscribe(() => {
    if (view.saving !== 'saving' && Object.keys(differences()).length > 0) become('saving');
    const now = Date.now();
    if (first === 0) first = now;
    plan(Math.max(0, Math.min(PAUSE_MS, first + LONGEST_MS - now)));
  });
  if (opened !== undefined && opened.state !== 'open') {
    become('saving');
    void enqueue(async () => {
      await goOn(opened.id);
      await save();
    });
  } else if (Object.keys(differences()).length > 0) {
    become('saving');
    run();
  } else if (met.length > 0) become('conflict');

  async function meetPublished({ live, documents }: Moved): Promise<void> {
    if (live === undefined) return;
    const found = await Promise.all(
      Object.entries(documents).map(async ([path, { seen, now }]) => ({
        path,
        seen: await api.readText(path, seen),
        theirs: await api.readText(path, now),
      })),
    );
    published = { live, documents: found };
    become(view.saving, view.why);
  }

  /** Queues a task. */
  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = running.then(run);
    running = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async function begin(): Promise<Draft> {
    const settled = await settle();
    if (settled !== undefined) return settled;
    return inTurn(async () => {
      // Concurrent callers share one draft.
      draft ??= await api.openDraft(titleOf());
      become(view.saving, view.why);
      return draft;
    });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    settle,
    begin,
    async advance<T extends { readonly revision: number }>(change: (draft: Draft) => Promise<T>): Promise<T> {
      await begin();
      return inTurn(async () => {
        draft ??= await api.openDraft(titleOf());
        let made: T;
        try {
          made = await change(draft);
        } catch (error) {
          const left = await goOnAfter(error);
          if (left !== undefined) throw left;
          draft = await api.openDraft(titleOf());
          made = await change(draft);
        }
        draft = { ...draft, revision: made.revision };
        become(view.saving, view.why);
        return made;
      });
    },
    hurry() {
      if (timer !== undefined) run();
    },
    follow(revision) {
      void enqueue(async () => {
        if (draft === undefined || revision <= draft.revision) return;
        await meet(await api.readSince(draft.id, draft.revision));
        await save();
      });
    },
    choose(texts) {
      const chosen = met.filter(({ path }) => Object.hasOwn(texts, path));
      kept = lay(kept, textsOf(chosen));
      met = met.filter((one) => !chosen.includes(one));
      workspace.edit({
        label: `What ${chosen.length === 1 ? 'a document' : 'documents'} of both shall say`,
        changes: texts,
      });
      become('saving');
      run();
    },
    meetPublished,
    async choosePublished(texts) {
      const saved = await settle();
      if (saved === undefined || published === undefined) return;
      try {
        await api.saveDraft(saved.id, saved.revision, texts, published.live);
      } catch (error) {
        if (error instanceof Refused && error.conflict !== undefined) await meetPublished(error.conflict);
        throw error;
      }
    },
    kept(path) {
      const last = sent.filter((texts) => Object.hasOwn(texts, path)).at(-1);
      return { text: kept.get(path) ?? null, ...(last && { sent: last[path] ?? null }) };
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

function textsOf(documents: readonly Met[]): Texts {
  return Object.fromEntries(documents.map(({ path, theirs }) => [path, theirs]));
}

function lay(over: ReadonlyMap<string, string>, texts: Texts): ReadonlyMap<string, string> {
  const all = new Map(over);
  for (const [path, text] of Object.entries(texts)) {
    if (text === null) all.delete(path);
    else all.set(path, text);
  }
  return all;
}
