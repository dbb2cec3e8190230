import type { Act, Decision } from './act.ts';
import type { ChangeRequest } from './change-request.ts';
import type { Unread } from './comment.ts';
import type { ReviewKind } from './review-need.ts';
import type { Schedule } from './schedule.ts';

/** An open draft. */
export interface OpenDraft extends Act {
  readonly id: string;
  readonly title: string;
  /** The release that the draft started from; absent on an empty installation. */
  readonly base?: string;
  /** The last save; absent: nothing was saved. */
  readonly saved?: Act;
  /** When the caller opened the draft or last saved in it; absent: the caller did neither. */
  readonly mineAt?: number;
  /** Documents and pictures that differ from the base, in the order of their paths. */
  readonly changed: readonly string[];
  /** Whether another change of one of these documents was published since. */
  readonly hasConflict: boolean;
  /** Names of the people who have the draft open now. */
  readonly present: readonly string[];
}

/** A release that was made and is not live. */
export interface WaitingRelease extends Decision {
  readonly release: string;
  /** What the caller may do next. */
  readonly next: 'approve' | 'publish';
  /** Kinds of its changes that need a second person. */
  readonly kinds: readonly ReviewKind[];
  /** Documents and pictures that differ from the live release. */
  readonly changed: readonly string[];
}

/** Changes that a reviewer asks the caller for, with the draft in which to make them. */
export interface ChangesAsked extends ChangeRequest {
  readonly draft: string;
  readonly title: string;
}

/** What waits for the caller, by the rights of the caller's role. */
export interface Waiting {
  readonly releases: readonly WaitingRelease[];
  readonly changesAsked: readonly ChangesAsked[];
  readonly mentions: readonly Unread[];
  /** Drafts of the caller with a conflict. */
  readonly conflicts: readonly Pick<OpenDraft, 'id' | 'title'>[];
}

export interface LiveScreen {
  readonly id: string;
  readonly title: string;
}

/** A release with what people call it: the reason for which it was made. */
export interface Titled {
  readonly release: string;
  readonly releaseTitle: string;
}

/** The live release. Its `reason` is why it went live last. */
export interface LiveRelease extends Decision, Titled {
  /** Whether it went live last because the release after it was rolled back. */
  readonly isRolledBackTo: boolean;
  /** The name in `app.json`. */
  readonly product: string;
  readonly screens: readonly LiveScreen[];
}

/** The rollout in progress. */
export interface RunningRollout extends Decision, Titled {
  readonly state: 'running' | 'paused';
  readonly basisPoints: number;
  /** When its stage began. */
  readonly since: number;
}

/** The first page of the studio, for one person. */
export interface Home {
  /** Drafts, the last saved first. */
  readonly drafts: readonly OpenDraft[];
  readonly waiting: Waiting;
  /** Absent on an empty installation. */
  readonly live?: LiveRelease;
  /** Schedules that are still to come, by time. */
  readonly schedules: readonly (Schedule & Titled)[];
  readonly rollout?: RunningRollout;
}
