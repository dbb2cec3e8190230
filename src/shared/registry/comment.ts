import type { Act } from './act.ts';

export interface Said extends Act {
  readonly id: string;
  /** Plain. */
  readonly text: string;
  /** Whom it names, with an `@` before each; absent: nobody. */
  readonly mentions?: readonly string[];
}

/** What was said about a place, with what was answered. */
export interface Thread extends Said {
  /** Of this comment among all; a page of them goes on after it. */
  readonly turn: number;
  readonly draft: string;
  readonly path: string;
  readonly pointer: string;
  /** The draft's revision that it was said about, and the hash of the document as it was then. */
  readonly revision: number;
  readonly content: string;
  readonly resolved?: Act;
  /** The oldest first. */
  readonly replies: readonly Said[];
}

/** A comment that names somebody who has not seen it yet. */
export interface Unread extends Said {
  /** The first comment of its thread. */
  readonly thread: string;
  readonly draft: string;
  /** What it was said about, as of `Thread`. */
  readonly path: string;
  readonly pointer: string;
  readonly content: string;
}
