import type { CodeEntries } from '#renderer/grammar/codes/entry.ts';
import type { Inspection } from '#renderer/grammar/lint/inspect.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { isProjectPath } from '#src/shared/project-paths.ts';
import type { Done, Refusal, Result, Stale } from './answer.ts';

/** New text by path; null deletes the document. */
export type Changes = ReadonlyMap<string, string | null>;

/**
 * A project that an assistant reads and edits: a folder, or a draft on a server. Every door has one for each call; the
 * tools know nothing else of the door.
 */
export interface Workspace {
  /** Every document with its text, fixtures too if the workspace has them, and the names of images. */
  readFiles(): Promise<readonly ProjectFile[]>;
  /** The documents before the edits. */
  readBase(): Promise<readonly ProjectFile[]>;
  /** Whether a document may be written at this path. */
  mayWrite(path: string): boolean;
  /** Which documents can be written, in words. */
  readonly writable: string;
  /** Writes all changes or none. */
  write(changes: Changes): Promise<Written>;
  /** Takes the last edits back. */
  undo(steps: number): Promise<Written>;
  inspect(files: readonly ProjectFile[]): Inspection;
  /** Problem codes that `inspect` can report. */
  readonly codes: CodeEntries;
  /** Remembers that the assistant knows the current text of these documents. */
  noteRead(paths: readonly string[]): void;
  findStale(): Promise<false | Stale>;
  /** Members of every answer: on a server the draft. */
  place(): { readonly [member: string]: string | number };
  /** Renders states; absent where nothing can be rendered. */
  readonly renderer?: StateRenderer;
  /** Sends the edits as a draft that people review. */
  propose(proposal: Proposal): Promise<Result>;
}

/** The paths that were written. */
export type Written = { readonly paths: readonly string[] } | { readonly refused: Refusal };

export interface Proposal {
  readonly title: string;
  /** Further documents of the project that belong to the proposal. */
  readonly paths: readonly string[];
}

export interface StateRenderer {
  /** The text tree of each state of a screen; with `png` a screenshot of the only state. */
  render(asked: RenderAsked): Promise<Result>;
  /** `capiz test`. */
  test(asked: TestAsked): Promise<Result>;
  /** `capiz coverage`. */
  cover(screens: readonly string[]): Promise<Result>;
  /** The states whose text tree differs from that of the documents before the edits. */
  compare(before: readonly ProjectFile[], after: readonly ProjectFile[]): Promise<Done>;
}

export interface RenderAsked {
  readonly screen: string;
  readonly states: readonly string[];
  readonly language: string | undefined;
  readonly png: boolean;
}

export interface TestAsked {
  readonly screens: readonly string[];
  readonly name: string | undefined;
  readonly accept: boolean;
}

/** The documents that are compiled: without fixtures. */
export function definitionsOf(files: readonly ProjectFile[]): readonly ProjectFile[] {
  return files.filter(({ path }) => isProjectPath(path));
}
