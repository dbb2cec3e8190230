import type { Conflict as Moved } from '#src/shared/registry/conflict.ts';
import type { Api, Draft } from '../api.ts';
import { Refused } from '../api.ts';
import { variantName } from '#src/shared/project-paths.ts';
import type { Workspace } from './workspace.ts';

/** How it stands with what was typed. */
export type Saving =
  /** Nothing of it differs from what the server has. */
  | 'saved'
  /** On its way, or about to be. */
  | 'saving'
  /** The server cannot be reached, or does not answer; it is tried again. */
  | 'offline'
  /** Somebody else changed a document that was changed here too: one of both has to be chosen. All others are saved. */
  | 'conflict'
  /** The server refuses it. */
  | 'refused';

/** A document that somebody else changed as well; null where there is none. */
export interface Met {
  readonly path: string;
  /** What both began from. */
  readonly seen: string | null;
  readonly theirs: string | null;
  /** Who it was; absent where it was published. */
  readonly actor?: string;
}

/** Documents of the draft that somebody published otherwise since it was begun. */
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
  /** What somebody else saved last in documents that were left alone here; it is there now. */
  readonly taken?: { readonly actor: string; readonly paths: readonly string[] };
}

/** Texts by path; null of a document that goes. */
export type Texts = { readonly [path: string]: string | null };

export interface Autosave {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => AutosaveView;
  /** Resolves when all that is there now is on the server's disk; rejects where that is refused. */
  settle(): Promise<Draft | undefined>;
  /** The same, and a draft is begun where there is none yet. @throws Refused. */
  begin(): Promise<Draft>;
  /**
   * Changes the draft by another way than a save; what is saved next is made from what came of it.
   *
   * @param change - Gets the draft as it stands here; answers its new revision.
   * @throws Refused.
   */
  advance<T extends { readonly revision: number }>(change: (draft: Draft) => Promise<T>): Promise<T>;
  /** Sends at once what was about to be sent. */
  hurry(): void;
  /** Somebody saved; what they changed is laid in where it was left alone here. */
  follow(revision: number): void;
  /** What documents that both changed shall say. @param texts - All of them or some. */
  choose(texts: Texts): void;
  /** It was found that documents of the draft were published otherwise. */
  meetPublished(moved: Moved): Promise<void>;
  /** What those documents shall say. Whoever shows the draft opens it anew then. @throws Refused. */
  choosePublished(texts: Texts): Promise<void>;
  /** What the server has of a document, and where something is on its way what it may have by now; null is none. */
  kept(path: string): { readonly text: string | null; readonly sent?: string | null };
  close(): void;
}

/** After the last letter; with what the server takes it stays below the second that a killed browser may lose. */
const PAUSE_MS = 300;
/** Somebody who never pauses. */
const LONGEST_MS = 700;
const AGAIN_MS = 2_000;
/** Number of saves without an answer that are remembered. */
const MOST_SENT = 20;
/** It may be otherwise in a moment. */
const PASSING = ['offline', 'failed', 'delayed'];

type AutosaveApi = Pick<
  Api,
  'openDraft' | 'saveDraft' | 'readSince' | 'readText' | 'readDraft' | 'readLive' | 'readFiles'
>;

export interface AutosaveOptions {
  /** The draft that the workspace was opened with. */
  readonly opened?: Draft;
  /** What the server has where that is not what the workspace says: of an earlier life of this page. */
  readonly kept?: Texts;
  /** Of those what somebody else changed as well. */
  readonly met?: readonly Met[];
  readonly titleOf: () => string;
}

/** Keeps a workspace on the server: a draft begins with the first change, and every save is one step of its history. */
export function startAutosave(
  workspace: Workspace,
  api: AutosaveApi,
  { opened, kept: others = {}, met: found = [], titleOf }: AutosaveOptions,
): Autosave {
  let draft = opened;
  /** What the server has of each path. */
  let kept = lay(workspace.snapshot().texts, others);
  let met = found;
  let published: Published | undefined;
  let ended: AutosaveView['ended'];
  let taken: AutosaveView['taken'];
  /** Saves without an answer, the last one possibly under way. The server may have stored any of them. */
  let sent: readonly Texts[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  /** One thing after the other: each begins from what the one before it found. */
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

  /** Of documents that both changed nothing is sent until it is chosen. */
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
    // Of what was left alone here theirs is taken; of what says the same nothing is to be chosen.
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
      // Edits saved in a published draft are live and no edits any more. Variants are never published.
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

  /** Until nothing is under way, also of what came of it. */
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
    const why = view.saving === 'conflict' ? 'Somebody else changed the same: choose first.' : view.why;
    throw new Refused(view.saving, why ?? 'It could not be saved.');
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

  /** After whatever waits, and before what comes next. */
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
      // Begun once, also by two who asked at once.
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
