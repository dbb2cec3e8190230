import type { Act, Decision } from './act.ts';
import type { MeantMatter } from './meant-matter.ts';
import type { ReviewNeed } from './review-need.ts';

/** A release as it is listed. */
export interface ReleaseRecord extends Act {
  readonly hash: string;
  readonly reason: string;
  /** Why a second person must approve it, compared with what was live when it was made. */
  readonly needs: readonly ReviewNeed[];
  readonly draft?: string;
  /** What was live when it was made, which it takes the place of. */
  readonly parent?: string;
  /** What of it is a matter of law, each with why it is meant; absent where nothing is. */
  readonly meant?: readonly MeantMatter[];
}

/** A person's approval of exactly one content. */
export interface Approval extends Decision {
  /** Who invited the approver, or gave them a new link. */
  readonly invitedBy: readonly string[];
  /** Why the approval does not count; absent while it counts. */
  readonly fault?: string;
}
