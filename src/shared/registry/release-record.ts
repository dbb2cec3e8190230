import type { Act, Decision } from './act.ts';
import type { LegalAcknowledgement } from './legal-acknowledgement.ts';
import type { ReviewNeed } from './review-need.ts';

/** A release without its content. */
export interface ReleaseRecord extends Act {
  readonly hash: string;
  readonly reason: string;
  /** Why a second person must approve it, compared with the release that was live when it was made. */
  readonly needs: readonly ReviewNeed[];
  readonly draft?: string;
  /** The release that was live when it was made, and that it replaces. */
  readonly parent?: string;
  /** Matters of law in it, each with its reason; absent if there are none. */
  readonly meant?: readonly LegalAcknowledgement[];
}

/** The pictures on an approver's page before the approval. */
export interface LookedAt {
  /** Number of pictures that differ; the approver looked at all of them. */
  readonly seen: number;
  /** Number of states that were not compared. */
  readonly notCompared: number;
}

/** A person's approval of exactly one content. */
export interface Approval extends Decision {
  /**
   * What the approver looked at: `none` for an approval by the command line or the API, `unknown` for one that is
   * older than this member.
   */
  readonly pictures: 'none' | 'unknown' | LookedAt;
  /** The accounts that invited the approver, or gave them a new link. */
  readonly invitedBy: readonly string[];
  /** Why the approval does not count; absent while it counts. */
  readonly fault?: string;
}
