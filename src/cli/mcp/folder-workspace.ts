import { isDeepStrictEqual } from 'node:util';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { refuse, type Stale } from '#src/assistant/answer.ts';
import {
  type Changes,
  definitionsOf,
  type Proposal,
  type StateRenderer,
  type Workspace,
  type Written,
} from '#src/assistant/workspace.ts';
import { checkBrand } from '#src/shared/brand/with-brand.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { allCodes } from '../all-codes.ts';
import { checkFixtures } from '../fixtures/check-fixtures.ts';
import { isInside, mayWriteInFolder, readFolder, readText, WRITABLE, writeText } from './folder-files.ts';

/** One call that wrote documents. */
interface Step {
  readonly before: Changes;
  readonly after: Changes;
}

export type Propose = (
  proposal: Proposal,
  base: readonly ProjectFile[],
  now: readonly ProjectFile[],
) => ReturnType<Workspace['propose']>;

/** More steps than that cannot be undone. */
const STEPS = 200;

/** A project in a folder: edits are written into its files at once, as an editor does. */
export class FolderWorkspace implements Workspace {
  readonly writable = WRITABLE;
  readonly codes = allCodes;
  readonly renderer: StateRenderer;
  readonly mayWrite = mayWriteInFolder;
  readonly #root: string;
  readonly #propose: Propose;
  /** The documents when the session began. */
  readonly #base: readonly ProjectFile[];
  /** The texts of documents that the assistant has read or written, by path. */
  readonly #known = new Map<string, string | undefined>();
  readonly #steps: Step[] = [];

  /** @param makeRenderer - Makes the renderer; it reports what it wrote. */
  constructor(root: string, propose: Propose, makeRenderer: (wrote: (step: Step) => void) => StateRenderer) {
    this.#root = root;
    this.#propose = propose;
    this.#base = readFolder(root);
    this.renderer = makeRenderer((step) => this.#remember(step));
  }

  readFiles(): Promise<readonly ProjectFile[]> {
    return Promise.resolve(readFolder(this.#root));
  }

  readBase(): Promise<readonly ProjectFile[]> {
    return Promise.resolve(this.#base);
  }

  write(changes: Changes): Promise<Written> {
    const paths = [...changes.keys()];
    const changed = paths.filter((path) => this.#isChanged(path));
    if (changed.length > 0)
      return Promise.resolve(
        refuse('changed', `${changed.join(', ')} changed since you read it.`, 'Read it again, then edit it.'),
      );
    const before = new Map(paths.map((path) => [path, readText(this.#root, path) ?? null]));
    const written = this.#replace(before, changes);
    if ('paths' in written && paths.length > 0) this.#remember({ before, after: changes });
    return Promise.resolve(written);
  }

  undo(steps: number): Promise<Written> {
    const undone = this.#steps.slice(-steps).reverse();
    if (undone.length === 0)
      return Promise.resolve(
        refuse('nothing', 'This session has made no edit that is left.', 'Use git for earlier versions.'),
      );
    const [now, earlier] = [new Map<string, string | null>(), new Map<string, string | null>()];
    for (const { before, after } of undone) {
      for (const [path, text] of after) if (!now.has(path)) now.set(path, text);
      for (const [path, text] of before) earlier.set(path, text);
    }
    const changed = [...now].filter(([path, text]) => (readText(this.#root, path) ?? null) !== text);
    if (changed.length > 0)
      return Promise.resolve(
        refuse(
          'changed',
          `${changed.map(([path]) => path).join(', ')} changed after that edit, and not by you.`,
          'Read it, and edit it by hand.',
        ),
      );
    const written = this.#replace(now, earlier);
    if ('paths' in written) {
      this.#steps.splice(-undone.length);
      for (const [path, text] of earlier) if (this.mayWrite(path)) this.#known.set(path, text ?? undefined);
    }
    return Promise.resolve(written);
  }

  inspect(files: readonly ProjectFile[]): ReturnType<Workspace['inspect']> {
    const definitions = definitionsOf(files);
    return inspectProject(definitions, [
      ...checkBrand(definitions),
      ...checkFixtures(this.#root, definitions),
    ]);
  }

  noteRead(paths: readonly string[]): void {
    for (const path of paths) this.#known.set(path, readText(this.#root, path));
  }

  findStale(): Promise<false | Stale> {
    const changed = [...this.#known.keys()].filter((path) => this.#isChanged(path));
    if (changed.length === 0) return Promise.resolve(false);
    const why = `${changed.join(', ')} changed since you read it, and not by you.`;
    return Promise.resolve({ why, next: 'Read it again.' });
  }

  place(): { readonly [member: string]: string } {
    return {};
  }

  propose(proposal: Proposal): ReturnType<Workspace['propose']> {
    return this.#propose(proposal, this.#base, readFolder(this.#root));
  }

  #isChanged(path: string): boolean {
    return this.#known.has(path) && this.#known.get(path) !== readText(this.#root, path);
  }

  #remember(step: Step): void {
    if (isDeepStrictEqual(step.before, step.after)) return;
    this.#steps.push(step);
    if (this.#steps.length > STEPS) this.#steps.shift();
    for (const [path, text] of step.after) if (this.mayWrite(path)) this.#known.set(path, text ?? undefined);
  }

  /** Writes all texts, or none. */
  #replace(before: Changes, after: Changes): Written {
    const outside = [...after.keys()].find((path) => !isInside(this.#root, path));
    if (outside !== undefined)
      return refuse('path', `${outside} leads out of the project.`, 'Use a path without a link.');
    const done: string[] = [];
    try {
      for (const [path, text] of after) {
        done.push(path);
        writeText(this.#root, path, text);
      }
    } catch (error) {
      for (const path of done) writeText(this.#root, path, before.get(path) ?? null);
      return refuse('not-written', messageOf(error), 'Ask the person who owns the folder.');
    }
    return { paths: done };
  }
}
