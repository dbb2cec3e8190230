import { variantName } from '#src/shared/project-paths.ts';
import type { Conflict as Moved } from '#src/shared/registry/conflict.ts';
import type { Api, Draft } from '../api.ts';
import type { Workspace } from './workspace.ts';

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

/** Texts by path; null for a deleted document. */
export type Texts = { readonly [path: string]: string | null };

export type ServerDraftApi = Pick<
  Api,
  'openDraft' | 'saveDraft' | 'readSince' | 'readText' | 'readDraft' | 'readLive' | 'readFiles'
>;

export interface ServerDraftOptions {
  /** The draft that the workspace was opened with. */
  readonly opened?: Draft;
  /** Server texts that differ from the workspace, from an earlier visit of the page. */
  readonly kept?: Texts;
  /** Conflicts in the documents of `kept`. */
  readonly met?: readonly Met[];
  readonly titleOf: () => string;
}

/** What this page knows of the draft on the server: its texts, its conflicts and how an earlier draft ended. */
export interface ServerDraftState {
  readonly draft: Draft | undefined;
  readonly met: readonly Met[];
  readonly published?: Published;
  /** How the previous draft ended; its edits continue in a new one. */
  readonly ended?: 'published' | 'discarded';
  /** Documents without local edits that another person has saved; they are already updated here. */
  readonly taken?: { readonly actor: string; readonly paths: readonly string[] };
}

/** Maximum number of unanswered saves to remember. */
const MOST_SENT = 20;

/** The draft on the server, beside a workspace. Its methods must run one after the other. */
export class ServerDraft {
  readonly #workspace: Workspace;
  readonly #api: ServerDraftApi;
  readonly #titleOf: () => string;
  #state: ServerDraftState;
  /** The server's text of each document. */
  #kept: ReadonlyMap<string, string>;
  /** Saves without an answer; the last one may still be running. The server may have stored any of them. */
  #sent: readonly Texts[] = [];

  constructor(workspace: Workspace, api: ServerDraftApi, options: ServerDraftOptions) {
    this.#workspace = workspace;
    this.#api = api;
    this.#titleOf = options.titleOf;
    this.#state = { draft: options.opened, met: options.met ?? [] };
    this.#kept = lay(workspace.snapshot().texts, options.kept ?? {});
  }

  get state(): ServerDraftState {
    return this.#state;
  }

