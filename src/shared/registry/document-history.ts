import type { Act, Decision } from './act.ts';

/** A version of a document that was live. */
export interface DocumentVersion extends Act {
  /** The release that published it. */
  readonly release: string;
  /** Null if the release deleted the document. */
  readonly content: string | null;
  readonly reason: string;
  /** Who rolled it back, and why; absent while it is live, or if a newer version replaced it. */
  readonly rolledBack?: Decision;
}

/** When and by whom a value was written. */
export interface Origin extends Act {
  /** The release that made the value live, and its reason. */
  readonly release?: string;
  readonly reason?: string;
  /** The draft revision that added the value; it is not published. */
  readonly revision?: number;
}

/** A string, number, boolean or null in a document. */
export interface BlamedValue extends Origin {
  /** JSON Pointer. */
  readonly pointer: string;
}
