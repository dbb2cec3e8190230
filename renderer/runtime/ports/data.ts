import type { Reading } from '../../plan/endings.ts';
import type { Value } from '../../plan/expression.ts';
import type { ActionError } from '../../plan/problem.ts';

export interface ResourceState {
  readonly phase: 'waiting' | 'reading' | 'ready' | 'failed' | 'skipped';
  readonly value?: Value;
  readonly error?: ActionError;
  /**
   * The content is older than the last attempt, or the page was in the background. Critical actions refuse until it
   * is read again.
   */
  readonly stale: boolean;
  /** When the content was read (ms). */
  readonly readAt?: number;
  /** How far the content was read by pages, if a return to the screen read several. */
  readonly pages?: ReadPages;
}

/** Number of pages, and of items of the last one. */
export type ReadPages = Pick<PagesState, 'read' | 'last'>;

/** How far data is read by pages. Expressions read `more`, `loading` and `read`. */
export interface PagesState {
  /** The service has another page. */
  readonly more: boolean;
  readonly loading: boolean;
  /** Number of pages that the content has. */
  readonly read: number;
  /** Number of items of the last page. */
  readonly last: number;
  /** Number of calls for a further page so far: only the last one may change the content. */
  readonly calls: number;
  /** The content that these are about, and when its first page was read. */
  readonly value: Value | undefined;
  readonly readAt: number | undefined;
}

export interface DataPort {
  /**
   * Reads the named resources again, or all of them. Resolves when all reads ended, also after a failure.
   *
   * @param isQuiet - The content counts as current until the answer comes.
   */
  reload(names?: readonly string[], isQuiet?: boolean): Promise<void>;
  /** Runs a write of what a person types: data that reads it waits until typing pauses. */
  type(write: () => void): void;
  /** Whether the content is current: not stale and not being read. */
  isFresh(name: string): boolean;
  /** The reading of each resource with content. A new object after every read. */
  readings(): Readings;
  /** Aborts every read and drops its answer. Called when the screen is left. */
  stop(): void;
}

/** By resource name. */
export type Readings = ReadonlyMap<string, Reading>;
