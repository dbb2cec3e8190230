import * as v from 'valibot';
import { codes as checkerCodes } from '#renderer/grammar/codes.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { refuse, type Result, type Stale } from '#src/assistant/answer.ts';
import {
  type Changes,
  definitionsOf,
  type Proposal,
  type Workspace,
  type Written,
} from '#src/assistant/workspace.ts';
import { BRAND_CODES, checkBrand } from '#src/shared/brand/with-brand.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { isAsset, isProjectPath, variantName } from '#src/shared/project-paths.ts';
import { writeDraftAddress } from '#src/shared/studio-address.ts';
import { readContent } from '../registry/contents.ts';
import type { Queries } from '../registry/database.ts';
import { composeForReading, type Draft, readDraft } from '../registry/drafts.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { findLive, readBytes, readManifest } from '../registry/manifests.ts';
import { findUndo } from './draft-history.ts';

/** Performs an operation of the API for the account of the token. */
export type PerformById = (
  id: string,
  asked: { readonly params?: object; readonly body?: object },
) => Promise<unknown>;

/** The title until the assistant proposes the draft. */
const UNTITLED = 'Being written with an assistant';
const OPENED = v.object({ id: v.string() });

const WRITABLE =
  'screens/app.json, screens/<id>.screen.json, screens/parts/<id>.part.json, screens/messages/<language>.json, screens/theme/<name>.tokens.json, schemas/api/<name>.endpoint.json, fixtures/variants/<name>.json';

export interface DraftOptions {
  readonly queries: Queries;
  readonly perform: PerformById;
  readonly account: string;
  /** Name of the client program. */
  readonly client: string;
  /** Absent: the live release, of which the first edit makes a draft. */
  readonly draft: string | undefined;
  /** The revision that the assistant knows. */
  readonly seen: number | undefined;
  /** Origin of staff's addresses. */
  readonly origin: string;
}

/** A draft on this server, for one call: each edit is a save of the draft. */
export class DraftWorkspace implements Workspace {
  readonly writable = WRITABLE;
  readonly codes = { ...checkerCodes, ...BRAND_CODES };
  readonly #options: DraftOptions;
  #draft: string | undefined;
  /** The revision that this call is based on. */
  #revision = 0;
  #stale: false | Stale = false;

  constructor(options: DraftOptions) {
    this.#options = options;
    this.#draft = options.draft;
  }

