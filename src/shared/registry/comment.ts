import type { Act } from './act.ts';

export interface CommentText extends Act {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** The colleagues that it mentions with `@`; absent: none. */
  readonly mentions?: readonly string[];
}

/** A comment with its replies. */
export interface Thread extends CommentText {
  /** Number of the write transaction; lists are paged by it. */
  readonly turn: number;
  readonly draft: string;
  readonly path: string;
  readonly pointer: string;
  /** Revision of the draft when the comment was written, and the document's hash in it. */
  readonly revision: number;
  readonly content: string;
  readonly resolved?: Act;
  /** Oldest first. */
  readonly replies: readonly CommentText[];
}

/** A comment with an unread mention. */
export interface Unread extends CommentText {
  /** The first comment of its thread. */
  readonly thread: string;
  readonly draft: string;
  /** What the comment is about, as in `Thread`. */
  readonly path: string;
  readonly pointer: string;
  readonly content: string;
}