  /** Unsaved texts. Documents with a conflict are left out until it is resolved. */
  get unsaved(): Texts {
    const now = this.#workspace.snapshot().texts;
    const held = new Set(this.#state.met.map(({ path }) => path));
    const paths = [...new Set([...now.keys(), ...this.#kept.keys()])].filter((path) => !held.has(path));
    return Object.fromEntries(
      paths.flatMap((path) =>
        now.get(path) === this.#kept.get(path) ? [] : [[path, now.get(path) ?? null]],
      ),
    );
  }

  get hasUnsaved(): boolean {
    return Object.keys(this.unsaved).length > 0;
  }

  /** The server's text of a document, null for none; `sent` is a text whose save has no answer yet. */
  kept(path: string): { readonly text: string | null; readonly sent?: string | null } {
    const last = this.#sent.filter((texts) => Object.hasOwn(texts, path)).at(-1);
    return { text: this.#kept.get(path) ?? null, ...(last && { sent: last[path] ?? null }) };
  }

  /** Creates the draft if there is none. */
  async open(): Promise<Draft> {
    const draft = this.#state.draft ?? (await this.#api.openDraft(this.#titleOf()));
    this.#state = { ...this.#state, draft };
    return draft;
  }

  /** @param onSend - Called before the request. */
  async save(onSend: () => void): Promise<void> {
    const changes = this.unsaved;
    const draft = await this.open();
    if (JSON.stringify(this.#sent.at(-1)) !== JSON.stringify(changes))
      this.#sent = [...this.#sent, changes].slice(-MOST_SENT);
    onSend();
    this.#moveTo(await this.#api.saveDraft(draft.id, draft.revision, changes));
    this.#kept = lay(this.#kept, changes);
    this.#sent = [];
  }

  /** Changes the draft by another request than a save. */
  async advance<T extends { readonly revision: number }>(change: (draft: Draft) => Promise<T>): Promise<T> {
    const made = await change(await this.open());
    this.#moveTo(made.revision);
    return made;
  }

  /** Applies other people's saves up to a revision. @returns whether there was something new. */
  async follow(revision: number): Promise<boolean> {
    const { draft } = this.#state;
    if (draft === undefined || revision <= draft.revision) return false;
    await this.meet(await this.#api.readSince(draft.id, draft.revision));
    return true;
  }

  /**
   * Applies other people's changes: updates documents without local edits, and records a conflict for each other
   * document.
   */
  async meet({ revision, documents }: Moved): Promise<void> {
    const moved = await Promise.all(
      Object.entries(documents).map(async ([path, { now, actor }]) => {
        const before = this.#state.met.find((one) => one.path === path);
        const seen = before === undefined ? (this.#kept.get(path) ?? null) : before.seen;
        const theirs = await this.#api.readText(path, now);
        return { path, seen, theirs, ...(actor !== undefined && { actor }) };
      }),
    );
    const mineOf = (path: string): string | null => this.#workspace.snapshot().texts.get(path) ?? null;
    // Take the other version of documents without local edits. Equal texts are no conflict.
    const easy = moved.filter(
      ({ path, seen, theirs }) => this.#isOwn(path, theirs) || [seen, theirs].includes(mineOf(path)),
    );
    const news = easy.filter(({ path, theirs }) => mineOf(path) !== theirs && !this.#isOwn(path, theirs));
    const hard = moved.filter((one) => !easy.includes(one));
    const others = this.#state.met.filter(({ path }) => !moved.some((one) => one.path === path));
    this.#kept = lay(this.#kept, textsOf(easy));
    this.#state = { ...this.#state, met: [...others, ...hard] };
    this.#moveTo(revision);
    if (news.length === 0) return;
    const taken = { actor: news[0]?.actor ?? '', paths: news.map(({ path }) => path) };
    this.#state = { ...this.#state, taken };
    this.#workspace.take(textsOf(news));
  }

  /** Resolves conflicts. @param texts - The chosen texts of some or all conflicting documents. */
  choose(texts: Texts): void {
    const chosen = this.#state.met.filter(({ path }) => Object.hasOwn(texts, path));
    this.#kept = lay(this.#kept, textsOf(chosen));
    this.#state = { ...this.#state, met: this.#state.met.filter((one) => !chosen.includes(one)) };
    this.#workspace.edit({
      label: `What ${chosen.length === 1 ? 'a document' : 'documents'} of both shall say`,
      changes: texts,
    });
  }

  /** Records that another release has changed documents of the draft. */
  async meetPublished(live: string, moved: Moved['documents']): Promise<void> {
    const documents = await Promise.all(
      Object.entries(moved).map(async ([path, { seen, now }]) => ({
        path,
        seen: await this.#api.readText(path, seen),
        theirs: await this.#api.readText(path, now),
      })),
    );
    this.#state = { ...this.#state, published: { live, documents } };
  }

  async choosePublished(texts: Texts): Promise<void> {
    const { draft, published } = this.#state;
    if (draft === undefined || published === undefined) return;
    await this.#api.saveDraft(draft.id, draft.revision, texts, published.live);
  }

  /**
   * If the draft was published or closed, moves its edits that are not live onto the live documents, so that they
   * continue in a new draft.
   *
   * @returns whether the draft had ended.
   */
  async goOn(): Promise<boolean> {
    const { draft, taken } = this.#state;
    if (draft === undefined) return false;
    const { state: ended } = (await this.#api.readDraft(draft.id)).draft;
    if (ended === 'open') return false;
    const live = await this.#api.readLive();
    const { files } = live === undefined ? { files: [] } : await this.#api.readFiles(live.release);
    const now = new Map(files.map(({ path, text }) => [path, text]));
    const { texts, base } = this.#workspace.snapshot();
    const began = new Map(base.map(({ path, text }) => [path, text]));
    const moved = [...new Set([...texts.keys(), ...now.keys(), ...began.keys()])].map((path) => {
      // Edits saved in a published draft are live now. Variants are never published.
      const isOver = ended === 'published' && variantName(path) === undefined;
      const theirs = now.get(path) ?? null;
      const seen =
        isOver && this.#isOwn(path, theirs) ? theirs : ((isOver ? this.#kept : began).get(path) ?? null);
      return { path, mine: texts.get(path) ?? null, seen, theirs };
    });
    const others = moved.filter(({ mine, seen, theirs }) => mine !== theirs && seen !== theirs);
    const left = others.filter(({ mine, seen }) => mine === seen);
    const met = others
      .filter((one) => !left.includes(one))
      .map(({ path, seen, theirs }) => ({ path, seen, theirs }));
    this.#state = { draft: undefined, met, ended, ...(taken && { taken }) };
    [this.#kept, this.#sent] = [now, []];
    this.#workspace.rebase(files);
    if (left.length > 0) this.#workspace.take(textsOf(left));
    return true;
  }

  #moveTo(revision: number): void {
    const { draft } = this.#state;
    if (draft !== undefined) this.#state = { ...this.#state, draft: { ...draft, revision } };
  }

  /** Whether this page sent exactly this text: then no one else has changed the document. */
  #isOwn(path: string, text: string | null): boolean {
    return this.#sent.some((texts) => Object.hasOwn(texts, path) && texts[path] === text);
  }
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