  /** Reads the state of the draft. @throws RegistryRefusal if it does not exist, or the account may not read it. */
  async open(): Promise<void> {
    const { perform, queries, seen } = this.#options;
    // Every role may read; an account that was disabled meanwhile may not.
    if (this.#draft === undefined) {
      await perform('listReleases', {});
      return;
    }
    await perform('readDraft', { params: { draft: this.#draft } });
    const { revision } = await readDraft(queries, this.#draft);
    this.#revision = revision;
    if (seen !== undefined && seen !== revision)
      this.#stale = {
        why: `The draft is at revision ${revision}; you know revision ${seen}.`,
        next: 'Read the documents again, and send the new revision as "seen".',
      };
  }

  async readFiles(): Promise<readonly ProjectFile[]> {
    const { queries } = this.#options;
    if (this.#draft === undefined) return this.#readRelease((await findLive(queries))?.release);
    const { files } = await composeForReading(queries, this.#draft);
    return readTexts(queries, files);
  }

  async readBase(): Promise<readonly ProjectFile[]> {
    const { queries } = this.#options;
    if (this.#draft === undefined) return this.readFiles();
    return this.#readRelease((await readDraft(queries, this.#draft)).base);
  }

  mayWrite(path: string): boolean {
    return (isProjectPath(path) && !isAsset(path)) || variantName(path) !== undefined;
  }

  async write(changes: Changes): Promise<Written> {
    if (changes.size === 0) return { paths: [] };
    if (this.#stale !== false) return refuse('changed', this.#stale.why, this.#stale.next);
    const { perform, client: assistant } = this.#options;
    if (this.#draft === undefined) {
      const opened = await perform('openDraft', { body: { title: UNTITLED, assistant } });
      this.#draft = v.parse(OPENED, opened).id;
    }
    return this.#save(changes);
  }

  async undo(steps: number): Promise<Written> {
    const { queries, account } = this.#options;
    const draft = await this.#readOpen();
    if ('refused' in draft) return draft;
    if (this.#stale !== false) return refuse('changed', this.#stale.why, this.#stale.next);
    const found = await findUndo(queries, draft, account, steps);
    if ('refused' in found) return found;
    const texts = new Map<string, string | null>();
    for (const [path, hash] of found.changes)
      texts.set(path, hash === null ? null : (await readContent(queries, hash)).toString('utf8'));
    return this.#save(texts);
  }

  inspect(files: readonly ProjectFile[]): ReturnType<Workspace['inspect']> {
    const definitions = definitionsOf(files);
    return inspectProject(definitions, checkBrand(definitions));
  }

  noteRead(): void {}

  async findStale(): Promise<false | Stale> {
    if (this.#stale !== false || this.#draft === undefined) return this.#stale;
    const { conflict } = await composeForReading(this.#options.queries, this.#draft);
    if (conflict === undefined) return false;
    return {
      why: `The live release has another change of ${Object.keys(conflict.documents).join(', ')}.`,
      next: 'Ask the person to open the draft in the studio, which brings both changes together.',
    };
  }

  place(): { readonly [member: string]: string | number } {
    return this.#draft === undefined ? {} : { draft: this.#draft, revision: this.#revision };
  }

  async propose({ title }: Proposal): Promise<Result> {
    const draft = await this.#readOpen();
    if ('refused' in draft) return draft;
    await this.#options.perform('renameDraft', { params: { draft: draft.id }, body: { title } });
    const address = new URL(writeDraftAddress(draft.id), this.#options.origin).href;
    return {
      text: `People review the draft at ${address}.`,
      data: { address },
    };
  }

  async #readRelease(release: string | undefined): Promise<readonly ProjectFile[]> {
    const { queries } = this.#options;
    if (release === undefined) return [];
    const { files } = await readManifest(queries, release);
    return readTexts(queries, new Map(Object.entries(files)));
  }

  async #readOpen(): Promise<Draft | Extract<Result, { readonly refused: unknown }>> {
    if (this.#draft === undefined)
      return refuse('no-draft', 'No draft was named.', 'Name the draft that edit answered with as "draft".');
    const draft = await readDraft(this.#options.queries, this.#draft);
    if (draft.state === 'open') return draft;
    return refuse('closed', `The draft is ${draft.state}.`, 'Make a new one: call edit without "draft".');
  }

  async #save(changes: Changes): Promise<Written> {
    const { perform, client: assistant } = this.#options;
    const entries = [...changes].map(([path, text]) => [path, text === null ? null : { text }]);
    const body = { seen: this.#revision, changes: Object.fromEntries(entries), assistant };
    try {
      await perform('saveDraft', { params: { draft: this.#draft ?? '' }, body });
    } catch (error) {
      if (!(error instanceof RegistryRefusal) || error.code !== 'conflict') throw error;
      return refuse('changed', error.message, 'Read the documents again, then edit them.');
    }
    this.#revision += 1;
    return { paths: [...changes.keys()] };
  }
}

/** Texts of documents and variants, and names of images. */
async function readTexts(
  queries: Queries,
  files: ReadonlyMap<string, string>,
): Promise<readonly ProjectFile[]> {
  const documents = new Map([...files].filter(([path]) => !isAsset(path)));
  const bytes = await readBytes(queries, documents);
  return [...files.keys()]
    .map((path) => ({ path, text: bytes.get(path)?.toString('utf8') ?? '' }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
