import type { Result, Scope } from '../../plan/expression.ts';
import type { ActionPlan, CriticalPlan } from '../../plan/plan.ts';
import type { ActionError } from '../../plan/problem.ts';
import type { LiveNode } from '../live.ts';
import type { SavedRun } from '../saved-lists.ts';
import type { Readings } from './data.ts';

export interface RunnerPort {
  /** Runs a list for an event. */
  run(list: readonly ActionPlan[], origin: Origin): Promise<RunEnd> | RunEnd;
  /** Amounts of the list's critical actions as they are now, for a list that starts later than its tap. */
  measure(list: readonly ActionPlan[], scope: Scope): AmountsAtTap;
  /** Ends every running list of the screen; critical requests continue. */
  stop(): void;
  /** Whether a list of this node is running, or waits for an overlay that it opened. */
  isRunningFor(node: Pick<LiveNode, 'instance'>): boolean;
  /** The overlay that this run opened is shown. */
  standBehind(run: string | undefined): void;
  /** Whether this list is running, for the same node and the same overlay. */
  isRunning(origin: Origin): boolean;
  /** Reserves ids: no new run gets one of them. */
  reserve(ids: readonly string[]): void;
  /** Whether a list that started in this overlay is running. */
  isRunningIn(overlay: string): boolean;
  /** After a navigation that did not leave the page: nodes of ended lists are no longer busy. */
  resume(): void;
  /** A list (`by`) closes the overlay that another list opened and waits for. */
  confirm(opener: string | undefined, by: string | undefined): void;
  /** Lists that wait for an overlay or a pause; `OverlayPort.save` stores them. */
  save(): SavedRun[];
  restore(saved: readonly SavedRun[]): void;
}

/** Where a list started: its scope, the surface for its inline notices, the node that is busy. */
export interface Origin {
  readonly scope: Scope;
  readonly node?: LiveNode;
  /** Key of the overlay in which it started. */
  readonly overlay?: string;
  /**
   * Where the list is in the plan (`node:<id>:tap`, `data:<name>:load`, `screen:enter`, `overlay:<id>:close`). Finds
   * a waiting list again after a reload.
   */
  readonly list: string;
  readonly event: string;
  /** Id of the run, set by the runner. */
  readonly run?: string;
  /** What the person saw, if the list starts later than the tap. */
  readonly amounts?: AmountsAtTap;
  readonly readings?: Readings;
}

/**
 * Who started a list: a person by an event of a node, the engine (the screen opened, data was read, an overlay
 * closed, an upload failed), or a person before a reload. If the person closes the overlay that a restored list waits
 * for, the list counts as theirs again.
 */
export type Begun = 'person' | 'engine' | 'restored';

export type RunEnd =
  | { readonly end: 'done' }
  | { readonly end: 'failed'; readonly error: ActionError }
  | { readonly end: 'left' };

export type AmountsAtTap = ReadonlyMap<CriticalPlan, readonly Result[]>;

/** The members of a run that other parts read. */
export interface Followed {
  readonly id: string;
  /** The running lists, from the event's list to the innermost. */
  readonly frames: readonly {
    readonly kind: 'list' | 'case' | 'catch' | 'default';
    readonly list: readonly ActionPlan[];
    readonly at: number | string;
    readonly origin: Origin;
    readonly index: number;
    readonly error: ActionError | undefined;
  }[];
  readonly end: RunEnd | undefined;
}
